import { adminRole, type CallId, callList, type LicetPermission, licetApplication } from '@licet/contract';
import { compile, isValid } from '@licet/rule';
import { refuse } from '../refusal.ts';
import { tokenAccess } from '../store/access/effective.ts';
import { findApplication, ownedBy } from '../store/applications.ts';
import { type Change, change } from '../store/change.ts';
import type { Snapshot } from '../store/snapshot.ts';
import { findUser } from '../store/users.ts';
import { actorOf } from './actor.ts';
import type { Caller, Context } from './context.ts';

/** What a caller may do in Licet itself, as the database has it now; a token's word is not taken for it. */
export interface CallerAccess {
  /** Null for the operator. */
  readonly userId: string | null;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** The identifiers of the applications that the caller owns. */
  readonly owns: ReadonlySet<string>;
  readonly can: (permission: LicetPermission) => boolean;
  /** Whether the caller holds the role admin of Licet: what nobody else may give or take. */
  readonly isAdmin: boolean;
}

/**
 * Reads what a caller may do.
 * @throws Refusal `unauthenticated` when nobody is signed in, or who was is suspended or deleted
 */
export async function callerAccess(snapshot: Snapshot, caller: Caller): Promise<CallerAccess> {
  if (caller.kind === 'operator') return operatorAccess;
  if (caller.kind === 'anonymous') refuse('unauthenticated', 'This call needs a signed-in user.');
  const user = await findUser(snapshot, caller.userId);
  if (user?.status !== 'active') refuse('unauthenticated', 'The user of this token is not active any more.');
  const access = await tokenAccess(snapshot, user.id, licetApplication);
  const { roles, permissions } = access ?? { roles: [], permissions: [] };
  const now = Date.parse(snapshot.at) / 1000;
  const token = { sub: user.id, roles, permissions, exp: now + 1 };
  const compiled = compile(token);
  const valid = isValid(token, now);
  return {
    userId: user.id,
    roles,
    permissions,
    owns: new Set(await ownedBy(snapshot, user.id)),
    can: (permission) => valid && compiled.can(permission),
    isAdmin: valid && compiled.hasRole(adminRole),
  };
}

/**
 * Whether a caller may make a call, by its entry in the contract. Answers what the caller may do.
 * @throws Refusal `unauthenticated`, `forbidden` (with the permission that is missing), `not_found`
 */
export async function authorise(
  snapshot: Snapshot,
  caller: Caller,
  id: CallId,
  params: unknown,
): Promise<CallerAccess> {
  const access = accessOfCall.get(id) ?? refuse('internal', `The contract has no call ${id}.`);
  const held = await callerAccess(snapshot, caller);
  if (caller.kind === 'operator' || access.kind === 'self' || access.kind === 'public') return held;
  if (access.kind === 'operator') return refuse('forbidden', 'Only the operator may do this, on the machine itself.');
  if (held.can(access.permission)) return held;
  if (access.kind === 'application') {
    const key = applicationIn(params);
    if (held.owns.has(key)) return held;
    if (!(held.can('applications.read') && (await findApplication(snapshot, key)))) return noApplication(key);
  }
  return refuse('forbidden', `This needs the permission ${access.permission} of Licet.`, {
    permission: access.permission,
  });
}

/**
 * Makes one change for a caller: authorised and made in the same transaction, under the writer lock, so that two at the same
 * moment cannot slip past each other. Every change that a call makes goes this way.
 */
export async function changeAs<Result>(
  context: Context,
  id: CallId,
  params: unknown,
  work: (change: Change, caller: CallerAccess) => Promise<Result>,
): Promise<Result> {
  const actor = await actorOf(context);
  return change(context.database, actor, async (handle) =>
    work(handle, await authorise(handle, context.caller, id, params)),
  );
}

/** Whether a caller may give and take access in an application. In Licet's own only its administrators may. */
export function mayGrantIn(caller: CallerAccess, applicationKey: string): boolean {
  if (applicationKey === licetApplication) return caller.isAdmin;
  return caller.can('grants.manage') || caller.owns.has(applicationKey);
}

/** Whether a caller may see an application. */
export function maySeeApplication(caller: CallerAccess, applicationKey: string): boolean {
  return caller.can('applications.read') || caller.owns.has(applicationKey);
}

/** The same answer for an application that is not there and for one that may not be seen. */
export function noApplication(key: string): never {
  return refuse('not_found', `There is no application “${key.slice(0, 100)}”, or you may not see it.`);
}

const accessOfCall = new Map(callList.map(([id, { access }]) => [id, access]));

const operatorAccess: CallerAccess = {
  userId: null,
  roles: [adminRole],
  permissions: [],
  owns: new Set(),
  can: () => true,
  isAdmin: true,
};

function applicationIn(params: unknown): string {
  return typeof params === 'object' &&
    params !== null &&
    'application' in params &&
    typeof params.application === 'string'
    ? params.application
    : refuse('internal', 'The call names no application in its path.');
}
