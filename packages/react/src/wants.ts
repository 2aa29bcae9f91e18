import type { Access } from '@licet/client';
import type { PermissionName, RoleName } from '@licet/rule';

/** The requirement of a guard. Exactly one property is set. */
export type Wants =
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
export const permits = ({ can, hasRole }: Access, { permission, role, any, all }: Wants): boolean =>
  role === undefined ? isSatisfied(can, all ?? any ?? permission, !all && !!any) : hasRole(role);

/** @returns the result for one name or for several names; false for a missing name and for an empty list */
export const isSatisfied = <Name extends string>(
  ask: (name: Name) => boolean,
  names: Name | readonly Name[] | undefined,
  one: boolean,
): boolean => {
  const answers = new Set(([names].flat() as Name[]).map(ask));
  return answers.has(true) && (one || answers.size < 2);
};
