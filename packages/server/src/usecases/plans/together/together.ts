import type { CallOf, PlannedCall } from '@licet/contract';
import type { AuditEntry } from '../../../store/kernel/change.ts';
import { type Many, NotTogether } from '../../../store/kernel/many.ts';
import { authorise, type CallerAccess } from '../../authorise.ts';
import type { Context } from '../../context.ts';
import { requireVersion } from '../../require.ts';
import type { Input } from '../../use-case.ts';

/** The input of one of several changes. */
export interface Asking<Id extends PlannedCall> extends Pick<Input<CallOf<Id>>, 'params' | 'body' | 'ifMatch'> {
  /** The id of the object that the change creates. */
  readonly id: string;
}

/** The context of several changes of one call. */
export interface AskedTogether<Id extends PlannedCall> {
  readonly many: Many;
  readonly steps: readonly Asking<Id>[];
  /** The caller's rights before the first change. They suffice for each of the changes. */
  readonly access: CallerAccess;
}

/**
 * Makes several changes of one call with few statements, with all the checks of each, and returns their events. Refuses
 * all of them, so that they are made one by one, in these cases:
 * - One of them would be refused.
 * - One of them could depend on another in a way that is not checked here.
 */
export type Together<Id extends PlannedCall> = (asked: AskedTogether<Id>) => Promise<AuditEntry[]>;

/**
 * Checks that the caller may make each of the changes, and returns their present rights. @throws Refusal as `authorise`
 */
export async function authoriseAll(
  many: Many,
  caller: Context['caller'],
  call: PlannedCall,
  steps: readonly { readonly params?: unknown }[],
): Promise<CallerAccess> {
  const asked = new Map<string, unknown>();
  for (const { params } of steps) asked.set(applicationIn(params), params);
  const [first, ...others] = [...asked.values()];
  const access = await authorise(many, caller, call, first);
  for (const params of others) await authorise(many, caller, call, params);
  return access;
}

/**
 * Requires that the caller's rights are the same after changes that remove something. Otherwise later changes might be
 * refused.
 * @throws Refusal to make these changes together
 */
export function requireSameRights(before: CallerAccess, after: CallerAccess): void {
  const rights = ({ isAdmin, roles, permissions, owns }: CallerAccess) =>
    JSON.stringify([isAdmin, roles.toSorted(), permissions.toSorted(), [...owns].sort()]);
  if (rights(before) !== rights(after)) missing();
}

/** Returns the application parameter, the only one that decides whether a caller may make a call. */
export const applicationIn = (params: unknown): string =>
  typeof params === 'object' && params !== null && 'application' in params ? String(params.application) : '';

/** Returns the object of each step. If the step names a version, it must match. */
export const theirs = <Entity extends { readonly version: number }>(
  known: ReadonlyMap<string, Entity>,
  ids: readonly string[],
  steps: readonly { readonly ifMatch: number | undefined }[],
): Entity[] =>
  steps.map(({ ifMatch }, place) => {
    const entity = known.get(ids[place] ?? '') ?? missing();
    requireVersion(entity, ifMatch);
    return entity;
  });

/**
 * Reports that one of the changes names something that does not exist. The changes are then made one by one, so that
 * this change is refused with its own reason.
 */
export function missing(): never {
  throw new NotTogether('One of these changes names something that does not exist.');
}
