import { generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  bindName,
  type connectionChange,
  type FieldError,
  licetApplication,
  limits,
  type newConnection,
  type PublicKey,
} from '@licet/contract';
import type * as z from 'zod';
import { aboutConnection, type Secrets } from '../../identity/keys/secrets.ts';
import { fault, refuse } from '../../refusal.ts';
import {
  type ConnectionFields,
  type DirectoryFields,
  deleteConnection,
  insertConnection,
  keepConnectionSecret,
  listConnections,
  type ProviderFields,
  removeConnectionSecret,
  type StoredConnection,
  updateConnection,
} from '../../store/connections/connections.ts';
import { queueSync } from '../../store/connections/syncs.ts';
import { grantedApplications } from '../../store/grants/grants.ts';
import { findGroup, groupAndAbove } from '../../store/groups/groups.ts';
import type { Change } from '../../store/kernel/change.ts';
import { lockingOut } from '../../store/policy/plan.ts';
import { findPolicy } from '../../store/policy/policy.ts';
import { decidesIn } from '../../store/requests/deciders.ts';
import type { CallerAccess } from '../authorise.ts';
import type { Caller } from '../context.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { requireMayGrantThrough } from '../may-give.ts';
import { connectionRecord, connectionTarget, refuseFields, requireVersion } from '../require.ts';
import { changing } from '../use-case.ts';
import {
  requireConnection,
  shownConnection,
  usualConnection,
  usualDirectory,
  usualScopes,
  usualSettings,
} from './read.ts';

/** The inconsistencies of a connection. */
function faultsOf(fields: ConnectionFields): FieldError[] {
  const { createsUsers, allowedDomains } = fields;
  const faults = fields.kind === 'ldap' ? faultsOfDirectory(fields) : faultsOfProvider(fields);
  if (createsUsers && allowedDomains.length === 0)
    faults.push(fault({ pointer: '/allowedDomains' }, 'allowed_domains_missing', {}));
  return faults;
}

/** The given fields that only connections of another kind have. */
function faultsOfKind(kind: ConnectionFields['kind'], body: object): FieldError[] {
  const of = kind === 'ldap' ? 'provider' : 'directory';
  const foreign: readonly string[] = kind === 'ldap' ? ofProviders : ['directory'];
  return Object.keys(body)
    .filter((name) => foreign.includes(name))
    .map((name) => fault({ pointer: `/${name}` }, 'setting_of_other_kind', { kind: of }));
}

const ofProviders = ['issuer', 'clientId', 'proof', 'scopes', 'groupsClaim', 'twoFactorValues', 'signsOutThere'];

function faultsOfProvider(fields: ProviderFields): FieldError[] {
  const { kind, issuer, proof, scopes, groupsClaim, groupMappings, signsOutThere } = fields;
  const faults: FieldError[] = [];
  if (kind === 'github') {
    if (new URL(issuer).origin !== issuer) faults.push(fault({ pointer: '/issuer' }, 'github_address', {}));
    if (proof !== 'secret') faults.push(fault({ pointer: '/proof' }, 'github_key', {}));
    if (groupsClaim !== null) faults.push(fault({ pointer: '/groupsClaim' }, 'github_groups', {}));
    if (signsOutThere) faults.push(fault({ pointer: '/signsOutThere' }, 'github_sign_out', {}));
  } else if (!scopes.includes('openid')) faults.push(fault({ pointer: '/scopes' }, 'scope_openid_missing', {}));
  if (groupMappings.length > 0 && groupsClaim === null)
    faults.push(fault({ pointer: '/groupsClaim' }, 'groups_claim_missing', {}));
  return faults;
}

function faultsOfDirectory({ directory, groupMappings }: DirectoryFields): FieldError[] {
  const { bindDn, groupSource, nestedGroups, memberAttribute, syncMinutes } = directory;
  const faults: FieldError[] = [];
  if (bindDn.trim() === bindName) faults.push(fault({ pointer: '/directory/bindDn' }, 'bind_dn_only_name', {}));
  if (/^(?:EXTERNAL|PLAIN)$/i.test(bindDn.trim()))
    faults.push(fault({ pointer: '/directory/bindDn' }, 'bind_dn_not_dn', {}));
  if (syncMinutes !== null && bindDn.includes(bindName))
    faults.push(fault({ pointer: '/directory/syncMinutes' }, 'sync_needs_bind_password', {}));
  if (groupMappings.length > 0 && groupSource === 'none')
    faults.push(fault({ pointer: '/directory/groupSource' }, 'group_source_missing', {}));
  if (nestedGroups && (groupSource !== 'search' || memberAttribute.toLowerCase() === 'memberuid'))
    faults.push(fault({ pointer: '/directory/nestedGroups' }, 'nested_groups_not_searched', {}));
  return faults;
}

