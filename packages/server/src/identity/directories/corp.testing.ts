import type { DirectorySettings } from '@licet/contract';
import type { QueryResult } from 'pg';
import { type Slapd, startSlapd } from '../../../../../scripts/debian-slapd.ts';
import { openGuard } from '../../outgoing/guard.ts';
import { type DirectoryFields, insertConnection, keepConnectionSecret } from '../../store/connections/connections.ts';
import { type TestStore, testStore } from '../../store/store.testing.ts';
import { usualDirectory, usualSettings } from '../../usecases/connections/read.ts';
import { aboutConnection } from '../keys/secrets.ts';
import { arrange, startServer, type TestClient, type TestServer } from '../steps/sign-in.testing.ts';
import { addLicetClient, begin } from '../steps/steps.testing.ts';
import { createDirectories } from './directories.ts';
import type { Directory } from './directory.ts';
import { escapedForDn } from './distinguished-names.ts';

// The directory of a fictional company for tests: its entries and settings.

const suffix = 'dc=corp,dc=example';
export const peopleDn = `ou=people,${suffix}`;
export const groupsDn = `ou=groups,${suffix}`;
export const reader = { dn: `cn=licet,ou=services,${suffix}`, password: 'the reader of the test' };
export const corpPassword = 'a password of the directory';

export const entry = (dn: string, attributes: Readonly<Record<string, string | readonly string[]>>) =>
  [
    `dn: ${dn}`,
    ...Object.entries(attributes).flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}`)),
    '',
  ].join('\n');

const unit = (name: string) => entry(`ou=${name},${suffix}`, { objectClass: 'organizationalUnit', ou: name });

export const person = (
  uid: string,
  more: Readonly<Record<string, string | readonly string[]>> = {},
  below = peopleDn,
  password = corpPassword,
) =>
  entry(`uid=${escapedForDn(uid)},${below}`, {
    objectClass: 'inetOrgPerson',
    uid,
    cn: `${uid} of Corp`,
    sn: uid,
    mail: `${uid}@corp.example`,
    userPassword: password,
    ...more,
  });

export const group = (name: string, members: readonly string[]) =>
  entry(`cn=${name},${groupsDn}`, { objectClass: 'groupOfNames', cn: name, member: members });

export const dnOf = (uid: string) => `uid=${uid},${peopleDn}`;

/** Two people with the same name, a locked entry, groups by DN and by name, and a referral. */
export const corp = [
  entry(suffix, { objectClass: ['dcObject', 'organization'], dc: 'corp', o: 'Corp' }),
  ...['people', 'groups', 'services', 'policies'].map(unit),
  entry(`cn=usual,ou=policies,${suffix}`, {
    objectClass: ['pwdPolicy', 'person'],
    cn: 'usual',
    sn: 'usual',
    pwdAttribute: 'userPassword',
    pwdLockout: 'TRUE',
    pwdMaxFailure: '1000',
  }),
  entry(reader.dn, { objectClass: ['person'], cn: 'licet', sn: 'licet', userPassword: reader.password }),
  entry(`ou=others,${peopleDn}`, { objectClass: 'organizationalUnit', ou: 'others' }),
  person('ada', { memberOf: [`cn=finance,${groupsDn}`, `cn=staff,${groupsDn}`] }),
  person('bob', { pwdAccountLockedTime: '000001010000Z' }),
  person('cleo', { memberOf: `cn=staff,${groupsDn}` }),
  person('o*(r)\\malley', { mail: 'omalley@corp.example' }),
  person('twin', { mail: 'one@corp.example' }),
  person('twin', { mail: 'two@corp.example' }, `ou=others,${peopleDn}`),
  person('mallory', { mail: 'mallory@elsewhere.example' }),
  group('finance', [dnOf('ada')]),
  group('staff', [dnOf('ada'), dnOf('cleo')]),
  entry(`cn=finance,${peopleDn}`, { objectClass: 'groupOfNames', cn: 'finance', member: dnOf('mallory') }),
  entry(`cn=shell,${groupsDn}`, {
    objectClass: 'posixGroup',
    cn: 'shell',
    gidNumber: '1000',
    memberUid: ['ada', 'bob'],
  }),
  entry(`ou=far,${peopleDn}`, {
    objectClass: ['referral', 'extensibleObject'],
    ou: 'far',
    ref: `ldap://far.example/${peopleDn}`,
  }),
].join('\n');

/** The settings of the directory over TLS, with its own certificate authority. */
export const corpSettings = (
  { tlsPort, authority }: { readonly tlsPort: number; readonly authority: string },
  overrides: Partial<DirectorySettings> = {},
): DirectorySettings => ({
  ...usualSettings,
  url: `ldaps://localhost:${tlsPort}`,
  caCertificate: authority,
  baseDn: peopleDn,
  bindDn: reader.dn,
  groupSource: 'search',
  groupBaseDn: groupsDn,
  ...overrides,
});

export const corpDirectory = (settings: DirectorySettings, overrides: Partial<Directory> = {}): Directory => ({
  id: 'corp',
  name: 'Corp',
  settings,
  secret: settings.bindDn === reader.dn ? reader.password : null,
  ...overrides,
});

/** A running Licet with the directory of a fictional company. */
export interface CorpWorld {
  readonly slapd: Slapd;
  readonly store: TestStore;
  readonly server: TestServer;
  readonly licet: TestClient;
  /** Connects the directory, and returns the id of the connection. */
  readonly connect: (overrides: Partial<DirectoryFields>) => Promise<string>;
  readonly rows: (text: string, values?: unknown[]) => Promise<QueryResult>;
  readonly close: () => Promise<void>;
}

export async function corpWorld(): Promise<CorpWorld> {
  const slapd = await startSlapd(corp);
  const store = await testStore();
  const directories = createDirectories(openGuard({ allowed: ['127.0.0.1', 'localhost'] }), 20_000);
  const server = await startServer(store, { directories, api: true });
  const licet = await addLicetClient(store);
  return {
    slapd,
    store,
    server,
    licet,
    connect: (overrides) =>
      arrange(store, async (handle) => {
        const settings = { kind: 'ldap' as const, directory: corpSettings(slapd) };
        const id = await insertConnection(handle, { ...usualDirectory, name: 'Corp', ...settings, ...overrides });
        const sealed = server.identity.secrets.seal(reader.password, aboutConnection(id));
        await keepConnectionSecret(handle.connection, id, sealed, null);
        return id;
      }),
    rows: (text, values = []) => store.database.pool.query(text, values),
    close: async () => {
      await server.close();
      await store.close();
      await slapd.close();
    },
  };
}

/** Types a name and a password into the sign-in page, after resetting earlier failures. */
export async function enter({ server, licet, rows }: CorpWorld, login: string, typed: string) {
  await rows('delete from failures');
  return (await begin(server, licet)).password(login, typed);
}

/** Signs in as {@link enter} does. Returns `signed in`, or the code of the refusal. */
export async function outcomeOf(world: CorpWorld, login: string, typed: string): Promise<string> {
  const { status, body } = await enter(world, login, typed);
  return status === 200 ? 'signed in' : `${body.code}`;
}
