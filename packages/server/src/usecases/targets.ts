import type { ClientKey, Grant, Group, OpenIdClient, Permission, Principal, Ref } from '@licet/contract';
import type { StoredConnection } from '../store/connections/connections.ts';
import { type UserFields, userFields } from '../store/users/users.ts';

// The targets of events, and records of things: by name, so that they read the same after a deletion.

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
/** A user by name and username, as one text that an erasure empties; a group or a program with its kind, which each language names. */
export const principalRecord = ({ kind, name, detail }: Principal) => {
  if (kind === 'user') return `${name} (${detail ?? kind})`;
  return kind === 'group' ? { kind, name } : { kind, name, application: detail };
};
/** A role or a permission with its kind, which each language names. */
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
export const clientRecord = ({
  name,
  kind,
  redirectUris,
  postLogoutRedirectUris,
  webOrigins,
  backchannelLogoutUri,
  requirePkce,
  idTokenAlgorithm,
  requirePushedAuthorization,
}: OpenIdClient) => ({
  name,
  kind,
  redirectUris,
  postLogoutRedirectUris,
  webOrigins,
  backchannelLogoutUri,
  requirePkce,
  idTokenAlgorithm,
  requirePushedAuthorization,
});
/** A key of a client in an event, by name, without its secret. */
export const clientKeyRecord = ({ name, kind, hint, publicKey, endsAt }: ClientKey) => ({
  key: name,
  kind,
  ...(publicKey ? { publicKey: publicKey.kid ?? (publicKey.x ?? publicKey.n ?? '').slice(0, 20) } : { hint }),
  endsAt,
});
/** A connection in an event, by name, without its secret. */
export const connectionRecord = (connection: StoredConnection) => {
  const { id: _, people: __, createdAt: ___, version: ____, defaultGroups, groupMappings, ...told } = connection;
  return {
    ...told,
    ...('publicKey' in told && { publicKey: told.publicKey?.kid ?? null }),
    defaultGroups: defaultGroups.map(({ name }) => name),
    groupMappings: groupMappings.map(({ value, group }) => `${value}: ${group.name}`),
  };
};
