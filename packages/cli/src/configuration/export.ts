import {
  type Grant,
  licetApplication,
  type OpenIdClient,
  type RolePolicy,
  type Separation,
  type User,
} from '@licet/contract';
import type { Client } from '@licet/contract/client';
import type {
  ConfigurationFile,
  ConfiguredApplication,
  ConfiguredClient,
  ConfiguredGrant,
  ConfiguredPolicy,
  ConfiguredSeparation,
  ConfiguredUser,
} from '@licet/contract/configuration';
import { partsOf } from './compare-separations.ts';
import { allOf, each } from './pages.ts';
import { type ReadApplication, readApplication, readGroups } from './read.ts';

/** What the server holds, as a file says it, and what cannot be said in one, in sentences. */
export interface Exported {
  readonly file: ConfigurationFile;
  readonly leftOut: readonly string[];
}

/** Everything, or one application alone. What has no name of its own that a file could call it by, is left out and named. */
export async function exported(client: Client, only?: string): Promise<Exported> {
  const known = only
    ? [await client.applications.get({ params: { application: only } })]
    : await allOf((query) => client.applications.list({ query }));
  const applications = (await each(known, (application) => readApplication(client, application), 2)).toSorted(
    by(({ application }) => application.id),
  );
  const leftOut: string[] = [];
  const users = only ? await decidersOf(client, applications) : await allOf((query) => client.users.list({ query }));
  const usernames = new Map(users.map(({ id, username }) => [id, username]));
  const told = {
    licet: 1 as const,
    applications: applications.map((it) => applicationOf(it, usernames, leftOut)).filter(saysAny),
  };
  if (only) return { file: told, leftOut };
  const { organisation, remindDays } = await client.settings.get();
  const groups = await readGroups(client);
  const separations = await allOf((query) => client.separations.list({ query }));
  const file = {
    licet: 1 as const,
    settings: { organisation, remindDays },
    users: users.map(userOf).toSorted(by(({ username }) => username)),
    groups: groups.toSorted(by(({ name }) => name)).map(({ name, description, direct }) => ({
      name,
      ...(description && { description }),
      ...listed(
        'users',
        direct.flatMap(({ kind, detail }) => (kind === 'user' && detail ? [detail] : [])),
      ),
      ...listed(
        'groups',
        direct.flatMap((member) => (member.kind === 'group' ? [member.name] : [])),
      ),
    })),
    applications: told.applications,
    ...some(
      'separations',
      separations.filter((it) => isWhole(it, leftOut)),
      ({ name }) => name,
      separationOf,
    ),
  };
  return { file, leftOut };
}

const userOf = ({ username, name, email, status }: User): ConfiguredUser => ({
  username,
  name,
  ...(email !== null && { email }),
  ...(status === 'suspended' && { suspended: true }),
});

/** Whom policies of roles name, by their usernames. */
function decidersOf(client: Client, applications: readonly ReadApplication[]): Promise<User[]> {
  const named = applications.flatMap(({ roles }) =>
    roles.flatMap(({ policy }) => [
      ...(policy?.approval.steps.flatMap(({ approvers }) => (approvers === 'owners' ? [] : approvers.users)) ?? []),
      ...(policy?.breakGlass?.users ?? []),
    ]),
  );
  return each([...new Set(named.map(({ id }) => id))], (user) => client.users.get({ params: { user } }));
}

/** How a role may be given. Where nobody is left who was named, what is true is said: the owners decide, and nobody takes it at once. */
function policyOf(policy: RolePolicy, usernames: ReadonlyMap<string, string>): ConfiguredPolicy {
  const { version: _, approval, breakGlass, ...plain } = policy;
  const people = ({ users, groups }: NonNullable<RolePolicy['breakGlass']> | Approvers) => ({
    ...listed(
      'users',
      users.flatMap(({ id }) => usernames.get(id) ?? []),
    ),
    ...listed(
      'groups',
      groups.map(({ name }) => name),
    ),
  });
  const isSomebody = (named: object) => Object.keys(named).length > 0;
  const takers = breakGlass && people(breakGlass);
  return {
    ...plain,
    approval: {
      steps: approval.steps.map(({ approvers, needed }) => {
        const named = approvers === 'owners' ? {} : people(approvers);
        return { approvers: isSomebody(named) ? named : 'owners', needed };
      }),
    },
    breakGlass: takers && isSomebody(takers) ? { ...takers, seconds: breakGlass.seconds } : null,
  };
}
type Approvers = Exclude<RolePolicy['approval']['steps'][number]['approvers'], 'owners'>;

