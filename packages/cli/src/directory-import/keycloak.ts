import { type DirectoryLine, limits } from '@licet/contract';
import { jsonMembers } from './json-members.ts';
import { inNewForm, passwordOf, totpOf } from './keycloak-credentials.ts';
import { readGroups } from './keycloak-groups.ts';
import { readRoles } from './keycloak-roles.ts';
import type { KeycloakClient, KeycloakUser, Realm } from './keycloak-shapes.ts';
import { applicationIdFor, displayName } from './names.ts';
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
      plan.leave('Service accounts: a program is a client of its application here', user.serviceAccountClientId);
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
    plan.leave('Users: the file has none, and no file of users of the realm stands beside it', `${realm}-users-0.json`);
}

/** The number of a file of users; undefined for other files. */
function usersFile(name: string, realm: string): number | undefined {
  const number = name.startsWith(`${realm}-users-`) ? /^(\d+)\.json$/.exec(name.slice(realm.length + 7)) : null;
  return number === null ? undefined : Number(number[1]);
}

function unknownGroup(plan: Plan, who: string, path: string): [] {
  plan.leave('Groups that the file does not have: whoever is in one loses what it gives', `${who}: ${path}`);
  return [];
}

async function readRealm(file: SourceFile): Promise<Realm> {
  const found: Record<string, unknown> = {};
  const clients: KeycloakClient[] = [];
  const wanted = {
    users: 'each',
    realm: 'whole',
    displayName: 'whole',
    roles: 'whole',
    groups: 'whole',
    clients: 'each',
  } as const;
  for await (const { key, value } of jsonMembers(file.pieces(), wanted)) {
    if (key === '')
      throw new Error('The file is a list. Export one realm by itself: kc.sh export --realm NAME --file FILE.');
    if (key === 'clients') {
      const { clientId, name, redirectUris = [] } = value as KeycloakClient;
      if (clientId !== undefined) clients.push({ clientId, ...(name === undefined ? {} : { name }), redirectUris });
    } else found[key] = value;
  }
  if (typeof found.realm !== 'string')
    throw new Error(
      'The file is no exported realm: it does not say which. Export it by kc.sh export --realm NAME --file FILE.',
    );
  return { ...found, clients };
}

function credentialsOf(user: KeycloakUser, name: string, plan: Plan) {
  const { attributes = {}, requiredActions = [], federatedIdentities = [], federationLink, credentials = [] } = user;
  const kept = Object.keys(attributes);
  if (kept.length > 0) plan.leave(`Attributes of users (Licet keeps none)`, `${name}: ${kept.slice(0, 20).join(', ')}`);
  if (federatedIdentities.length > 0) plan.leave('Links to other identity providers', name);
  if (federationLink !== undefined)
    plan.leave('Links to a directory (LDAP): the password is there, not in the file', name);
  let password: string | undefined;
  let totp: string | undefined;
  for (const credential of credentials.map(inNewForm)) {
    if (credential.type === 'password') {
      if (requiredActions.includes('UPDATE_PASSWORD'))
        plan.leave('Passwords that were to be changed at the next sign-in', name);
      else {
        password ??= passwordOf(credential);
        if (password === undefined) plan.leave('Passwords that are hashed in a way that is not known here', name);
      }
    } else if (credential.type === 'otp') {
      const secret = totp === undefined ? totpOf(credential) : undefined;
      if (secret === undefined) plan.leave(otherApps, name);
      totp ??= secret;
    } else plan.leave(whyNot(credential.type ?? ''), name);
  }
  // A user keeps their password; the demand to change it is already reported above.
  const reported = credentials.some(({ type }) => type === 'password') ? 'UPDATE_PASSWORD' : '';
  const actions = requiredActions.filter((action) => action !== reported);
  if (actions.length > 0)
    plan.leave('Actions that were asked for at the next sign-in', `${name}: ${actions.join(', ')}`);
  return { password, totp };
}

const otherApps = `Authenticator apps beyond one, or with other codes than SHA-1, six digits, ${limits.totpStep.value} seconds`;

function whyNot(type: string): string {
  if (type.startsWith('webauthn')) return 'Passkeys: they belong to the address of Keycloak';
  if (type.startsWith('recovery')) return 'Recovery codes: new ones are made here';
  return `Credentials of the kind “${type.slice(0, 40)}”`;
}
