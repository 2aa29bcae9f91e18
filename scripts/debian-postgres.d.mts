/** A running server of the system's PostgreSQL. */
export interface DebianPostgres {
  /** The folder of its programs. */
  readonly bin: string;
  readonly url: string;
  stop(): void;
}

/**
 * Starts a server of the system's PostgreSQL in a directory of its own; undefined where there is none to be had.
 * @param environment what it has in its environment beside that of this process
 */
export function startDebianPostgres(environment?: Readonly<Record<string, string>>): DebianPostgres | undefined;

/** The same of the programs in a folder; undefined where there is no user to run them as. */
export function startPostgresOf(
  bin: string,
  environment?: Readonly<Record<string, string>>,
): DebianPostgres | undefined;
