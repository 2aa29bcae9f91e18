import { bindName, type Connection, type ConnectionTest, type DirectorySettings } from '@licet/contract';
import {
  backchannelLogoutPath,
  directoryOf,
  providerOf,
  returnPath,
  signedOutPath,
} from '../../identity/connections/external-provider.ts';
import { changeableGroups } from '../../identity/connections/mapped-groups.ts';
import { finding, refuse } from '../../refusal.ts';
import {
  type DirectoryFields,
  findConnection,
  listConnections,
  type ProviderFields,
  type StoredConnection,
  type StoredDirectory,
} from '../../store/connections/connections.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { answering, reading } from '../use-case.ts';

export const list = reading('connections.list', async ({ snapshot, issuer }) => ({
  items: (await listConnections(snapshot)).map((connection) => shownConnection(connection, issuer)),
}));

/** No database connection is held while the provider is contacted. */
export const test = answering('connections.test', async ({ database, secrets, upstream, params }) => {
  const { test, closed } = await readNow(database, async (snapshot) => {
    const found = await requireConnection(snapshot, params.connection);
    const named = [...found.defaultGroups, ...found.groupMappings.map(({ group }) => group)];
    const { closed } = await changeableGroups(snapshot, named);
    if (found.kind !== 'ldap') {
      const provider = await providerOf(snapshot.connection, secrets, found);
      return { test: () => upstream.test(provider), closed };
    }
    const directory = await directoryOf(snapshot.connection, secrets, found);
    return { test: () => upstream.directories.test(directory), closed };
  });
  const { works, findings } = await test();
  return { works, findings: [...findings, ...aboutMappings(closed)] };
});

/** A finding if the connection maps groups to which it adds no users. Signing in works nevertheless. */
function aboutMappings(closed: readonly { readonly name: string }[]): ConnectionTest['findings'] {
  if (closed.length === 0) return [];
  const { sentence, ...said } = finding('groups_closed', { groups: closed.map(({ name }) => name) });
  return [{ about: 'mappings', right: false, found: sentence, ...said }];
}

/** A connection in the shape of the contract. */
export const shownConnection = (connection: StoredConnection, issuer: string): Connection =>
  connection.kind === 'ldap'
    ? connection
    : {
        ...connection,
        redirectUri: issuer + returnPath,
        postLogoutRedirectUri: issuer + signedOutPath,
        backchannelLogoutUri: connection.kind === 'github' ? null : issuer + backchannelLogoutPath(connection.id),
      };

/** @throws Refusal `not_found` */
export async function requireConnection(snapshot: Snapshot, id: string): Promise<StoredConnection> {
  return (await findConnection(snapshot, id)) ?? refuse('not_found', 'connection_unknown', { connection: id });
}

/** Whether a connection is a directory whose users can be imported. @throws Refusal `invalid_request` */
export function requireReadable(connection: StoredConnection): StoredDirectory {
  if (connection.kind !== 'ldap')
    return refuse('invalid_request', 'import_needs_directory', { connection: connection.name });
  if (!hasReader(connection)) refuse('invalid_request', 'import_needs_reader', { connection: connection.name });
  return connection;
}

/** Whether Licet can list the entries of a directory without a user's password. */
export const hasReader = ({ directory }: StoredDirectory): boolean => !directory.bindDn.includes(bindName);

const usual = {
  enabled: true,
  domains: [],
  createsUsers: false,
  allowedDomains: [],
  trustsAddresses: false,
  defaultGroups: [],
  groupMappings: [],
} satisfies Partial<DirectoryFields>;

/** The defaults of a provider. */
export const usualConnection: Omit<ProviderFields, 'kind' | 'name' | 'issuer' | 'clientId' | 'scopes'> = {
  ...usual,
  proof: 'secret',
  groupsClaim: null,
  twoFactorValues: [],
  signsOutThere: false,
};

export const usualScopes = { openid: ['openid', 'profile', 'email'], github: ['read:user', 'user:email'] };

/** The defaults of a directory. Its addresses count as verified, because the directory's administrators enter them. */
export const usualDirectory: Omit<DirectoryFields, 'kind' | 'name' | 'directory'> = { ...usual, trustsAddresses: true };

/** The defaults of OpenLDAP (RFC 2798, RFC 4530). */
export const usualSettings: Omit<DirectorySettings, 'url' | 'baseDn' | 'bindDn'> = {
  startTls: true,
  caCertificate: null,
  loginAttributes: ['uid', 'mail'],
  personClass: 'person',
  idAttribute: 'entryUUID',
  nameAttribute: 'cn',
  emailAttribute: 'mail',
  groupSource: 'none',
  groupBaseDn: null,
  groupClass: 'groupOfNames',
  memberAttribute: 'member',
  nestedGroups: false,
  syncMinutes: null,
  syncMakes: true,
};
