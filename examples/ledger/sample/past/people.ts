import { samplePassword } from '../members.ts';
import { usernameOf } from '../people.ts';
import type { Declared } from './files.ts';
import type { World } from './world.ts';

/** The administrator of Licet. */
export const ingrid = 'ingrid.solheim';

/**
 * The groups that were created during the year, each with the number of days since then. All other groups exist from
 * the start.
 */
const founded: Readonly<Record<string, number>> = { 'Regional desk': 210, 'Night desk': 170 };

/**
 * The current users who joined during the year, each with the number of days since then. All other users exist from the
 * start.
 */
const joined: Readonly<Record<string, number>> = {
  'kenji.morimoto': 311,
  'bao.tran': 294,
  'sofia.kjellberg': 263,
  'ibrahim.sesay': 226,
  'layla.haddad': 199,
  'zeynep.aydin': 165,
  'mateus.carvalho': 151,
  'vera.sokolova': 117,
  'kalani.kahananui': 93,
  'maya.lindqvist': 79,
  'uchenna.eze': 72,
  'niamh.osullivan': 55,
  'hina.takahashi': 37,
  'chloe.okafor': 18,
  'anneli.saarinen': 6,
};

/**
 * The users who left: their group, and how many days ago they joined and left. A user without `joined` exists from the
 * start.
 */
const left: readonly {
  readonly name: string;
  readonly group: string;
  readonly joined?: number;
  readonly left: number;
}[] = [
  { name: 'Henrik Dahl', group: 'Finance', left: 289 },
  { name: 'Amina Njoroge', group: 'Depot', left: 214 },
  { name: 'Stefan Lindner', group: 'Finance leads', left: 180 },
  { name: 'Marta Ruiz', group: 'Ward reception', left: 141 },
  { name: 'Paul Okonkwo', group: 'Drivers', left: 121 },
  { name: 'Ilse Brandt', group: 'Pharmacy', left: 96 },
  { name: 'Victor Hale', group: 'Platform', left: 61 },
  { name: 'Gabriel Costa', group: 'Depot', joined: 172, left: 48 },
  { name: 'Noor Rahman', group: 'Night desk', joined: 158, left: 32 },
];

/** The users who moved to another group: how many days ago, and the old and the new group. */
const moved: readonly (readonly [days: number, username: string, from: string | null, to: string])[] = [
  [209, 'tomasz.wojcik', 'Finance', 'Regional desk'],
  [209, 'ngaire.parata', 'Finance', 'Regional desk'],
  [208, 'oluwaseun.adeyemi', null, 'Regional desk'],
  [169, 'yusuf.demirtas', 'Ward reception', 'Night desk'],
  [169, 'rosa.delgado', 'Ward reception', 'Night desk'],
  [160, 'arjun.venkataraman', 'Drivers', 'Depot'],
  [83, 'samira.yusuf', 'Ward reception', 'Nurses, Ward 4'],
];

/** Plans which users join, move and leave during the year. */
export function planPeople(world: World, declared: Declared): void {
  const { timeline, draws } = world;
  const groupOf = (username: string) => declared.groups.find(({ users = [] }) => users.includes(username))?.name;
  for (const { username, name, email } of declared.users) {
    const days = joined[username];
    const person = { username, name, email: email ?? null };
    if (days === undefined)
      timeline.at(timeline.daysAgo(359 - draws.below(8), 6 + draws.below(10)), () => activate(world, username));
    else timeline.at(timeline.daysAgo(days, 7), () => join(world, person, groupOf(username)));
  }
  for (const { name, group, joined: days, left: last } of left) {
    const username = usernameOf(name);
    if (days === undefined)
      timeline.at(timeline.daysAgo(359 - draws.below(8), 6 + draws.below(10)), () => activate(world, username));
    else timeline.at(timeline.daysAgo(days, 7), () => join(world, personOf(name), group));
    timeline.at(timeline.daysAgo(last, 15), async () => {
      await world.as(ingrid, 'users.remove', { params: { user: world.user(username) } });
    });
  }
  for (const [name, days] of Object.entries(founded))
    timeline.at(timeline.daysAgo(days, 8), async () => {
      world.ids.groups.set(name, (await world.as(ingrid, 'groups.create', { body: { name } })).id);
    });
  for (const [days, username, from, to] of moved)
    timeline.at(timeline.daysAgo(days, 9), async () => {
      const member = world.user(username);
      await world.as(ingrid, 'groups.addMember', { params: { group: world.group(to), member } });
      if (from) await world.as(ingrid, 'groups.removeMember', { params: { group: world.group(from), member } });
    });
  timeline.at(timeline.daysAgo(183, 14), () =>
    world.as(ingrid, 'users.handOver', {
      params: { user: world.user('stefan.lindner') },
      body: { to: world.user('kwame.boateng') },
    }),
  );
  timeline.at(timeline.daysAgo(20, 14), async () => {
    await world.as(ingrid, 'users.suspend', { params: { user: world.user('dmytro.kovalenko') } });
  });
  timeline.at(timeline.daysAgo(176, 10), async () => {
    await world.as(ingrid, 'groups.update', {
      params: { group: world.group('Dispensary') },
      body: { name: 'Pharmacy' },
    });
    world.ids.groups.set('Pharmacy', world.group('Dispensary'));
  });
}

const personOf = (name: string) => ({ username: usernameOf(name), name, email: `${usernameOf(name)}@aurelia.example` });

/** The users and the groups at the beginning. Each group has its members, by username, and its groups. */
export function peopleAtFirst({ users, groups }: Declared) {
  const isNew = new Set(Object.keys(joined));
  const former = left.filter((person) => person.joined === undefined);
  const people = [
    ...users.map(({ username, name, email }) => ({ username, name, email: email ?? null })),
    ...former.map(({ name }) => personOf(name)),
  ].filter(({ username }) => !isNew.has(username));
  const before = new Map(moved.map(([, username, from]) => [username, from]));
  const atFirst = groups
    .filter(({ name }) => !(name in founded))
    .map(({ name, groups: inner = [] }) => ({
      name: name === 'Pharmacy' ? 'Dispensary' : name,
      members: people
        .map(({ username }) => username)
        .filter((username) => {
          if (before.has(username)) return before.get(username) === name;
          const gone = former.find((person) => usernameOf(person.name) === username);
          return gone ? gone.group === name : groups.find((group) => group.name === name)?.users?.includes(username);
        }),
      groups: inner,
    }));
  return { people, groups: atFirst };
}

async function join(
  world: World,
  person: ReturnType<typeof personOf> | { username: string; name: string; email: string | null },
  group: string | undefined,
): Promise<void> {
  const { id } = await world.as(ingrid, 'users.create', { body: person });
  world.ids.users.set(person.username, id);
  if (group) await world.as(ingrid, 'groups.addMember', { params: { group: world.group(group), member: id } });
  world.timeline.later(0.2 + world.draws.share() * 3, () => activate(world, person.username));
}

/** A user sets their password with a link that the administrator handed out. */
async function activate(world: World, username: string): Promise<void> {
  await world.signIn(ingrid);
  const user = world.user(username);
  const { url } = await world.as(ingrid, 'users.passwordLink', { params: { user } });
  const token = new URL(url).hash.slice('#token='.length);
  world.timeline.later(0.05 + world.draws.share() * 0.4, () =>
    world.calls.anonymously('passwords.set', user, { body: { token, password: samplePassword } }),
  );
}
