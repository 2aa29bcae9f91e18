import {
  type AddressFault,
  companionsOf,
  type FieldError,
  faultOfReturn,
  isLoopback,
  type OpenIdClient,
} from '@licet/contract';
import { fault } from '../../refusal.ts';
import { clientKeysOf, insertClientKey } from '../../store/applications/client-keys.ts';
import { deleteClient, insertClient, updateClient } from '../../store/applications/clients.ts';
import { listedChange } from '../long-lists.ts';
import { requireMayActAs, requireMayGrant, requireMayTakeName } from '../may-give.ts';
import {
  clientKeyRecord,
  clientRecord,
  clientTarget,
  refuseFields,
  requireApplication,
  requireClient,
  requireOwn,
  requireVersion,
  shownClient,
} from '../require.ts';
import { changing } from '../use-case.ts';
import { faultsOfKeys, firstKeys } from './new-keys.ts';

/** The addresses of a client. */
type Addresses = Pick<OpenIdClient, 'redirectUris' | 'postLogoutRedirectUris' | 'webOrigins' | 'backchannelLogoutUri'>;

/**
 * The faults in the addresses of a client, by field. They are compared exactly later (RFC 9700 section 2.1), so
 * nothing is corrected here.
 */
export function faultsOf(kind: OpenIdClient['kind'], addresses: Addresses): FieldError[] {
  const { redirectUris, postLogoutRedirectUris, webOrigins } = addresses;
  if (kind === 'service' || kind === 'device')
    return [
      ...faultsOfLogout(kind, addresses),
      ...(['redirectUris', 'postLogoutRedirectUris', 'webOrigins'] as const).flatMap((field) =>
        addresses[field].length > 0 ? [fault({ pointer: `/${field}` }, 'client_without_addresses', { kind })] : [],
      ),
    ];
  return [
    ...(redirectUris.length === 0 ? [fault({ pointer: '/redirectUris' }, 'client_needs_an_address', {})] : []),
    ...faultsIn('redirectUris', redirectUris, (at, uri) => faultOf(kind, at, uri)),
    ...faultsIn('postLogoutRedirectUris', postLogoutRedirectUris, (at, uri) => faultOf(kind, at, uri)),
    ...faultsIn('webOrigins', webOrigins, kind === 'native' ? noOrigins : faultOfOrigin),
    ...faultsOfLogout(kind, addresses),
  ];
}

/**
 * Back-channel logout needs a client on a server. The host name of its address is resolved only when Licet calls it
 * (Back-Channel Logout 1.0 section 2.2).
 */
function faultsOfLogout(kind: OpenIdClient['kind'], { backchannelLogoutUri: uri }: Addresses): FieldError[] {
  if (uri === null) return [];
  const at = { pointer: '/backchannelLogoutUri' };
  const url = parsed(uri);
  if (kind !== 'server') return [fault(at, 'client_without_logout', {})];
  if (url && !/^https?:$/.test(url.protocol)) return [fault(at, 'client_logout_https', {})];
  const found = faultOf(kind, at, uri);
  return found ? [found] : [];
}

type At = { readonly pointer: string };
type FaultOf = (at: At, uri: string) => FieldError | undefined;

const noOrigins: FaultOf = (at) => fault(at, 'client_without_origins', {});

function faultsIn(field: string, list: readonly string[], faultOf: FaultOf): FieldError[] {
  return list.flatMap((uri, index) => {
    const at = { pointer: `/${field}/${index}` };
    const found = list.indexOf(uri) < index ? fault(at, 'address_twice', {}) : faultOf(at, uri);
    return found ? [found] : [];
  });
}

function faultOf(kind: OpenIdClient['kind'], at: At, uri: string): FieldError | undefined {
  const found = faultOfReturn(kind, uri);
  return found && faults[found](at, uri);
}

