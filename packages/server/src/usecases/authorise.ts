import {
  type Actor,
  adminRole,
  type Call,
  type CallId,
  callList,
  type LicetPermission,
  licetApplication,
} from '@licet/contract';
import { compile, isValid } from '@licet/rule';
import { refuse } from '../refusal.ts';
import { type Calling, callingIn, callingNow, type WhoCalls } from '../store/access/calling.ts';
import { findApplication } from '../store/applications/applications.ts';
import type { Acting, Via } from '../store/kernel/change.ts';
import type { Database } from '../store/kernel/database.ts';
import { readNow } from '../store/kernel/read-now.ts';
import type { Moment, Snapshot } from '../store/kernel/snapshot.ts';
import type { Caller, Context, RequestSource } from './context.ts';

/** A caller's rights in Licet itself, as in the database now; the token's claims do not count. */
export interface CallerAccess {
  /** Null for the operator and for programs. */
  readonly userId: string | null;
  /**
   * The actor of their changes on the audit chain; null for a program without a token for Licet, which makes no
   * changes.
   */
  readonly actor: Actor | null;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** The identifiers of the applications that the caller owns. */
  readonly owns: ReadonlySet<string>;
  readonly can: (permission: LicetPermission) => boolean;
  /** Whether the caller holds Licet's role admin, which only its holders may give or take. */
  readonly isAdmin: boolean;
  /** The snapshot at which the rights were read; null if they were not read. */
  readonly moment: Moment | null;
}

/**
 * Reads a caller's rights.
 * @throws Refusal `unauthenticated` if nobody is signed in, or the user is suspended or deleted; `token_invalid` if
 * they were signed out
 */
export const callerAccess = (snapshot: Snapshot, caller: Caller): Promise<CallerAccess> =>
  accessOf(within(snapshot), caller);

/**
 * Checks that a caller may make a call, by its entry in the contract. Returns the caller's rights.
 * @throws Refusal `unauthenticated`, `forbidden` (with the missing permission), `not_found`
 */
export const authorise = (snapshot: Snapshot, caller: Caller, id: CallId, params: unknown): Promise<CallerAccess> =>
  letIn(within(snapshot), caller, id, params);

/**
 * Like {@link authorise}, but for the present, with one statement.
 * @throws Refusal as {@link authorise}
 */
export const authoriseNow = (database: Database, caller: Caller, id: CallId, params: unknown): Promise<CallerAccess> =>
  letIn(asOfNow(database), caller, id, params);

/** Where the data for authorising a call is read. */
interface Source {
  readonly calling: (who: WhoCalls, rights: boolean) => Promise<Calling & Moment>;
  readonly hasApplication: (key: string) => Promise<boolean>;
}

const within = (snapshot: Snapshot): Source => ({
  calling: async (who, rights) => {
    const { no, at, clock } = snapshot;
    return { ...(await callingIn(snapshot, who, rights)), no, at, clock };
  },
  hasApplication: async (key) => (await findApplication(snapshot, key)) !== undefined,
});

const asOfNow = (database: Database): Source => ({
  calling: (who, rights) => callingNow(database, who, rights),
  hasApplication: (key) => readNow(database, (snapshot) => within(snapshot).hasApplication(key)),
});

async function letIn(source: Source, caller: Caller, id: CallId, params: unknown): Promise<CallerAccess> {
  const access = accessOfCall.get(id);
  if (!access) throw new Error(`The contract has no call ${id}.`);
  if (access.kind === 'serviceToken') return requireService(caller);
  requireAudience(caller, access.kind);
  const may = await accessOf(source, caller);
  if (access.kind === 'anyApplicationToken' && namesApplication(params))
    requireOwnApplication(caller, params.application);
  if (caller.kind === 'operator') return may;
  if (access.kind === 'operator') return refuse('forbidden', 'operator_only', {});
  if (!('permission' in access) || mayCall(may, id, params)) return may;
  if (access.kind === 'permissionOrOwner') {
    const key = applicationIn(params);
    if (!(may.can('applications.read') && (await source.hasApplication(key)))) return noApplication(key);
  }
  return refusePermission(access.permission);
}

/** @throws Refusal `forbidden`, naming the permission of Licet that is missing */
export function refusePermission(permission: LicetPermission): never {
  return refuse('forbidden', 'permission_needed', { permission }, { permission });
}

