import type { PlannedChange } from '@licet/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holds, timeout } from '../../../store/access/holds.testing.ts';
import type { Caller } from '../../context.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import { linesOf, madeId, makeAll, oneByOne, sentChanges } from './together.testing.ts';

// Changes that are planned together must be refused exactly like the same changes planned one by one, and like the same
// changes applied.

let licet: TestLicet;
let made = 0;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

interface World {
  readonly params: { readonly application: string };
  readonly owner: Caller;
  readonly ids: Readonly<Record<'permissions' | 'roles' | 'groups' | 'users' | 'grants', readonly string[]>>;
}

const count = 3;
const numbers = Array.from({ length: count }, (_, n) => n);

/** Three of each kind; each user is in a group and has a role. */
async function makeWorld(): Promise<World> {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const ids: Record<keyof World['ids'], string[]> = { permissions: [], roles: [], groups: [], users: [], grants: [] };
  for (const n of numbers) {
    const permission = await licet.call('permissions.create', owner, { params, body: { name: `a:${n}` } });
    const role = await licet.call('roles.create', owner, {
      params,
      body: { name: `role ${n}`, permissions: [permission.id] },
    });
    const group = await licet.call('groups.create', licet.admin, { body: { name: `${key} ${n}` } });
    const body = { username: `${key}.person.${n}`, name: `${key} person ${n}` };
    const { id: userId } = await licet.call('users.create', licet.admin, { body });
    await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: userId } });
    const gives = { kind: 'role', id: role.id };
    const grant = await licet.call('grants.create', owner, {
      params,
      body: { principal: { kind: 'user', id: userId }, gives },
    });
    for (const [kind, id] of Object.entries({ permissions: permission, roles: role, groups: group, grants: grant }))
      ids[kind as keyof typeof ids].push(id.id);
    ids.users.push(userId);
    if (n === 0) await licet.call('users.suspend', licet.admin, { params: { user: userId } });
  }
  return { params, owner, ids };
}

/** Builds a change from the numbers of its target and of another object. */
type Kind = (world: World, n: number, m: number) => PlannedChange;
const unknown = '00000000-0000-8000-8000-00000000ffff';
const at = (ids: readonly string[], n: number) => ids[n] ?? unknown;
const kinds: Readonly<Record<string, Kind>> = {
  revoke: ({ params, ids }, n) => ({ call: 'grants.revoke', params: { ...params, grant: at(ids.grants, n) } }),
  permission: ({ params, ids }, n) => ({
    call: 'permissions.remove',
    params: { ...params, permission: at(ids.permissions, n) },
  }),
  role: ({ params, ids }, n) => ({ call: 'roles.remove', params: { ...params, role: at(ids.roles, n) } }),
  member: ({ ids }, n, m) => ({
    call: 'groups.removeMember',
    params: { group: at(ids.groups, n), member: at(ids.users, m) },
  }),
  group: ({ ids }, n) => ({ call: 'groups.remove', params: { group: at(ids.groups, n) } }),
  user: ({ ids }, n) => ({ call: 'users.remove', params: { user: at(ids.users, n) } }),
  suspend: ({ ids }, n) => ({ call: 'users.suspend', params: { user: at(ids.users, n) } }),
  reactivate: ({ ids }, n) => ({ call: 'users.reactivate', params: { user: at(ids.users, n) } }),
  join: ({ ids }, n, m) => ({
    call: 'groups.addMember',
    params: { group: at(ids.groups, n), member: at(ids.users, m) },
  }),
  grant: ({ params, ids }, n, m) => ({
    call: 'grants.create',
    params,
    body: { principal: { kind: 'user', id: at(ids.users, n) }, gives: { kind: 'role', id: at(ids.roles, m) } },
  }),
  name: ({ params }, n) => ({ call: 'permissions.create', params, body: { name: n < 2 ? `new:${n}` : 'A:0' } }),
  called: ({ params }, n) => ({ call: 'roles.create', params, body: { name: n < 2 ? `new ${n}` : 'ROLE 0' } }),
  person: ({ params }, n) => ({
    call: 'users.create',
    as: madeId(n),
    body: { username: `${params.application}-${n}`, name: 'Twin' },
  }),
  joinPerson: ({ ids }, n, m) => ({
    call: 'groups.addMember',
    params: { group: at(ids.groups, n), member: madeId(m) },
  }),
  grantPerson: ({ params, ids }, n, m) => ({
    call: 'grants.create',
    params,
    body: { principal: { kind: 'user', id: madeId(n) }, gives: { kind: 'role', id: at(ids.roles, m) } },
  }),
};

