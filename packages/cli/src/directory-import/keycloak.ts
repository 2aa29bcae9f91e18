import { type DirectoryLine, foldIdentity, limits } from '@licet/contract';
import { jsonMembers } from './json-members.ts';
import { type KeycloakRoles, readRoles } from './keycloak-roles.ts';
import type { KeycloakClient, KeycloakCredential, KeycloakGroup, KeycloakUser, Realm } from './keycloak-shapes.ts';
import { applicationIdFor, displayName, groupNameFor } from './names.ts';
import type { Plan } from './plan.ts';
import type { SourceFile } from './source.ts';

/**
 * Reads an exported realm of Keycloak: users with their passwords and authenticator apps, groups, roles and their
 * holders. It reads the file twice, so that memory holds one user at a time.
 */
export async function* fromKeycloak(
  file: SourceFile,
  plan: Plan,
  application: string | undefined,
): AsyncGenerator<DirectoryLine> {
  const realm = await readRealm(file);
  const id = application ?? applicationIdFor(realm.realm ?? '');
  if (application === undefined) plan.rename('application', realm.realm ?? '', id);
  const roles = readRoles(realm, id, plan);
  for (const { clientId = '', redirectUris = [] } of realm.clients)
    if (redirectUris.some((uri) => !uri.startsWith('/')))
      plan.leave(
        'Redirect addresses of clients: register them in the console',
        `${clientId}: ${redirectUris.slice(0, 20).join(', ')}`,
      );
  const groups = readGroups(realm.groups ?? [], roles, plan);
  yield* roles.lines;
  yield* groups.lines;
  for await (const user of usersOf(file, realm, plan)) {
    if (user.serviceAccountClientId !== undefined) {
      plan.leave('Service accounts: in Licet, a program is a client of its application', user.serviceAccountClientId);
      continue;
    }
    const name = user.username ?? user.email ?? '';
    const line = plan.line({
      username: user.username,
      email: user.email,
      verified: user.emailVerified === true,
      name: displayName(user.firstName, user.lastName),
      suspended: user.enabled === false,
      ...credentialsOf(user, name, plan),
      groups: (user.groups ?? []).flatMap((path) => groups.names.get(path) ?? unknownGroup(plan, name, path)),
      roles: roles.granted(user, name),
    });
    if (line) yield line;
  }
}

/** The users of the realm: in the file itself, or in the files next to it in a folder export (`acme-users-0.json`). */
async function* usersOf(file: SourceFile, { realm = '' }: Realm, plan: Plan): AsyncGenerator<KeycloakUser> {
  let count = 0;
  const each = async function* (source: SourceFile): AsyncGenerator<KeycloakUser> {
    let of: unknown = realm;
    for await (const { key, value } of jsonMembers(source.pieces(), { realm: 'whole', users: 'each' })) {
      if (key === 'realm') of = value;
      else if (of !== realm) plan.leave('Users of another realm', String((value as KeycloakUser).username));
      else {
        count += 1;
        yield value as KeycloakUser;
      }
    }
  };
  yield* each(file);
  if (count > 0) return;
  for (const other of file.numbered?.((name) => usersFile(name, realm)) ?? []) yield* each(other);
  if (count === 0)
    plan.leave(
      'Users: the file contains none, and the folder contains no users file of the realm',
      `${realm}-users-0.json`,
    );
}

/** The number of a file of users; undefined for other files. */
function usersFile(name: string, realm: string): number | undefined {
  const number = name.startsWith(`${realm}-users-`) ? /^(\d+)\.json$/.exec(name.slice(realm.length + 7)) : null;
  return number === null ? undefined : Number(number[1]);
}

function unknownGroup(plan: Plan, who: string, path: string): [] {
  plan.leave('Groups that the file does not contain: their members lose what the group gives', `${who}: ${path}`);
  return [];
}