/**
 * Checks that the caller's rights allow at least one of some calls.
 * @throws Refusal `forbidden` with the permission for the first
 */
export function requireOneOf(
  may: CallerAccess,
  calls: readonly { readonly call: CallId; readonly params?: unknown }[],
) {
  const access = calls[0] && accessOfCall.get(calls[0].call);
  if (!access || !('permission' in access) || calls.some(({ call, params }) => mayCall(may, call, params))) return;
  const { permission } = access;
  refuse('forbidden', 'changes_need_permission', { permission }, { permission });
}

/** Whether the caller's rights allow one call, by its entry in the contract. */
function mayCall(may: CallerAccess, id: CallId, params: unknown): boolean {
  const access = accessOfCall.get(id);
  if (!access || !('permission' in access) || may.can(access.permission)) return true;
  if (access.kind === 'permissionOrOwner') return may.owns.has(applicationIn(params));
  return access.or !== undefined && may.can(access.or);
}

async function accessOf(source: Source, caller: Caller): Promise<CallerAccess> {
  if (caller.kind === 'operator') return operatorAccess;
  if (caller.kind === 'anonymous') refuse('unauthenticated', 'user_needed', {});
  if (caller.kind === 'service') return programAccess(source, caller);
  const own = caller.audience === licetApplication;
  const calling = await source.calling({ id: caller.userId, session: caller.sessionId }, own);
  const { user, owns } = calling;
  if (user?.status !== 'active') refuse('unauthenticated', 'user_not_active', {});
  // The session may have ended since the token was checked: reading the body, hashing or the writer lock takes time.
  if (calling.signedOut) refuse('token_invalid', 'token_ended', {});
  const actor = { kind: 'user', id: user.id, name: user.name } as const;
  const { no, at, clock } = calling;
  const known = { userId: user.id, actor, moment: { no, at, clock } };
  return own ? { ...known, owns: new Set(owns), ...rightsOf(calling, user.id) } : { ...nobody, ...known };
}

/**
 * The access of a program whose token has Licet as its audience. Programs with other tokens may only make the calls
 * whose access is `serviceToken`.
 */
async function programAccess(
  source: Source,
  { clientId, audience }: Caller & { readonly kind: 'service' },
): Promise<CallerAccess> {
  if (audience !== licetApplication) refuse('token_invalid', 'token_of_program', {});
  const calling = await source.calling({ id: clientId, session: null }, true);
  const { client } = calling;
  if (client?.kind !== 'service') refuse('unauthenticated', 'token_program_deleted', {});
  const actor = { kind: 'client', id: client.id, name: client.name } as const;
  const { no, at, clock } = calling;
  return { userId: null, actor, owns: new Set(), moment: { no, at, clock }, ...rightsOf(calling, client.id) };
}

/** The rights of a user or a program in Licet itself, according to the access rule (`@licet/rule`). */
function rightsOf(
  { roles, permissions, at }: Calling & Moment,
  sub: string,
): Pick<CallerAccess, 'roles' | 'permissions' | 'can' | 'isAdmin'> {
  const now = Date.parse(at) / 1000;
  const token = { sub, roles: [...roles], permissions: [...permissions], exp: now + 1 };
  const compiled = compile(token);
  const valid = isValid(token, now);
  return {
    roles,
    permissions,
    can: (permission) => valid && compiled.can(permission),
    isAdmin: valid && compiled.hasRole(adminRole),
  };
}

/**
 * Checks that a token may be used for an application. A token for Licet may name any application, every other token
 * only its audience. Needed in calls of kind `anyApplicationToken` that name an application.
 * @throws Refusal `foreign_application`
 */
export function requireOwnApplication(caller: Caller, applicationKey: string): void {
  const only = onlyApplication(caller);
  if (only !== undefined && only !== applicationKey)
    refuse('foreign_application', 'token_elsewhere', { own: only, application: applicationKey.slice(0, 100) });
}

/** Returns the only application that a caller's token may name; undefined if it may name any. */
export function onlyApplication(caller: Caller): string | undefined {
  return 'audience' in caller && caller.audience !== licetApplication ? caller.audience : undefined;
}

/**
 * The actor of a caller's changes.
 * @throws Refusal `token_invalid` without one
 */
export const actorOf = ({ actor }: CallerAccess): Actor => actor ?? refuse('token_invalid', 'token_of_program', {});

