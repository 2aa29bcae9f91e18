import type { CallOf, PlannedCall } from '@licet/contract';
import type { AuditEntry } from '../../../store/kernel/change.ts';
import { type Many, NotTogether } from '../../../store/kernel/many.ts';
import { authorise, type CallerAccess } from '../../authorise.ts';
import type { Context } from '../../context.ts';
import type { Input } from '../../use-case.ts';

/** What one of several changes asks for. */
export interface Asking<Id extends PlannedCall> extends Pick<Input<CallOf<Id>>, 'params' | 'body' | 'ifMatch'> {
  /** The id that what it makes is to have. */
  readonly id: string;
}

/** What several changes of one call are made with. */
export interface AskedTogether<Id extends PlannedCall> {
  readonly many: Many;
  readonly steps: readonly Asking<Id>[];
  /** What the caller may do, as they may make each of the changes before the first is made. */
  readonly access: CallerAccess;
}

/**
 * Makes several changes of one call by few statements, with every right and rule that each would be held to by itself, and answers what each records.
 * It refuses all of them where one would be refused, or where what holds for one could depend on another in a way that it does not look at: they are
 * then made one after another.
 */
export type Together<Id extends PlannedCall> = (asked: AskedTogether<Id>) => Promise<AuditEntry[]>;

/** Whether the caller may make each of the changes, as it is now. @throws Refusal as `authorise` */
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
 * Requires that changes which take something away left the caller what they may do: otherwise those after them might be refused.
 * @throws Refusal to make these changes together
 */
export function requireSameRights(before: CallerAccess, after: CallerAccess): void {
  const rights = ({ isAdmin, roles, permissions, owns }: CallerAccess) =>
    JSON.stringify([isAdmin, roles.toSorted(), permissions.toSorted(), [...owns].sort()]);
  if (rights(before) !== rights(after)) missing();
}

/** The only parameter that decides whether somebody may make a call. */
export const applicationIn = (params: unknown): string =>
  typeof params === 'object' && params !== null && 'application' in params ? String(params.application) : '';

/** Something is not as one of the changes needs it. Each is then made by itself, and says what that is. */
export function missing(): never {
  throw new NotTogether('One of these changes names something that does not exist.');
}