const adding = ['join', 'grant', 'name', 'called', 'person', 'joinPerson', 'grantPerson'];
const ending = ['revoke', 'permission', 'role', 'member', 'group', 'user'];
const everyKind = [...adding, ...ending, 'suspend', 'reactivate'];

/**
 * Generates changes as tuples: the kind, the index of the target, that of the other object, and whether ids are in
 * capitals.
 */
const orders = (of: readonly string[], maxLength: number) =>
  fc.array(fc.tuple(fc.constantFrom(...of), fc.nat(count), fc.nat(count), fc.boolean()), { minLength: 2, maxLength });
const questions = fc.oneof(
  fc.constantFrom(...everyKind).chain((kind) => orders([kind], 5)),
  orders(adding, 12),
  orders(ending, 12),
  orders(everyKind, 12),
);

/** PostgreSQL reads ids in capitals too. */
const inCapitals = (change: PlannedChange): PlannedChange =>
  ({
    ...change,
    ...('params' in change && {
      params: Object.fromEntries(
        Object.entries(change.params ?? {}).map(([key, value]) => [
          key,
          key === 'application' ? value : String(value).toUpperCase(),
        ]),
      ),
    }),
  }) as PlannedChange;

const filler = (): PlannedChange => {
  made += 1;
  return { call: 'groups.create', body: { name: `Filler ${made}` } };
};

/** Returns the changes that the tuples describe in a world. Each plan id is used only once. */
function changesIn(world: World, question: readonly (readonly [string, number, number, boolean])[]): PlannedChange[] {
  const given = new Set<string>();
  return question.map(([kind, n, m, capitals]) => {
    const change = kinds[kind]?.(world, n, m) ?? filler();
    const { as = '' } = change as { readonly as?: string };
    const { as: _, ...nameless } = change as PlannedChange & { readonly as?: string };
    const once = as !== '' && given.has(as) ? (nameless as PlannedChange) : change;
    given.add(as);
    return capitals && as === '' ? inCapitals(once) : once;
  });
}

/** The codes of the changes after the fillers, and the digest of the plan. */
async function planOf(fillers: readonly PlannedChange[], changes: readonly PlannedChange[]) {
  const body = { changes: [...fillers, ...changes] };
  const { steps, digest } = await licet.call('plans.make', licet.freshAdmin, { body });
  return { digest, codes: steps.slice(fillers.length).map(({ refused }) => refused?.code ?? null) };
}

const manyFillers = () => Array.from({ length: 101 }, filler);
const everyOther = <Item>(list: readonly Item[]) => list.filter((_, place) => place % 2 === 0);

test('changes are refused alike when planned together, planned one by one, and applied', { timeout }, async () => {
  await holds(questions, async (question) => {
    const changes = changesIn(await makeWorld(), question);
    const fillers = manyFillers();
    const together = await planOf(fillers, changes);
    const apart = await planOf(fillers, await oneByOne(licet, changes));
    expect(together.codes).toEqual(everyOther(apart.codes));

    const body = sentChanges([...fillers, ...changes], { digest: together.digest });
    const lines = await linesOf<object>(await licet.call('plans.applyLong', licet.freshAdmin, { body }));
    const first = together.codes.find((code) => code !== null);
    expect(lines.at(-1)).toMatchObject(first ? { problem: { code: first } } : { applied: expect.anything() });
  });
});

/**
 * Applies changes. Returns their events with the numbers of facts that each opened and closed, without what differs
 * between worlds.
 */
async function eventsOf(world: World, changes: readonly PlannedChange[]): Promise<string[]> {
  const line = await makeAll(licet, licet.freshAdmin, changes);
  if (!('applied' in line)) throw new Error(JSON.stringify(line));
  const { rows } = await licet.database.pool.query<object>(
    `select action, application, target_name, before, after, opened::int, closed::int from change
     where no between $1 and $2 and action <> 'plan.applied' and target_name not similar to '(Filler|Between) %' order by no`,
    [line.applied.first, line.applied.last],
  );
  const { application } = world.params;
  return rows.map((row) =>
    JSON.stringify(row)
      .replaceAll(application, 'here')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then'),
  );
}

test('changes written together record and end the same facts as changes written one by one', { timeout }, async () => {
  await holds(questions, async (question) => {
    const [one, other] = [await makeWorld(), await makeWorld()];
    const { codes } = await planOf(manyFillers(), changesIn(one, question));
    const accepted = question.filter((_, place) => codes[place] === null);
    const together = await eventsOf(one, [...manyFillers(), ...changesIn(one, accepted)]);
    const alone = await oneByOne(licet, changesIn(other, accepted));
    expect(together).toEqual(await eventsOf(other, [...manyFillers(), ...alone]));
  });
});