async function readRealm(file: SourceFile): Promise<Realm> {
  const found: Record<string, unknown> = {};
  const clients: KeycloakClient[] = [];
  const members = {
    users: 'each',
    realm: 'whole',
    displayName: 'whole',
    roles: 'whole',
    groups: 'whole',
    clients: 'each',
  } as const;
  for await (const { key, value } of jsonMembers(file.pieces(), members)) {
    if (key === '')
      throw new Error('The file is a list. Export one realm by itself: kc.sh export --realm NAME --file FILE.');
    if (key === 'clients') {
      const { clientId, name, redirectUris = [] } = value as KeycloakClient;
      if (clientId !== undefined) clients.push({ clientId, ...(name === undefined ? {} : { name }), redirectUris });
    } else found[key] = value;
  }
  if (typeof found.realm !== 'string')
    throw new Error(
      'The file is not a realm export, because it names no realm. Export it with kc.sh export --realm NAME --file FILE.',
    );
  return { ...found, clients };
}

function credentialsOf(user: KeycloakUser, name: string, plan: Plan) {
  const { attributes = {}, requiredActions = [], federatedIdentities = [], federationLink, credentials = [] } = user;
  const attributeNames = Object.keys(attributes);
  if (attributeNames.length > 0)
    plan.leave(`Attributes of users (not stored by Licet)`, `${name}: ${attributeNames.slice(0, 20).join(', ')}`);
  if (federatedIdentities.length > 0) plan.leave('Links to other identity providers', name);
  if (federationLink !== undefined)
    plan.leave('Links to an LDAP directory: the password is in the directory, not in the file', name);
  let password: string | undefined;
  let totp: string | undefined;
  for (const credential of credentials.map(inNewForm)) {
    if (credential.type === 'password') {
      if (requiredActions.includes('UPDATE_PASSWORD'))
        plan.leave('Temporary passwords, to be changed at the next sign-in', name);
      else {
        password ??= passwordOf(credential);
        if (password === undefined) plan.leave('Passwords with an unsupported hash', name);
      }
    } else if (credential.type === 'otp') {
      const secret = totp === undefined ? totpOf(credential) : undefined;
      if (secret === undefined) plan.leave(otherApps, name);
      totp ??= secret;
    } else plan.leave(whyNot(credential.type ?? ''), name);
  }
  // A password that must be changed is already reported as omitted, so do not also report the action to change it.
  const reported = credentials.some(({ type }) => type === 'password') ? 'UPDATE_PASSWORD' : '';
  const actions = requiredActions.filter((action) => action !== reported);
  if (actions.length > 0) plan.leave('Required actions at the next sign-in', `${name}: ${actions.join(', ')}`);
  return { password, totp };
}

const otherApps = `Additional authenticator apps, or ones with other codes than SHA-1, six digits, ${limits.totpStep.value} seconds`;

function whyNot(type: string): string {
  if (type.startsWith('webauthn')) return 'Passkeys: they work only at Keycloak’s address';
  if (type.startsWith('recovery')) return 'Recovery codes: users create new ones in Licet';
  return `Credentials of the kind “${type.slice(0, 40)}”`;
}

