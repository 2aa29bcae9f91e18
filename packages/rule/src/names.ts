declare global {
  /**
   * The names of an application's catalogue, written by `licet types`: then a name that is not in it does not compile.
   * Without it every string is a name.
   */
  interface LicetNames {}
}

type Name<Kind extends string> = LicetNames extends Record<Kind, infer Names extends string> ? Names : string;

/** The name of a permission: one of the catalogue if `licet types` has declared it, otherwise any string. */
export type PermissionName = Name<'permission'>;

/** The name of a role. Every application has `admin`. */
export type RoleName = Name<'role'>;