type NewConnection = z.output<typeof newConnection>;
type ConnectionChange = z.output<typeof connectionChange>;

/** @throws Refusal `sign_in_again` */
async function requireFresh(change: Change, caller: Caller): Promise<void> {
  if (caller.kind !== 'operator') await requireFreshSignIn(change, caller, 'sign_in_rules');
}

/**
 * A directory receives passwords and says who users are: a caller who sets its address, or how it identifies users, can
 * become any of its users.
 * @throws Refusal `may_not_grant`
 */
function requireMayDirect({ isAdmin }: CallerAccess, { kind }: Pick<ConnectionFields, 'kind'>): void {
  if (kind === 'ldap' && !isAdmin) refuse('may_not_grant', 'directory_not_administrator', {});
}

export const create = changing('connections.create', async (asked) => {
  const { change, access, body, caller, issuer, secrets } = asked;
  requireMayDirect(access, body);
  await requireFresh(change, caller);
  if ((await listConnections(change)).length >= limits.connectionsMax.value)
    refuse('invalid_request', 'connections_full', { most: limits.connectionsMax.value });
  const fields = newFields(body);
  await requireFit(change, access, fields);
  const id = await insertConnection(change, fields);
  await keepProof(change, secrets, id, fields, body.secret);
  const after = await requireConnection(change, id);
  await change.sideEffects(() => queueSync(change, after));
  change.record({ action: 'connection.created', target: connectionTarget(after), after: connectionRecord(after) });
  return shownConnection(after, issuer);
});

export const update = changing('connections.update', async (asked) => {
  const { change, access, params, body, caller, issuer, ifMatch, secrets } = asked;
  await requireFresh(change, caller);
  const before = await requireConnection(change, params.connection);
  requireMayDirect(access, before);
  requireVersion(before, ifMatch);
  refuseFields(faultsOfKind(before.kind, body));
  const fields = changedFields(before, body);
  await requireFit(change, access, fields, changedFields(before, {}));
  // A secret from one provider is not sent to another.
  if (body.secret === undefined && before.hasSecret && whereSecretGoes(fields) !== whereSecretGoes(before))
    refuseFields([
      fault({ pointer: '/secret' }, 'secret_needed_again', { kind: fields.kind === 'ldap' ? 'directory' : 'provider' }),
    ]);
  const lockedBefore = await locksOut(change);
  await updateConnection(change, before.id, fields);
  if (!lockedBefore) await requireAdministratorsIn(change, before);
  await keepProof(change, secrets, before.id, fields, body.secret, before);
  const after = await requireConnection(change, before.id);
  await change.sideEffects(() => queueSync(change, after));
  change.record({
    action: 'connection.changed',
    target: connectionTarget(after),
    before: connectionRecord(before),
    after: { ...connectionRecord(after), ...(body.secret !== undefined && { secret: 'another' }) },
  });
  return shownConnection(after, issuer);
});

/**
 * Deletes a connection and unlinks its accounts. If the connection is a directory with a schedule, its users would no
 * longer be suspended when they leave. So only an administrator may delete it.
 */
export const remove = changing('connections.remove', async ({ change, access, params, caller, ifMatch }) => {
  await requireFresh(change, caller);
  const before = await requireConnection(change, params.connection);
  if (!access.isAdmin && before.kind === 'ldap' && before.directory.syncMinutes !== null)
    refuse('may_not_grant', 'directory_deleted', { connection: before.name });
  requireVersion(before, ifMatch);
  const lockedBefore = await locksOut(change);
  await deleteConnection(change, before.id);
  if (!lockedBefore) await requireAdministratorsIn(change, before);
  change.record({
    action: 'connection.deleted',
    target: connectionTarget(before),
    before: { ...connectionRecord(before), people: before.people },
  });
});

const locksOut = async (change: Change) =>
  (await lockingOut(change, [await findPolicy(change.connection)]))[0] === true;

/**
 * Refuses a change after which no administrator could sign in.
 * @throws Refusal `locks_out`
 */
async function requireAdministratorsIn(change: Change, { name }: Pick<StoredConnection, 'name'>): Promise<void> {
  if (await locksOut(change)) refuse('locks_out', 'connection_lets_administrators_in', { connection: name });
}

function newFields(body: NewConnection): ConnectionFields {
  if (body.kind === 'ldap')
    return {
      ...usualDirectory,
      ...definedFields(body),
      directory: { ...usualSettings, ...definedFields(body.directory) },
    };
  return { ...usualConnection, scopes: usualScopes[body.kind], ...definedFields(body) };
}