/** The actor of a caller's changes, with the client and the network address of the call. The operator has neither. */
export function actingOf({
  access,
  caller,
  origin,
}: Pick<Context, 'caller' | 'origin'> & { readonly access: CallerAccess }): Acting {
  if (caller.kind === 'operator') return actorOf(access);
  return { ...actorOf(access), via: viaOf(caller, origin) };
}

/** The client and the network address of a call. */
export const viaOf = (caller: Caller, { address }: RequestSource): Via => ({
  client: 'clientId' in caller ? (caller.clientId ?? null) : null,
  address,
});

/** Whether a caller may grant and revoke access in an application. In Licet itself only its administrators may. */
export function mayGrantIn(caller: CallerAccess, applicationKey: string): boolean {
  if (applicationKey === licetApplication) return caller.isAdmin;
  return caller.can('grants.manage') || caller.owns.has(applicationKey);
}

/** Whether a caller may see an application. */
export function maySeeApplication(caller: CallerAccess, applicationKey: string): boolean {
  return caller.can('applications.read') || caller.owns.has(applicationKey);
}

/**
 * Returns true if the token is for the application, or the caller may see it. Its existence is then no secret, even if
 * the caller has no access in it.
 */
export const isOpen = (caller: Caller, access: CallerAccess, applicationKey: string): boolean =>
  ('audience' in caller && caller.audience === applicationKey) || maySeeApplication(access, applicationKey);

/** The same answer for a missing application and for one that the caller may not see. */
export function noApplication(key: string): never {
  return refuse('not_found', 'application_unknown', { application: key.slice(0, 100) });
}

const accessOfCall = new Map(callList.map(([id, { access }]) => [id, access]));

function requireAudience(caller: Caller, kind: Call['access']['kind']): void {
  if (caller.kind !== 'user' || caller.audience === licetApplication) return;
  if (kind === 'anyApplicationToken' || kind === 'anyone') return;
  refuse('foreign_application', 'licet_token_needed', { own: caller.audience });
}

function requireService(caller: Caller): CallerAccess {
  if (caller.kind === 'service') {
    if (caller.audience === licetApplication) refuse('not_a_service', 'own_token_needed', {});
    return nobody;
  }
  if (caller.kind === 'anonymous') refuse('unauthenticated', 'program_token_needed', {});
  return refuse('not_a_service', 'programs_only', {});
}

/**
 * Checks that an owner asks about their own application. The identifier may have belonged to an earlier application at
 * the requested instant.
 * @throws Refusal `not_found`
 */
export async function requireSameApplication(
  snapshot: Snapshot,
  caller: CallerAccess,
  id: CallId,
  params: unknown,
): Promise<void> {
  const access = accessOfCall.get(id);
  if (snapshot.asOf === undefined || access?.kind !== 'permissionOrOwner' || caller.can(access.permission)) return;
  const key = applicationIn(params);
  if (!(await isSameNow(snapshot, key))) noApplication(key);
}

/** Whether the identifier still belongs to the application that had it at the instant of the snapshot. */
export async function isSameNow(snapshot: Snapshot, key: string): Promise<boolean> {
  if (snapshot.asOf === undefined) return true;
  const [then, now] = [
    await findApplication(snapshot, key),
    await findApplication({ ...snapshot, asOf: undefined }, key),
  ];
  return then === undefined || then.factId === now?.factId;
}

/** The rights in Licet itself with a token for another application: none, whatever rights the user has. */
export const nobody: CallerAccess = {
  userId: null,
  actor: null,
  roles: [],
  permissions: [],
  owns: new Set(),
  can: () => false,
  isAdmin: false,
  moment: null,
};

/** The operator may do everything, so no database read is needed. */
const operatorAccess: CallerAccess = {
  userId: null,
  actor: { kind: 'operator', id: null, name: 'operator' },
  roles: [adminRole],
  permissions: [],
  owns: new Set(),
  can: () => true,
  isAdmin: true,
  moment: null,
};

/** The identifier of the application in the path of a call. */
export function applicationIn(params: unknown): string {
  if (namesApplication(params)) return params.application;
  throw new Error('The call names no application in its path.');
}

function namesApplication(params: unknown): params is { readonly application: string } {
  return (
    typeof params === 'object' && params !== null && 'application' in params && typeof params.application === 'string'
  );
}
