/** The facts that decide where a user's data directory is. The caller reads them from the system. */
export interface Surroundings {
  /** Whether the process runs as root. */
  readonly root: boolean;
  readonly home: string;
  /** `XDG_DATA_HOME`, when it is set. */
  readonly dataHome: string | undefined;
}

/**
 * The data directory when none is named: `/var/lib/licet` for root, because the database runs as another user that
 * cannot enter root's home; else the user's own data directory (XDG Base Directory Specification).
 */
export function defaultDataDirectory({ root, home, dataHome }: Surroundings): string {
  if (root) return '/var/lib/licet';
  return `${dataHome?.startsWith('/') ? dataHome : `${home}/.local/share`}/licet`;
}

/** The file in a data directory that holds the path of the running server's operator socket. */
export const operatorFile = (dataDirectory: string): string => `${dataDirectory}/operator/address`;