/** Of which every part still names something that there is. */
function isWhole(separation: Separation, leftOut: string[]): boolean {
  const whole = partsOf(separation).every((part) => part.length > 0);
  if (!whole) leftOut.push(`all that a part of the separation “${separation.name}” names was deleted`);
  return whole;
}

const separationOf = (separation: Separation): ConfiguredSeparation => ({
  name: separation.name,
  ...(separation.why && { why: separation.why }),
  ...(separation.atMost > 1 && { atMost: separation.atMost }),
  parts: partsOf(separation),
});

function applicationOf(
  read: ReadApplication,
  usernames: ReadonlyMap<string, string>,
  leftOut: string[],
): ConfiguredApplication {
  const { application, owners, permissions, roles, grants } = read;
  const { id, name, description, builtIn } = application;
  const clients = onceNamed(read.clients, (said) => leftOut.push(`${said} in ${name}`));
  return {
    id,
    ...(!builtIn && { name, ...(description && { description }) }),
    ...listed(
      'owners',
      owners.flatMap(({ detail }) => (detail ? [detail] : [])),
    ),
    ...some(
      'permissions',
      permissions,
      (it) => it.name,
      ({ name, title }) => ({ name, ...(title && { title }) }),
    ),
    ...some(
      'roles',
      roles,
      (it) => it.name,
      (role) => ({
        name: role.name,
        ...(role.title && { title: role.title }),
        permissions: role.own.toSorted(order),
        ...listed(
          'includes',
          role.includes.map((it) => it.name),
        ),
        ...(role.policy && { policy: policyOf(role.policy, usernames) }),
      }),
    ),
    ...some('clients', clients, (it) => it.name, clientOf),
    ...some('grants', grants.filter(isSayable), grantKey, grantOf),
  };
}

/** Of Licet itself a file says nothing when nothing was made or given there. */
const saysAny = ({ id, ...told }: ConfiguredApplication): boolean =>
  id !== licetApplication || Object.keys(told).length > 0;

/** Clients may be called alike, and then no file could say which is meant. */
function onceNamed(clients: readonly OpenIdClient[], tell: (sentence: string) => void): OpenIdClient[] {
  const counts = new Map<string, number>();
  for (const { name } of clients) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [name, count] of counts) if (count > 1) tell(`${count} clients are called “${name}”`);
  return clients.filter(({ name }) => counts.get(name) === 1);
}

function clientOf(client: OpenIdClient): ConfiguredClient {
  const { name, kind, backchannelLogoutUri, requirePkce, idTokenAlgorithm, requirePushedAuthorization } = client;
  return {
    name,
    kind,
    ...listed('redirectUris', client.redirectUris),
    ...listed('postLogoutRedirectUris', client.postLogoutRedirectUris),
    ...listed('webOrigins', client.webOrigins),
    ...(backchannelLogoutUri !== null && { backchannelLogoutUri }),
    ...(kind === 'server' && { requirePkce }),
    ...(idTokenAlgorithm !== 'ES256' && { idTokenAlgorithm }),
    ...(requirePushedAuthorization && { requirePushedAuthorization }),
  };
}

/** A user is named by their username, a program by its application. */
const isSayable = ({ principal: { kind, detail } }: Grant) => kind === 'group' || detail !== undefined;

function grantOf({ gives, principal, starts, ends, reason, state }: Grant): ConfiguredGrant {
  const { kind, name, detail = '' } = principal;
  return {
    [gives.kind]: gives.name,
    ...(kind === 'user' ? { user: detail } : kind === 'group' ? { group: name } : { program: `${detail}/${name}` }),
    ...(state === 'scheduled' && { starts }),
    ...(ends !== null && { ends }),
    ...(reason && { reason }),
  };
}

const grantKey = ({ gives, principal, starts }: Grant): string =>
  [gives.kind === 'role' ? 0 : 1, gives.name, principal.kind, principal.name, principal.detail ?? '', starts].join(
    '\n',
  );

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const by =
  <Item>(key: (item: Item) => string) =>
  (a: Item, b: Item): number =>
    order(key(a), key(b));

const listed = <Key extends string>(key: Key, names: readonly string[]) =>
  (names.length > 0 ? { [key]: names.toSorted(order) } : {}) as { [K in Key]?: string[] };

const some = <Key extends string, Item, Told>(
  key: Key,
  items: readonly Item[],
  name: (item: Item) => string,
  tell: (item: Item) => Told,
) => (items.length > 0 ? { [key]: items.toSorted(by(name)).map(tell) } : {}) as { [K in Key]?: Told[] };
