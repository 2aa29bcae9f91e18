import {
  type Application,
  foldIdentity,
  type Grant,
  type Group,
  limits,
  type Member,
  type OpenIdClient,
  type Permission,
  type Principal,
  type Role,
  type RolePolicy,
  type Separation,
  type Settings,
  type User,
} from '@licet/contract';
import type { Client } from '@licet/contract/client';
import type { ConfiguredGrant } from '@licet/contract/configuration';
import type { Configuration, DeclaredApplication } from './gather.ts';
import { allOf, each, membersOf, notEnded, ownOf } from './read.ts';

/** The present state of all objects that the files mention, by name. */
export interface Present {
  readonly settings: Settings | undefined;
  readonly users: ReadonlyMap<string, Pick<User, 'id' | 'username' | 'name' | 'email' | 'jobTitle' | 'status'>>;
  readonly groups: ReadonlyMap<string, PresentGroup>;
  readonly applications: ReadonlyMap<string, PresentApplication>;
  /** Separation rules by name; only read if files contain some. */
  readonly separations: ReadonlyMap<string, Separation>;
}
export interface PresentGroup extends Group {
  readonly direct: readonly Member[];
}
export interface PresentRole extends Role {
  /** The permissions that the role itself contains. Read only if a file lists the role's content. */
  readonly own: readonly string[];
  /** Read only if a file contains a policy for the role. */
  readonly policy: RolePolicy | undefined;
}
export interface PresentApplication {
  readonly application: Application;
  readonly owners: readonly Principal[];
  readonly permissions: ReadonlyMap<string, Permission>;
  readonly roles: ReadonlyMap<string, PresentRole>;
  /** Clients by name; several clients may share a name. */
  readonly clients: ReadonlyMap<string, readonly OpenIdClient[]>;
  readonly grants: readonly Grant[];
  /** The ids of grants that were made by a request or as emergency access. Read only if a file ends grants. */
  readonly asked: ReadonlySet<string>;
}

/** Reads the present state of all objects that the files mention. */
export async function readPresent(client: Client, declared: Configuration): Promise<Present> {
  const declaresSettings = Object.keys(declared.settings).length > 0;
  const known =
    declared.applications.size + declared.separations.length > 0
      ? await allOf((query) => client.applications.list({ query }))
      : [];
  const separated = separatedApplications(declared);
  const relevant = known.filter(
    ({ id }) => declared.applications.has(id) || programsOf(declared).has(id) || separated.has(id),
  );
  const applications = await each(
    relevant,
    (it) => readOne(client, it, declared.applications.get(it.id), separated.has(it.id)),
    2,
  );
  const separations = declared.separations.length > 0 ? await allOf((query) => client.separations.list({ query })) : [];
  return {
    settings: declaresSettings ? await client.settings.get() : undefined,
    users: await readUsers(client, usernamesOf(declared)),
    groups: await readGroupsOf(client, declared),
    applications: new Map(applications.map((it) => [it.application.id, it])),
    separations: new Map(separations.map((it) => [foldIdentity(it.name), it])),
  };
}

async function readOne(
  client: Client,
  application: Application,
  declared: DeclaredApplication | undefined,
  separated: boolean,
): Promise<PresentApplication> {
  const params = { application: application.id };
  const given = new Set(declared?.roles?.flatMap(({ value }) => (value.policy ? [value.name] : [])));
  const closely = new Set(declared?.roles?.flatMap(({ value }) => (value.permissions ? [value.name] : [])));
  const declaresAccess = separated || (declared && (declared.permissions ?? declared.roles ?? declared.grants));
  const roles = declaresAccess ? await allOf((query) => client.roles.list({ params, query })) : [];
  const permissions = declaresAccess ? await allOf((query) => client.permissions.list({ params, query })) : [];
  const whole = await each(roles, async (role) => ({
    ...role,
    own: closely.has(role.name) ? await ownOf(client, application.id, role) : [],
    policy: given.has(role.name) ? await client.roles.policy({ params: { ...params, role: role.id } }) : undefined,
  }));
  const clients = new Map<string, OpenIdClient[]>();
  for (const it of (await client.clients.list({ params })).items)
    clients.set(it.name, [...(clients.get(it.name) ?? []), it]);
  const grantsOf = (asked?: 'true') =>
    allOf((query) => client.grants.list({ params, query: { ...query, state: notEnded, ...(asked && { asked }) } }));
  const ends = declared?.grants?.some(({ value }) => hasEnded(value, Date.now()));
  return {
    application,
    owners: declared?.owners ? (await client.applications.owners({ params })).items : [],
    permissions: new Map(permissions.map((it) => [it.name, it])),
    roles: new Map(whole.map((it) => [it.name, it])),
    clients,
    grants: declared?.grants ? await grantsOf() : [],
    asked: new Set(ends ? (await grantsOf('true')).map(({ id }) => id) : []),
  };
}

