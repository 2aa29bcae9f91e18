declare global {
  /**
   * The names in an application's catalogue. `licet types` declares them, and then any other name does not compile.
   * Without a declaration, every string is a valid name.
   */
  interface LicetNames {}
}

type Name<Kind extends string> = LicetNames extends Record<Kind, infer Names extends string> ? Names : string;

/**
 * The name of a permission. If `licet types` has declared the catalogue, only its names are valid; otherwise any
 * string is.
 */
export type PermissionName = Name<'permission'>;

/** The name of a role. Every application has the role `admin`. */
export type RoleName = Name<'role'>;