/** Returns the fields of the connection with the given ones replaced. */
function changedFields(stored: StoredConnection, { directory = {}, ...body }: ConnectionChange): ConnectionFields {
  const groups = {
    defaultGroups: stored.defaultGroups.map(({ id }) => id),
    groupMappings: stored.groupMappings.map(({ value, group }) => ({ value, group: group.id })),
  };
  return stored.kind === 'ldap'
    ? { ...stored, ...groups, ...definedFields(body), directory: { ...stored.directory, ...definedFields(directory) } }
    : { ...stored, ...groups, ...definedFields(body) };
}

type Defined<Body> = { [Name in keyof Body]: Exclude<Body[Name], undefined> };

const definedFields = <Body extends object>(body: Body) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Defined<Body>;

/** Returns the origin to which the secret is sent. With a key pair, Licet sends no secret. */
function whereSecretGoes(fields: ConnectionFields | StoredConnection): string {
  if (fields.kind !== 'ldap') return fields.proof === 'secret' ? new URL(fields.issuer).origin : '';
  const { url, startTls } = fields.directory;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}${protocol === 'ldap:' && !startTls ? ' in plain' : ''}`;
}

/**
 * The provider's operator decides who is a member of its groups. So mapping a group requires the right to give its
 * access, and no newly mapped group may give access to Licet itself, not even in an emergency. A group that was already
 * mapped is accepted, so that the connection can still be changed or disabled. While it gives such access, no user is
 * added to it.
 * @throws Refusal `invalid_request`, `may_not_grant`
 */
async function requireFit(
  change: Change,
  access: CallerAccess,
  fields: ConnectionFields,
  before?: ConnectionFields,
): Promise<void> {
  refuseFields(faultsOf(fields));
  const known = new Set(before && groupsIn(before));
  for (const id of new Set(groupsIn(fields))) {
    const group = await findGroup(change, id);
    if (!group) return refuseFields([placeOf(fields, id)]);
    if (!access.can('groups.manage')) refuse('may_not_grant', 'mapping_needs_groups', { group: group.name });
    const given = await grantedApplications(change, await groupAndAbove(change, id));
    if (!known.has(id) && [...given, ...(await decidesIn(change, id))].includes(licetApplication))
      refuse('may_not_grant', 'mapping_gives_licet', { group: group.name });
    await requireMayGrantThrough(change, access, id);
  }
}

const groupsIn = ({ defaultGroups, groupMappings }: ConnectionFields): string[] => [
  ...defaultGroups,
  ...groupMappings.map(({ group }) => group),
];

function placeOf({ defaultGroups, groupMappings }: ConnectionFields, id: string): FieldError {
  const place = defaultGroups.indexOf(id);
  const pointer =
    place >= 0
      ? `/defaultGroups/${place}`
      : `/groupMappings/${groupMappings.findIndex(({ group }) => group === id)}/group`;
  return fault({ pointer }, 'mapped_group_unknown', { group: id });
}

/** Stores the secret, or a new key, encrypted under the server's key. @throws Refusal `invalid_request` */
async function keepProof(
  { connection }: Change,
  secrets: Secrets,
  id: string,
  fields: ConnectionFields,
  secret: string | undefined,
  before?: StoredConnection,
): Promise<void> {
  const seal = (text: string) => secrets.seal(text, aboutConnection(id));
  if (fields.kind === 'ldap' && fields.directory.bindDn.includes(bindName)) {
    if (secret !== undefined) refuseFields([fault({ pointer: '/secret' }, 'bind_password_superfluous', {})]);
    return removeConnectionSecret(connection, id);
  }
  if (fields.kind === 'ldap' || fields.proof === 'secret') {
    if (secret !== undefined) return keepConnectionSecret(connection, id, seal(secret), null);
    if (fields.kind === 'ldap' && !before?.hasSecret)
      refuseFields([fault({ pointer: '/secret' }, 'bind_password_missing', {})]);
    if (before && before.kind !== 'ldap' && before.proof === 'private_key')
      await removeConnectionSecret(connection, id);
    return;
  }
  if (before && before.kind !== 'ldap' && before.proof === 'private_key' && before.publicKey) return;
  const { privateJwk, publicKey } = newKey();
  await keepConnectionSecret(connection, id, seal(JSON.stringify(privateJwk)), publicKey);
}

function newKey(): { readonly privateJwk: object; readonly publicKey: PublicKey } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d, x = '', y = '' } = privateKey.export({ format: 'jwk' });
  const publicKey: PublicKey = { kty: 'EC', crv: 'P-256', x, y, kid: randomUUID(), alg: 'ES256', use: 'sig' };
  return { privateJwk: { kty: 'EC', crv: 'P-256', x, y, d, kid: publicKey.kid }, publicKey };
}
