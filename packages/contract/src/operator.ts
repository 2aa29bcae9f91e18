/** The facts that determine a user's data directory. The caller reads them from the system. */
export interface Surroundings {
  /** True if the process runs as root. */
  readonly root: boolean;
  readonly home: string;
  /** The value of `XDG_DATA_HOME`, if set. */
  readonly dataHome: string | undefined;
}

/**
 * Returns the default data directory. For root, it is `/var/lib/licet`, because the database runs as another user who
 * cannot access root's home. For others, it is the user's own data directory (XDG Base Directory Specification).
 */
export function defaultDataDirectory({ root, home, dataHome }: Surroundings): string {
  if (root) return '/var/lib/licet';
  return `${dataHome?.startsWith('/') ? dataHome : `${home}/.local/share`}/licet`;
}

/** Returns the path of the file that names the operator socket of the server that runs on a data directory. */
export const operatorFile = (dataDirectory: string): string => `${dataDirectory}/operator/address`;
