import type { Client } from '@licet/contract/client';
import { type Plan, plans } from './catalogues.ts';
import { people, usernameOf } from './people.ts';

/** What the organisation is made of: ids by name; roles as `application/role`, permissions by their own name. */
export interface Organisation {
  readonly users: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly permissions: ReadonlyMap<string, string>;
}

/** Fills an empty Licet with Aurelia: people from many places, groups, three applications, owners, grants that end. */
export async function makeOrganisation(client: Client, now = Date.now()): Promise<Organisation> {
  const made: Made = { users: new Map(), groups: new Map(), roles: new Map(), permissions: new Map() };
  for (const [name, group] of people) {
    const username = usernameOf(name);
    const user = await client.users.create({ body: { username, name, email: `${username}@aurelia.example` } });
    made.users.set(name, user.id);
    if (!made.groups.has(group))
      made.groups.set(group, (await client.groups.create({ body: { name: group, description: '' } })).id);
    await client.groups.addMember({ params: { group: idOf(made.groups, group), member: user.id } });
  }
  const member = idOf(made.groups, 'Finance leads');
  await client.groups.addMember({ params: { group: idOf(made.groups, 'Finance'), member } });
  await client.users.suspend({ params: { user: idOf(made.users, 'Dmytro Kovalenko') } });
  for (const plan of plans) await makeApplication(client, made, plan, now);
  await makeAuditors(client, idOf(made.groups, 'Audit'));
  return made;
}

/** The id of what has that name. @throws Error when nothing has */
export function idOf(map: ReadonlyMap<string, string>, name: string): string {
  const id = map.get(name);
  if (id === undefined) throw new Error(`Nothing is called ${name}.`);
  return id;
}

interface Made extends Organisation {
  readonly users: Map<string, string>;
  readonly groups: Map<string, string>;
  readonly roles: Map<string, string>;
  readonly permissions: Map<string, string>;
}

/** Those who audit see everything in Licet itself, and change nothing. */
async function makeAuditors(client: Client, group: string): Promise<void> {
  const params = { application: 'licet' };
  const { items } = await client.roles.list({ params, query: { q: 'auditor' } });
  const role = items.find(({ name }) => name === 'auditor');
  if (!role) throw new Error('Licet has no role auditor.');
  const body = {
    principal: { kind: 'group', id: group },
    gives: { kind: 'role', id: role.id },
    reason: 'Standing audit',
  } as const;
  await client.grants.create({ params, body });
}

async function makeApplication(client: Client, made: Made, plan: Plan, now: number): Promise<void> {
  const params = { application: plan.id };
  await client.applications.create({ body: { id: plan.id, name: plan.name, description: plan.description } });
  for (const [name, title] of Object.entries(plan.permissions))
    made.permissions.set(name, (await client.permissions.create({ params, body: { name, title } })).id);
  const { items } = await client.roles.list({ params, query: { q: 'admin' } });
  for (const { name, id } of items) made.roles.set(`${plan.id}/${name}`, id);
  for (const { name, title, permissions, includes = [] } of plan.roles) {
    const body = {
      name,
      title,
      permissions: permissions.map((it) => idOf(made.permissions, it)),
      includes: includes.map((it) => idOf(made.roles, `${plan.id}/${it}`)),
    };
    made.roles.set(`${plan.id}/${name}`, (await client.roles.create({ params, body })).id);
  }
  for (const [kind, to, what, reason, hours] of plan.grants) {
    const role = made.roles.get(`${plan.id}/${what}`);
    const gives = role
      ? ({ kind: 'role', id: role } as const)
      : ({ kind: 'permission', id: idOf(made.permissions, what) } as const);
    const principal = { kind, id: idOf(kind === 'user' ? made.users : made.groups, to) };
    const ends = hours === undefined ? {} : { ends: new Date(now + hours * 3_600_000).toISOString() };
    await client.grants.create({ params, body: { principal, gives, reason, ...ends } });
  }
  for (const owner of plan.owners)
    await client.applications.addOwner({ params: { ...params, user: idOf(made.users, owner) } });
}
