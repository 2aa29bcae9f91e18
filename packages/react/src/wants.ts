import type { Access } from '@licet/client';
import type { On, PermissionName, RoleName } from '@licet/rule';

/** The requirement of a guard. */
export type Wants = Where & Names;

export interface Where {
  /**
   * The resource on which the requirement must be satisfied, and everything that it lies in: `shop:berlin`, or
   * `['shop:berlin', 'region:de']`. Without it, the requirement must be satisfied everywhere.
   */
  readonly on?: On | undefined;
}

/** The required names. Exactly one property is set. */
type Names =
  | { readonly permission: PermissionName; readonly role?: never; readonly any?: never; readonly all?: never }
  | { readonly role: RoleName; readonly permission?: never; readonly any?: never; readonly all?: never }
  /** At least one of these permissions. */
  | {
      readonly any: readonly PermissionName[];
      readonly permission?: never;
      readonly role?: never;
      readonly all?: never;
    }
  /** All of these permissions. An empty list permits nothing. */
  | {
      readonly all: readonly PermissionName[];
      readonly permission?: never;
      readonly role?: never;
      readonly any?: never;
    };

/** Returns whether the token satisfies the requirement now. */
export const permits = (access: Access, { permission, role, any, all, on }: Wants): boolean => {
  const { can, hasRole } = access.at(on);
  return role === undefined ? isSatisfied(can, all ?? any ?? permission, !all && !!any) : hasRole(role);
};

/** @returns the result for one name or for several names; false for a missing name and for an empty list */
export const isSatisfied = <Name extends string>(
  ask: (name: Name) => boolean,
  names: Name | readonly Name[] | undefined,
  one: boolean,
): boolean => {
  const answers = new Set(([names].flat() as Name[]).map(ask));
  return answers.has(true) && (one || answers.size < 2);
};
