/** Why the embedded PostgreSQL could not be started. The codes are stable: logs, tests and the command line compare them. */
export type EmbeddedPostgresErrorCode =
  | 'binaries_missing'
  | 'cluster_version_mismatch'
  | 'data_directory_in_use'
  | 'data_directory_unreachable'
  | 'data_directory_unusable'
  | 'disk_full'
  | 'orphan_not_stopped'
  | 'platform_unsupported'
  | 'socket_directory_unsafe'
  | 'start_failed';

/** A failure of the embedded PostgreSQL. The message says what happened, where, and what to do next. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The `code` of a Node system error (`ENOENT`, `EACCES`, …), or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Turns a failed file operation on the data directory into an error with a sentence. An error that already has one is returned unchanged.
 */
export function dataDirectoryError(error: unknown, directory: string): unknown {
  const code = systemCode(error);
  if (error instanceof EmbeddedPostgresError || code === undefined) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(directory, error);
  const reason = error instanceof Error ? error.message : code;
  return new EmbeddedPostgresError(
    'data_directory_unusable',
    `The data directory ${directory} cannot be used (${reason}). Give this user read and write access to it, or choose another one with --data.`,
    { cause: error },
  );
}

export function diskFull(directory: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'disk_full',
    `There is no space left for the data directory ${directory}. Free some space on that disk (at least 200 MB), then start again.`,
    { cause },
  );
}