const faults: Readonly<Record<AddressFault, (at: At, uri: string) => FieldError>> = {
  characters: (at) => fault(at, 'address_characters', {}),
  wildcard: (at) => fault(at, 'address_wildcard', {}),
  fragment: (at) => fault(at, 'address_fragment', {}),
  no_address: (at) => fault(at, 'address_not_absolute', {}),
  host: (at) => fault(at, 'address_host', {}),
  no_host: (at) => fault(at, 'address_without_host', {}),
  user_name: (at) => fault(at, 'address_user_name', {}),
  host_spelling: (at, uri) => fault(at, 'address_host_spelling', { host: new URL(uri).host }),
  needs_tls: (at) => fault(at, 'address_needs_tls', {}),
  loopback_tls: (at) => fault(at, 'address_loopback_tls', {}),
  native_only: (at, uri) => fault(at, 'address_scheme_of_native', { scheme: schemeOf(uri) }),
  scheme: (at, uri) => fault(at, 'address_scheme', { scheme: schemeOf(uri) }),
};

const schemeOf = (uri: string) => new URL(uri).protocol.slice(0, 40);

const faultOfOrigin: FaultOf = (at, origin) => {
  const url = parsed(origin);
  if (!url || !(url.protocol === 'https:' || url.protocol === 'http:')) return fault(at, 'origin_form', {});
  if (origin !== url.origin) return fault(at, 'origin_with_more', { origin: url.origin });
  if (origin.includes('*')) return fault(at, 'origin_wildcard', {});
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return fault(at, 'address_needs_tls', {});
  return undefined;
};

const parsed = (uri: string) => (URL.canParse(uri) ? new URL(uri) : undefined);

/** The client's options for PKCE, client proof and ID token signatures. */
export type Proofs = Pick<OpenIdClient, 'requirePkce' | 'idTokenAlgorithm' | 'requirePushedAuthorization'>;

type Said = { readonly [Name in keyof Proofs]?: Proofs[Name] | undefined };

/** Returns the given options; omitted ones keep their present or default values. */
export const proofsOf = (said: Said, before: Proofs = usual): Proofs => ({
  requirePkce: said.requirePkce ?? before.requirePkce,
  idTokenAlgorithm: said.idTokenAlgorithm ?? before.idTokenAlgorithm,
  requirePushedAuthorization: said.requirePushedAuthorization ?? before.requirePushedAuthorization,
});

export function faultsOfProofs(kind: OpenIdClient['kind'], proofs: Proofs): FieldError[] {
  return [...faultsOfPkce(kind, proofs), ...faultsOfPushing(kind, proofs)];
}

const usual: Proofs = {
  requirePkce: true,
  idTokenAlgorithm: 'ES256',
  requirePushedAuthorization: false,
};

/**
 * Only a client with a secret may omit PKCE: its secret is another proof that the code is its own (RFC 9700 section
 * 2.1.1).
 */
function faultsOfPkce(kind: OpenIdClient['kind'], { requirePkce }: Proofs): FieldError[] {
  if (requirePkce || kind === 'server') return [];
  const at = { pointer: '/requirePkce' };
  if (kind === 'browser' || kind === 'native') return [fault(at, 'client_needs_pkce', {})];
  return [fault(at, 'client_without_codes', { kind })];
}

function faultsOfPushing(kind: OpenIdClient['kind'], { requirePushedAuthorization: pushed }: Proofs): FieldError[] {
  if (!pushed || kind === 'browser' || kind === 'native' || kind === 'server') return [];
  return [fault({ pointer: '/requirePushedAuthorization' }, 'client_pushes_nothing', { kind })];
}

/**
 * Registers a client.
 * - The application Licet itself takes no clients besides the console, because they would get tokens that manage Licet.
 * - A client that signs users in gets tokens with their access without a consent page. So registering one requires the
 * right to grant that access.
 */