/** The imported groups of a realm, and their names by Keycloak's path. */
export interface KeycloakGroups {
  readonly lines: readonly DirectoryLine[];
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Reads the groups. Nested groups stay nested. If a name occurs twice in the realm, both groups get their whole path as
 * a name.
 */
function readGroups(groups: readonly KeycloakGroup[], roles: KeycloakRoles, plan: Plan): KeycloakGroups {
  const all = [...below(groups, [])];
  const count = new Map<string, number>();
  const keyOf = (name: string) => foldIdentity(groupNameFor(name));
  for (const { group } of all) count.set(keyOf(group.name), (count.get(keyOf(group.name)) ?? 0) + 1);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const lines = all.map(({ group, path }): DirectoryLine => {
    const preferred = groupNameFor(count.get(keyOf(group.name)) === 1 ? group.name : path.join(' / '));
    let name = preferred;
    for (let again = 2; taken.has(foldIdentity(name)); again += 1) name = `${preferred} (${again})`;
    taken.add(foldIdentity(name));
    const whole = pathOf(path);
    plan.rename('group', group.name, name);
    names.set(whole, name);
    if (Object.keys(group.attributes ?? {}).length > 0) plan.leave('Attributes of groups', name);
    const within = names.get(pathOf(path.slice(0, -1))) ?? null;
    return { group: { name, description: '', within, roles: roles.granted(group, name) } };
  });
  return { lines, names };
}

function* below(
  groups: readonly KeycloakGroup[],
  above: readonly string[],
): Generator<{ readonly group: KeycloakGroup; readonly path: readonly string[] }> {
  if (above.length > limits.directoryDepth.value)
    throw new Error(
      `Groups are nested more than ${limits.directoryDepth.value} levels deep. Reduce the levels, then export again.`,
    );
  for (const group of groups) {
    const path = [...above, group.name];
    yield { group, path };
    yield* below(group.subGroups ?? [], path);
  }
}

/** Keycloak writes a tilde before a slash in a name. */
const pathOf = (path: readonly string[]) => path.map((name) => `/${name.replaceAll('/', '~/')}`).join('');

/** Converts a credential in an export of Keycloak 7 or earlier (`convertDeprecatedCredentialsFormat` in Keycloak’s source). */
export function inNewForm(credential: KeycloakCredential): KeycloakCredential {
  const { type = '', hashedSaltedValue: value, salt, hashIterations, algorithm, digits, period } = credential;
  if (value === undefined) return credential;
  const of = (secret: object, data: object) => ({
    secretData: JSON.stringify(secret),
    credentialData: JSON.stringify(data),
  });
  // Entries without an algorithm are from the time when Keycloak had only one.
  if (type === 'password')
    return { type, ...of({ value, salt }, { hashIterations, algorithm: algorithm ?? 'pbkdf2' }) };
  if (type === 'totp' || type === 'hotp')
    return { type: 'otp', ...of({ value }, { subType: type, digits, period, algorithm }) };
  return credential;
}

/** The hash of a password as a PHC string; undefined for an algorithm that is unknown here. */
export function passwordOf(credential: KeycloakCredential): string | undefined {
  const { value, salt } = parsed(credential.secretData);
  const { hashIterations, algorithm, additionalParameters } = parsed(credential.credentialData);
  // bcrypt comes from a third-party provider, which stores the whole hash with its salt in `value`.
  if (algorithm === 'bcrypt') return typeof value === 'string' && bcrypt.test(value) ? value : undefined;
  if (typeof value !== 'string' || typeof salt !== 'string' || typeof hashIterations !== 'number') return undefined;
  const ending = `$${bare(salt)}$${bare(value)}`;
  if (algorithm === 'argon2') return argon2(hashIterations, additionalParameters, ending);
  const kind = pbkdf2.get(String(algorithm));
  return kind && `$${kind}$i=${hashIterations}${ending}`;
}

function argon2(passes: number, parameters: unknown, ending: string): string | undefined {
  const first = (name: string): string | undefined => {
    const list: unknown = Object(parameters)[name];
    return Array.isArray(list) && typeof list[0] === 'string' ? list[0] : undefined;
  };
  const version = { '1.3': 'v=19$', '1.0': 'v=16$' }[first('version') ?? ''];
  const [type, memory, parallelism] = [first('type'), first('memory'), first('parallelism')];
  if (!version || !memory || !parallelism || !/^(?:id|i|d)$/.test(type ?? '')) return undefined;
  return `$argon2${type}$${version}m=${memory},t=${passes},p=${parallelism}${ending}`;
}

/** The secret of an authenticator app in base64; undefined if its codes differ from Licet’s. */
export function totpOf(credential: KeycloakCredential): string | undefined {
  const { value } = parsed(credential.secretData);
  const { subType, digits, period, algorithm, secretEncoding } = parsed(credential.credentialData);
  const ours = subType === 'totp' && digits === 6 && period === limits.totpStep.value && algorithm === 'HmacSHA1';
  if (!ours || typeof value !== 'string') return undefined;
  // Older versions of Keycloak stored the secret unencoded.
  const secret = secretEncoding === 'BASE32' ? fromBase32(value) : Buffer.from(value);
  return secret && secret.length > 0 && secret.length <= 128 ? secret.toString('base64') : undefined;
}

/** RFC 4648 section 6. */
export function fromBase32(text: string): Buffer | undefined {
  const plain = text.replace(/[\s=]/g, '').toUpperCase();
  if (!/^[A-Z2-7]+$/.test(plain)) return undefined;
  const bits = [...plain].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function parsed(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

const pbkdf2 = new Map([
  ['pbkdf2', 'pbkdf2-sha1'],
  ['pbkdf2-sha256', 'pbkdf2-sha256'],
  ['pbkdf2-sha512', 'pbkdf2-sha512'],
]);
const bcrypt = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bare = (base64: string) => base64.replace(/=+$/, '');
