import { randomBytes } from 'node:crypto';
import { type LicetPermission, licetApplication } from '@licet/contract';
import type { Attacked } from './attacked.ts';
import { secret } from './http.ts';

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly password: string;
}

/** A client through which users sign in, or a program. */
export interface TestClient {
  readonly id: string;
  readonly secret: string | null;
  readonly redirectUri: string;
}

export interface TestApplication extends TestClient {
  /** The application's identifier, which is the audience of its tokens. */
  readonly key: string;
}

export const mark = (): string => randomBytes(5).toString('hex');
export const newPassword = (): string => secret(`correct horse ${randomBytes(9).toString('hex')}`);

/** Creates a user with the given permissions in Licet's own application. */
export async function newPerson(attacked: Attacked, ...permissions: readonly LicetPermission[]): Promise<Person> {
  const { operator } = attacked;
  const username = `p${mark()}`;
  const { id } = await operator.users.create({ body: { username, name: `Person ${username}` } });
  const password = newPassword();
  await operator.passwords.set({ body: { token: await linkFor(attacked, id), password } });
  for (const name of permissions) await giveInLicet(attacked, { kind: 'user', id }, { kind: 'permission', name });
  return { id, username, password };
}

/** Returns the token of a link that sets a password. */
export async function linkFor({ operator }: Attacked, user: string): Promise<string> {
  const { url } = await operator.users.passwordLink({ params: { user } });
  return secret(new URL(url).hash.slice('#token='.length));
}

export async function newAdmin(attacked: Attacked): Promise<Person> {
  const person = await newPerson(attacked);
  await giveInLicet(attacked, { kind: 'user', id: person.id }, { kind: 'role', name: 'admin' });
  return person;
}

type Principal = { readonly kind: 'user' | 'group' | 'client'; readonly id: string };

/** Grants a role or permission of Licet's own application by name. Returns the id of the grant. */
export async function giveInLicet(
  { operator }: Attacked,
  principal: Principal,
  what: { readonly kind: 'role' | 'permission'; readonly name: string },
): Promise<string> {
  const asked = { params: { application: licetApplication }, query: { q: what.name } };
  const { items } = await (what.kind === 'role' ? operator.roles : operator.permissions).list(asked);
  const id = items.find(({ name }) => name === what.name)?.id ?? '';
  const { id: grant } = await operator.grants.create({
    params: { application: licetApplication },
    body: { principal, gives: { kind: what.kind, id } },
  });
  return grant;
}

/** Creates an application with a client through which users sign in. */
export async function newApplication(
  attacked: Attacked,
  kind: 'browser' | 'server' = 'browser',
  options: { readonly requirePkce?: boolean; readonly name?: string } = {},
): Promise<TestApplication> {
  const key = `a-${mark()}`;
  const { name = key, ...more } = options;
  await attacked.operator.applications.create({ body: { id: key, name } });
  return { key, ...(await newClient(attacked, key, kind, more)) };
}

export async function newClient(
  { operator }: Attacked,
  application: string,
  kind: 'browser' | 'server' | 'service' | 'device',
  options: { readonly requirePkce?: boolean } = {},
): Promise<TestClient> {
  const redirectUri = 'http://127.0.0.1:9/callback';
  const signsIn = kind === 'browser' || kind === 'server';
  const made = await operator.clients.create({
    params: { application },
    body: {
      name: `Client ${mark()}`,
      kind,
      ...options,
      ...(signsIn && {
        redirectUris: [redirectUri],
        postLogoutRedirectUris: ['http://127.0.0.1:9/bye'],
        webOrigins: ['http://127.0.0.1:9'],
      }),
    },
  });
  return { id: made.client.id, secret: secret(made.secret), redirectUri };
}

/** Creates a permission of an application, and grants it to a user. */
export async function givePermission(
  { operator }: Attacked,
  application: string,
  user: string,
  name: string,
): Promise<{ readonly permission: string; readonly grant: string }> {
  const params = { application };
  const { id: permission } = await operator.permissions.create({ params, body: { name } });
  const body = {
    principal: { kind: 'user' as const, id: user },
    gives: { kind: 'permission' as const, id: permission },
  };
  const { id: grant } = await operator.grants.create({ params, body });
  return { permission, grant };
}