export const create = changing('clients.create', async ({ change, access, params, body }) => {
  const application = await requireApplication(change, params.application);
  requireOwn(application);
  if (body.kind !== 'service') requireMayGrant(access, application.id);
  await requireMayTakeName(change, access, application.id, body.name);
  const { redirectUris = [], postLogoutRedirectUris = [], webOrigins = [], backchannelLogoutUri = null } = body;
  const { name, kind } = body;
  const companions = companionsOf(kind, redirectUris);
  const addresses = {
    redirectUris,
    postLogoutRedirectUris:
      postLogoutRedirectUris.length > 0 ? postLogoutRedirectUris : companions.postLogoutRedirectUris,
    webOrigins: webOrigins.length > 0 ? webOrigins : companions.webOrigins,
    backchannelLogoutUri,
  };
  const proofs = proofsOf(body);
  const keys = firstKeys(change, body);
  refuseFields([
    ...faultsOf(kind, addresses),
    ...faultsOfProofs(kind, proofs),
    ...faultsOfKeys(kind, body.publicKeys ?? []),
  ]);
  const id = await insertClient(change, application.factId, { name, kind, ...proofs, ...addresses });
  await change.sideEffects(async () => {
    for (const key of keys) await insertClientKey(change, id, key);
  });
  const client = shownClient(await requireClient(change, application, id));
  change.record({
    action: 'client.created',
    application: application.id,
    target: clientTarget(client),
    after: {
      ...clientRecord(client),
      ...(keys.length > 0 && { keys: (await clientKeysOf(change, id)).map(clientKeyRecord) }),
    },
  });
  return { client, secret: keys.find(({ secret }) => secret)?.secret?.secret ?? null };
});

/**
 * Updates a client. A change of its redirect or logout addresses decides where users, codes and tokens go. So it
 * requires the right to grant, as for a new client.
 */
export const update = changing('clients.update', async ({ change, access, params, body, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  const before = await requireClient(change, application, params.client);
  requireOwn(before);
  requireVersion(before, ifMatch);
  const next = {
    name: body.name ?? before.name,
    redirectUris: body.redirectUris ?? before.redirectUris,
    postLogoutRedirectUris: body.postLogoutRedirectUris ?? before.postLogoutRedirectUris,
    webOrigins: body.webOrigins ?? before.webOrigins,
    backchannelLogoutUri:
      body.backchannelLogoutUri === undefined ? before.backchannelLogoutUri : body.backchannelLogoutUri,
    ...proofsOf(body, before),
  };
  refuseFields([...faultsOf(before.kind, next), ...faultsOfProofs(before.kind, next)]);
  if (opensMore(before, next)) requireMayGrant(access, application.id);
  if (next.name !== before.name) {
    await requireMayActAs(change, access, before, 'program_renamed');
    await requireMayTakeName(change, access, application.id, next.name, before.id);
  }
  await updateClient(change, application.factId, before, next);
  const after = shownClient(await requireClient(change, application, before.id));
  const [recordBefore, recordAfter] = withListedChange(clientRecord(before), clientRecord(after));
  change.record({
    action: 'client.changed',
    application: application.id,
    target: clientTarget(after),
    before: recordBefore,
    after: recordAfter,
  });
  return after;
});

export const remove = changing('clients.remove', async ({ change, access, params, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  const client = await requireClient(change, application, params.client);
  requireOwn(client);
  requireVersion(client, ifMatch);
  await requireMayActAs(change, access, client, 'program_deleted');
  await deleteClient(change, client.id);
  change.record({
    action: 'client.deleted',
    application: application.id,
    target: clientTarget(client),
    before: clientRecord(client),
  });
});

type ClientRecord = ReturnType<typeof clientRecord>;

/**
 * Returns a changed client for the event, before and after. Long address lists contain only the removed and added
 * addresses, however many these are.
 */
function withListedChange(before: ClientRecord, after: ClientRecord): readonly [ClientRecord, ClientRecord] {
  const [recordBefore, recordAfter] = [{ ...before }, { ...after }];
  for (const list of addressLists) [recordBefore[list], recordAfter[list]] = listedChange(before[list], after[list]);
  return [recordBefore, recordAfter];
}

const addressLists = ['redirectUris', 'postLogoutRedirectUris', 'webOrigins'] as const;

type Ways = Addresses & Pick<OpenIdClient, 'requirePkce' | 'requirePushedAuthorization'>;

/** Whether a change adds an address to which users, codes or tokens can be sent, or drops a required proof. */
const opensMore = (before: Ways, next: Ways): boolean =>
  addressLists.some((field) => next[field].some((it) => !before[field].includes(it))) ||
  (next.backchannelLogoutUri !== null && next.backchannelLogoutUri !== before.backchannelLogoutUri) ||
  (['requirePkce', 'requirePushedAuthorization'] as const).some((proof) => before[proof] && !next[proof]);
