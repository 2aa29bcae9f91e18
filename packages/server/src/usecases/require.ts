import type {
  ClientKey,
  FieldError,
  Grant,
  Group,
  OpenIdClient,
  Permission,
  Principal,
  Ref,
  Role,
  User,
} from '@licet/contract';
import { refuse, refuseFault } from '../refusal.ts';
import { findApplication, type StoredApplication } from '../store/applications/applications.ts';
import { findClient, type StoredClient } from '../store/applications/clients.ts';
import type { StoredConnection } from '../store/connections/connections.ts';
import { findGroup } from '../store/groups/groups.ts';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import { findPermission } from '../store/permissions/permissions.ts';
import { findRole } from '../store/roles/roles.ts';
import { findUser, type UserFields, userFields } from '../store/users/users.ts';
import { noApplication } from './authorise.ts';

/** @throws Refusal `version_conflict` when `If-Match` was sent and names another version */
export function requireVersion(entity: { readonly version: number }, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === entity.version) return;
  const current = entity.version;
  refuse('version_conflict', 'version_moved', { current, sent: ifMatch }, { currentVersion: current });
}

/** @throws Refusal `not_found` */
export async function requireApplication(snapshot: Snapshot, key: string): Promise<StoredApplication> {
  return (await findApplication(snapshot, key)) ?? noApplication(key);
}

/** @throws Refusal `not_found` */
export async function requireUser(snapshot: Snapshot, id: string): Promise<User> {
  return (await findUser(snapshot, id)) ?? refuse('not_found', 'user_unknown', { user: id });
}

/** @throws Refusal `not_found` */
export async function requireGroup(snapshot: Snapshot, id: string): Promise<Group> {
  return (await findGroup(snapshot, id)) ?? refuse('not_found', 'group_unknown', { group: id });
}

/** @throws Refusal `not_found`, `wrong_state` for a client that signs people in */
export async function requirePrincipal(snapshot: Snapshot, id: string): Promise<Principal> {
  const user = await findUser(snapshot, id);
  if (user) return { kind: 'user', id: user.id, name: user.name, detail: user.username };
  const group = await findGroup(snapshot, id);
  if (group) return { kind: 'group', id: group.id, name: group.name };
  const client = await findClient(snapshot.connection, id);
  if (client?.kind === 'service')
    return { kind: 'client', id: client.id, name: client.name, detail: client.application };
  if (client) refuse('wrong_state', 'client_signs_users_in', { client: client.name });
  return refuse('not_found', 'principal_unknown', { principal: id });
}

/** @throws Refusal `not_found` */
export async function requirePermission(
  snapshot: Snapshot,
  application: StoredApplication,
  id: string,
): Promise<Permission> {
  return (
    (await findPermission(snapshot, application.factId, id)) ??
    refuse('not_found', 'permission_unknown', { application: application.name, permission: id })
  );
}

/** @throws Refusal `not_found` */
export async function requireRole(snapshot: Snapshot, application: StoredApplication, id: string): Promise<Role> {
  return (
    (await findRole(snapshot, application.factId, id)) ??
    refuse('not_found', 'role_unknown', { application: application.name, role: id })
  );
}

/** @throws Refusal `not_found` */
export async function requireClient(
  { connection }: Snapshot,
  application: StoredApplication,
  id: string,
): Promise<StoredClient> {
  const client = await findClient(connection, id);
  if (client?.application === application.id) return client;
  return refuse('not_found', 'client_unknown', { application: application.name, client: id });
}

/** @throws Refusal `built_in` */
export function requireOwn(entity: { readonly builtIn: boolean; readonly name: string }): void {
  if (entity.builtIn) refuse('built_in', 'part_of_licet', { name: entity.name });
}

/** @throws Refusal `invalid_request`, with the fields at fault */
export function refuseFields(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (!first) return;
  if (errors.length === 1) refuseFault('invalid_request', first);
  refuse('invalid_request', 'fields_refused', { count: errors.length }, { errors: errors.slice(0, 100) });
}

/** A client in the shape of the contract. */
export function shownClient(client: StoredClient): OpenIdClient {
  const { applicationName: _, ...shown } = client;
  return shown;
}

// The targets of events, and the fields of objects in events. They contain names, so that they read the same after a
// deletion.

export const userTarget = ({ id, name }: Ref) => ({ kind: 'user', id, name });
export const groupTarget = ({ id, name }: Ref) => ({ kind: 'group', id, name });
export const applicationTarget = ({ id, name }: Ref) => ({ kind: 'application', id, name });
export const permissionTarget = ({ id, name }: Ref) => ({ kind: 'permission', id, name });
export const roleTarget = ({ id, name }: Ref) => ({ kind: 'role', id, name });
export const clientTarget = ({ id, name }: Ref) => ({ kind: 'client', id, name });
export const connectionTarget = ({ id, name }: Ref) => ({ kind: 'connection', id, name });
export const grantTarget = ({ id, gives, principal }: Grant) => ({
  kind: 'grant',
  id,
  name: `${gives.name} to ${principal.name}`,
});

/** The fields of a user in an event. Unset fields are left out, except the address. */
export const userRecord = (user: UserFields) =>
  Object.fromEntries(Object.entries(userFields(user)).filter(([field, value]) => value !== null || field === 'email'));
export const groupRecord = ({ name, description }: Group) => ({ name, description });
export const applicationRecord = ({ name, description }: { name: string; description: string }) => ({
  name,
  description,
});
export const permissionRecord = ({ name, title }: Permission) => ({ name, title });
/**
 * The record of a principal. A user is one text with name and username, which an erasure can empty. A group or a
 * program has its kind in a field, which each language translates.
 */
export const principalRecord = ({ kind, name, detail }: Principal) => {
  if (kind === 'user') return `${name} (${detail ?? kind})`;
  return kind === 'group' ? { kind, name } : { kind, name, application: detail };
};
/** The record of a role or a permission. Its kind is a field, which each language translates. */
export const givenRecord = ({ kind, name }: { readonly kind: 'role' | 'permission'; readonly name: string }) => ({
  kind,
  name,
});
export const grantRecord = ({ principal, gives, starts, ends, reason }: Grant) => ({
  to: principalRecord(principal),
  gives: givenRecord(gives),
  starts,
  ends,
  reason,
});
const clientFields = [
  'name',
  'kind',
  'redirectUris',
  'postLogoutRedirectUris',
  'webOrigins',
  'backchannelLogoutUri',
  'requirePkce',
  'idTokenAlgorithm',
  'requirePushedAuthorization',
] as const;
export const clientRecord = (client: OpenIdClient) =>
  Object.fromEntries(clientFields.map((field) => [field, client[field]])) as Pick<
    OpenIdClient,
    (typeof clientFields)[number]
  >;
/** A key of a client in an event, by name, without its secret. */
export const clientKeyRecord = ({ name, kind, hint, publicKey, endsAt }: ClientKey) => ({
  key: name,
  kind,
  ...(publicKey ? { publicKey: publicKey.kid ?? (publicKey.x ?? publicKey.n ?? '').slice(0, 20) } : { hint }),
  endsAt,
});
/** A connection in an event, by name, without its secret. */
export const connectionRecord = (connection: StoredConnection) => {
  const { id: _, people: __, createdAt: ___, version: ____, defaultGroups, groupMappings, ...fields } = connection;
  return {
    ...fields,
    ...('publicKey' in fields && { publicKey: fields.publicKey?.kid ?? null }),
    defaultGroups: defaultGroups.map(({ name }) => name),
    groupMappings: groupMappings.map(({ value, group }) => `${value}: ${group.name}`),
  };
};