/** Reads users one by one if that needs fewer calls than reading all of them. */
async function readUsers(client: Client, names: ReadonlySet<string>): Promise<Present['users']> {
  if (names.size === 0) return new Map();
  const { total, atLeast } = await client.users.list({ query: { limit: 1 } });
  const pages = atLeast ? Number.POSITIVE_INFINITY : total / limits.pageMax.value;
  const users =
    names.size < pages
      ? (await each([...names], (username) => client.users.list({ query: { username } }))).flatMap(({ items }) => items)
      : await allOf((query) => client.users.list({ query }));
  return new Map(users.map((user) => [foldIdentity(user.username), user]));
}

async function readGroupsOf(client: Client, declared: Configuration): Promise<Present['groups']> {
  const grantedTo = [...declared.applications.values()].some(({ grants }) => grants?.some(({ value }) => value.group));
  const decides = policiesOf(declared).some(({ groups = [] }) => groups.length > 0);
  if (declared.groups.length === 0 && !grantedTo && !decides) return new Map();
  const groups = await allOf((query) => client.groups.list({ query }));
  const closely = new Set(
    declared.groups.flatMap(({ value }) => (value.users || value.groups ? [foldIdentity(value.name)] : [])),
  );
  const whole = await each(groups, async (group) => ({
    ...group,
    direct: closely.has(foldIdentity(group.name)) ? await membersOf(client, group.id) : [],
  }));
  return new Map(whole.map((group) => [foldIdentity(group.name), group]));
}

function usernamesOf(declared: Configuration): ReadonlySet<string> {
  const { users, groups, applications } = declared;
  const names = [
    ...policiesOf(declared).flatMap((people) => people.users ?? []),
    ...users.map(({ value }) => value.username),
    ...groups.flatMap(({ value }) => value.users ?? []),
    ...[...applications.values()].flatMap(({ owners = [], grants = [] }) => [
      ...owners.map(({ value }) => value),
      ...grants.flatMap(({ value }) => value.user ?? []),
    ]),
  ];
  return new Set(names.map(foldIdentity));
}

/** All users in role policies. */
const policiesOf = ({ applications }: Configuration) =>
  [...applications.values()].flatMap(({ roles = [] }) =>
    roles.flatMap(({ value: { policy } }) => [
      ...(policy?.approval?.steps.flatMap(({ approvers }) => (approvers === 'owners' ? [] : [approvers])) ?? []),
      ...(policy?.breakGlass ? [policy.breakGlass] : []),
    ]),
  );

/** The applications in separations. */
const separatedApplications = ({ separations }: Configuration): ReadonlySet<string> =>
  new Set(
    separations.flatMap(({ value }) =>
      value.parts.flat().map(({ role, permission }) => programNamed(role ?? permission ?? '').application),
    ),
  );

/** The applications of programs in grants. */
const programsOf = ({ applications }: Configuration): ReadonlySet<string> =>
  new Set(
    [...applications.values()].flatMap(({ grants = [] }) =>
      grants.flatMap(({ value }) => (value.program ? [programNamed(value.program).application] : [])),
    ),
  );

/** Returns whether the end of a grant in a file has passed. */
export const hasEnded = ({ ends }: ConfiguredGrant, now: number): boolean =>
  ends !== undefined && ends !== null && Date.parse(ends) <= now;

/** A program as files name it: `ledger/Nightly job`. */
export function programNamed(text: string): { readonly application: string; readonly name: string } {
  const slash = text.indexOf('/');
  return { application: text.slice(0, slash), name: text.slice(slash + 1) };
}
