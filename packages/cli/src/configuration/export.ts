import type { Grant, OpenIdClient, RolePolicy, Separation, User } from '@licet/contract';
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
import { Document, isMap, isScalar, isSeq, visit } from 'yaml';
import { partsOf } from './compare-separations.ts';
import { allOf, each, type ReadApplication, readApplication, readGroups } from './read.ts';

/** The server's content in the format of a file, and sentences about content that a file cannot express. */
interface Exported {
  readonly file: ConfigurationFile;
  readonly leftOut: readonly string[];
}

/** Exports everything, or one application. Objects without a unique name are omitted and reported. */
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
  const declared = {
    licet: 1 as const,
    applications: applications.map((it) => applicationOf(it, usernames, leftOut)),
  };
  if (only) return { file: declared, leftOut };
  const { organisation, remindDays } = await client.settings.get();
  const groups = await readGroups(client);
  const separations = await allOf((query) => client.separations.list({ query }));
  const file = {
    licet: 1 as const,
    settings: { organisation, remindDays },
    users: users.map(userOf).toSorted(by(({ username }) => username)),
    groups: groups.toSorted(by(({ name }) => name)).map(({ name, description, direct }) => ({
      name,
      description,
      users: direct.flatMap(({ kind, detail }) => (kind === 'user' && detail ? [detail] : [])).toSorted(order),
      groups: direct.flatMap((member) => (member.kind === 'group' ? [member.name] : [])).toSorted(order),
    })),
    applications: declared.applications,
    separations: some(
      separations.filter((it) => isWhole(it, leftOut)),
      ({ name }) => name,
      separationOf,
    ),
  };
  return { file, leftOut };
}

// Empty values are exported too, because a comparison ignores omitted fields.

const userOf = ({ username, name, email, jobTitle, status }: User): ConfiguredUser => ({
  username,
  name,
  email,
  jobTitle,
  suspended: status === 'suspended',
});

/** The users that role policies name, by username. */
function decidersOf(client: Client, applications: readonly ReadApplication[]): Promise<User[]> {
  const named = applications.flatMap(({ roles }) =>
    roles.flatMap(({ policy }) => [
      ...(policy.approval.steps.flatMap(({ approvers }) => (approvers === 'owners' ? [] : approvers.users)) ?? []),
      ...(policy.breakGlass?.users ?? []),
    ]),
  );
  return each([...new Set(named.map(({ id }) => id))], (user) => client.users.get({ params: { user } }));
}

/**
 * Returns the policy of a role in the format of a file. If all its approvers were deleted, the file names the owners as
 * approvers. If all users and groups for emergency access were deleted, the file disables it.
 */
function policyOf(policy: RolePolicy, usernames: ReadonlyMap<string, string>): ConfiguredPolicy {
  const { version: _, approval, breakGlass, ...plain } = policy;
  // Omits an empty list if the other list has entries.
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

/** Returns whether each part of a rule still has an existing element. */
function isWhole(separation: Separation, leftOut: string[]): boolean {
  const whole = partsOf(separation).every((part) => part.length > 0);
  if (!whole)
    leftOut.push(`the separation rule “${separation.name}”, because everything in one of its parts was deleted`);
  return whole;
}

const separationOf = (separation: Separation): ConfiguredSeparation => ({
  name: separation.name,
  why: separation.why,
  atMost: separation.atMost,
  parts: partsOf(separation),
});

/**
 * Returns an application in the format of a file. For Licet itself, omits owners, permissions and clients, because
 * files cannot manage them.
 */
function applicationOf(
  read: ReadApplication,
  usernames: ReadonlyMap<string, string>,
  leftOut: string[],
): ConfiguredApplication {
  const { application, owners, permissions, roles, grants } = read;
  const { id, name, description, builtIn } = application;
  const clients = onceNamed(read.clients, (text) => leftOut.push(`${text} in ${name}`));
  return {
    id,
    ...(!builtIn && {
      name,
      description,
      owners: owners.flatMap(({ detail }) => (detail ? [detail] : [])).toSorted(order),
      permissions: some(permissions, nameOf, (it) => ({ name: it.name, title: it.title })),
    }),
    roles: some(roles, nameOf, (role) => ({
      name: role.name,
      ...(!role.builtIn && {
        title: role.title,
        permissions: role.own.toSorted(order),
        includes: role.includes.map(nameOf).toSorted(order),
      }),
      policy: policyOf(role.policy, usernames),
    })),
    ...(!builtIn && { clients: some(clients, nameOf, clientOf) }),
    grants: some(grants.filter(isSayable), grantKey, grantOf),
  };
}

/**
 * Returns the clients with a unique name. Files identify clients by name, so clients that share a name are reported and
 * omitted.
 */
function onceNamed(clients: readonly OpenIdClient[], tell: (sentence: string) => void): OpenIdClient[] {
  const counts = new Map<string, number>();
  for (const { name } of clients) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [name, count] of counts) if (count > 1) tell(`${count} clients are called “${name}”`);
  return clients.filter(({ name }) => counts.get(name) === 1);
}

const clientOf = ({
  id: _,
  application: __,
  builtIn: ___,
  createdAt: ____,
  version: _____,
  ...client
}: OpenIdClient): ConfiguredClient => client;

/** Returns whether a file can name the holder. A user needs a username, and a program needs an application. */
const isSayable = ({ principal: { kind, detail } }: Grant) => kind === 'group' || detail !== undefined;

function grantOf({ gives, principal, starts, ends, reason, state }: Grant): ConfiguredGrant {
  const { kind, name, detail = '' } = principal;
  return {
    [gives.kind]: gives.name,
    ...(kind === 'user' ? { user: detail } : kind === 'group' ? { group: name } : { program: `${detail}/${name}` }),
    ...(state === 'scheduled' && { starts }),
    ends,
    reason,
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

const nameOf = ({ name }: { readonly name: string }): string => name;

const listed = <Key extends string>(key: Key, names: readonly string[]) =>
  (names.length > 0 ? { [key]: names.toSorted(order) } : {}) as { [K in Key]?: string[] };

const some = <Item, Declared>(
  items: readonly Item[],
  key: (item: Item) => string,
  tell: (item: Item) => Declared,
): Declared[] => items.toSorted(by(key)).map(tell);

/** Returns a file of access as code. Related values are on one line, so that a diff of two versions is readable. */
export function written(file: ConfigurationFile, schema: string): string {
  const document = new Document(file, { aliasDuplicateObjects: false });
  document.commentBefore = ` yaml-language-server: $schema=${schema}`;
  visit(document, {
    // `${` begins a variable in a file, so a literal `${` is written as `$${`.
    Scalar: (key, node) => {
      if (key !== 'key' && typeof node.value === 'string') node.value = node.value.replaceAll('${', () => '$${');
    },
    Seq: (_, list, path) => {
      const pair = path.at(-1);
      const key = pair && 'key' in pair && isScalar(pair.key) ? String(pair.key.value) : '';
      if (onOneLine.has(key)) for (const item of list.items) if (isMap(item) || isSeq(item)) item.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

const onOneLine = new Set(['users', 'permissions', 'grants', 'steps', 'parts']);
