import { expect, test } from 'vitest';
import { chainsFrom } from './chains.ts';
import { waysOf } from './paths.ts';
import type { HeldGrant, Principals } from './principals.ts';
import type { RoleGraph } from './role-graph.ts';

const name = (node: string) => node;

test('a node has one path to itself, without steps', async () => {
  expect(await chainsFrom('a', new Map(), 20, name)).toEqual(new Map([['a', { count: 1, shortest: [[]] }]]));
});

test('paths are sorted by length, then by name', async () => {
  const edges = new Map([
    ['a', ['c', 'b', 'd']],
    ['b', ['d']],
    ['c', ['d']],
  ]);
  expect((await chainsFrom('a', edges, 20, name)).get('d')).toEqual({
    count: 3,
    shortest: [['d'], ['b', 'd'], ['c', 'd']],
  });
});

test('paths through a node include both the short and the long path to it', async () => {
  const edges = new Map([
    ['a', ['e', 'b']],
    ['b', ['c']],
    ['c', ['e']],
    ['e', ['f']],
  ]);
  expect((await chainsFrom('a', edges, 20, name)).get('f')).toEqual({
    count: 2,
    shortest: [
      ['e', 'f'],
      ['b', 'c', 'e', 'f'],
    ],
  });
});

test('the count of 2^60 paths stops at the largest exact number, and twenty paths are returned', async () => {
  const edges = new Map<string, string[]>();
  for (let i = 0; i < 60; i += 1) {
    edges.set(`n${i}`, [`n${i}left`, `n${i}right`]);
    edges.set(`n${i}left`, [`n${i + 1}`]);
    edges.set(`n${i}right`, [`n${i + 1}`]);
  }
  const chains = await chainsFrom('n0', edges, 20, name);
  expect(chains.get('n60')?.count).toBe(Number.MAX_SAFE_INTEGER);
  expect(chains.get('n60')?.shortest.length).toBe(20);
  expect(chains.get('n40')?.count).toBe(2 ** 40);
});

test('the search for paths ends on a cycle', async () => {
  const edges = new Map([
    ['a', ['b']],
    ['b', ['a', 'c']],
  ]);
  expect((await chainsFrom('a', edges, 20, name)).has('c')).toBe(true);
});

const at = '2026-11-27T12:00:00.000000Z';
const grantOf = (principalId: string, roleId: string): HeldGrant => ({
  id: `${principalId} ${roleId}`,
  principalId,
  roleId,
  permissionId: null,
  starts: at,
  ends: 'infinity',
  grantedBy: 'a test',
  reason: '',
  request: null,
});

/**
 * Grants each user the given number of large roles. Each large role includes all `small` roles, and each of these
 * includes `target`.
 */
function world(granted: Readonly<Record<string, number>>, small: number): [Principals, RoleGraph] {
  const names = (kind: string, count: number) => Array.from({ length: count }, (_, n) => `${kind} ${n}`);
  const down = new Map<string, string[]>(names('small', small).map((role) => [role, ['target']]));
  for (const role of names('large', Math.max(...Object.values(granted)))) down.set(role, names('small', small));
  const nodes = new Map([...down.keys(), 'target'].map((id) => [id, { id, name: id, title: '' }]));
  const grants = new Map(
    Object.entries(granted).map(([user, count]) => [user, names('large', count).map((role) => grantOf(user, role))]),
  );
  return [
    { up: new Map(), groupNames: new Map(), joined: new Map(), grants },
    { nodes, down },
  ];
}

const target = { roles: new Set(['target']) };

test('lets other requests run while it computes the paths of one user', async () => {
  const ways = waysOf(...world({ ada: 800 }, 100), at);
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const pathsTo = await ways.ofOne('ada');
  clearImmediate(next);
  expect(turns).toBeGreaterThan(1);
  expect(await pathsTo(target)).toMatchObject({ pathCount: 80_000 });
});

test('counts every compared path of a user against the limit', async () => {
  const [principals, roles] = world({ ada: 1 }, 10);
  const groups = Array.from({ length: 40 }, (_, n) => `group ${n}`);
  const up = new Map([['ada', groups], ...groups.map((group) => [group, ['top']] as [string, string[]])]);
  const many = Array.from({ length: 12_000 }, (_, n) => ({ ...grantOf('top', 'large 0'), id: `${n}` }));
  // 12,000 grants of 12 roles are only 144,000 steps. But each step compares at least 20 paths to the group, which
  // exceeds the limit.
  const ways = waysOf({ up, groupNames: new Map(), joined: new Map(), grants: new Map([['top', many]]) }, roles, at);
  await expect(ways.ofOne('ada')).rejects.toMatchObject({ problem: { code: 'too_large' } });
  expect((await waysOf(principals, roles, at).to('ada', target)).pathCount).toBe(10);
});

test('gives each list entry an equal share of the limit, and the unused rest to larger entries', async () => {
  const users = { ada: 900, bob: 2, eve: 900, joe: 500 };
  const ways = waysOf(...world(users, 100), at);
  const found = await ways.each(Object.keys(users), (user) => ways.to(user, target));
  expect(found.map((paths) => paths?.pathCount)).toEqual([90_000, 200, 90_000, 50_000]);

  const crowded = waysOf(...world(users, 200), at);
  const listed = await crowded.each(Object.keys(users), (user) => crowded.to(user, target));
  expect(listed.map((paths) => paths?.pathCount)).toEqual([undefined, 400, undefined, undefined]);
  expect([...(await crowded.held('ada'))]).toContain('target');
  expect((await waysOf(...world(users, 200), at).held('bob')).size).toBe(203);
});

test('lists all users of one role, although the paths of the role exceed the share of one user', async () => {
  const layers = Array.from({ length: 5 }, (_, depth) => Array.from({ length: 10 }, (_, n) => `layer ${depth} ${n}`));
  const down = new Map([['top', layers[0] ?? []]]);
  for (const [depth, layer] of layers.entries())
    for (const role of layer) down.set(role, layers[depth + 1] ?? ['target']);
  const nodes = new Map([...down.keys(), 'target'].map((id) => [id, { id, name: id, title: '' }]));
  const users = Array.from({ length: 200 }, (_, n) => `user ${n}`);
  const grants = new Map(users.map((user) => [user, [grantOf(user, 'top')]]));
  const ways = waysOf({ up: new Map(), groupNames: new Map(), joined: new Map(), grants }, { nodes, down }, at);
  const listed = await ways.each(users, (user) => ways.to(user, target));
  expect(listed.map((paths) => paths?.pathCount)).toEqual(users.map(() => 100_000));
});

test('lists all entries that share a role whose inclusions exceed the limit of one entry', async () => {
  const below = Array.from({ length: 600 }, (_, n) => `role ${n}`);
  const down = new Map([['top', [...below, 'target']]]);
  const nodes = new Map(['top', 'target', ...below].map((id) => [id, { id, name: id, title: '' }]));
  const users = Array.from({ length: 200 }, (_, n) => `user ${n}`);
  const grants = new Map(users.map((user) => [user, [grantOf(user, 'top')]]));
  const ways = waysOf({ up: new Map(), groupNames: new Map(), joined: new Map(), grants }, { nodes, down }, at);
  const listed = await ways.each(users, (user) => ways.to(user, target));
  expect(listed.map((paths) => paths?.pathCount)).toEqual(users.map(() => 1));
});

test('lists an entry that needs more than its share, even after one that exceeds the limits', async () => {
  const [, roles] = world({ ada: 1 }, 100);
  const granted = { ada: 40_000, eve: 12_000, bob: 1 };
  const grants = new Map(
    Object.entries(granted).map(([user, count]) => [
      user,
      Array.from({ length: count }, (_, n) => ({ ...grantOf(user, 'large 0'), id: `${n}` })),
    ]),
  );
  const ways = waysOf({ up: new Map(), groupNames: new Map(), joined: new Map(), grants }, roles, at);
  const found = await ways.each(Object.keys(granted), (user) => ways.to(user, target));
  expect(found.map((paths) => paths?.pathCount)).toEqual([undefined, 1_200_000, 100]);
});

test('walks the inclusions of a shared role once for all entries of a list', async () => {
  const depth = 200;
  const name = (n: number) => `role ${n}`;
  const names = Array.from({ length: depth }, (_, n) => name(n));
  let reads = 0;
  class Counted extends Map<string, string[]> {
    override get(role: string) {
      reads += 1;
      return super.get(role);
    }
  }
  const down = new Counted(names.map((role, n) => [role, names.slice(n + 1)]));
  const nodes = new Map(names.map((id) => [id, { id, name: id, title: '' }]));
  const users = Array.from({ length: 200 }, (_, n) => `user ${n}`);
  const grants = new Map(users.map((user) => [user, [grantOf(user, name(0))]]));
  const ways = waysOf({ up: new Map(), groupNames: new Map(), joined: new Map(), grants }, { nodes, down }, at);
  const goal = { roles: new Set([name(depth - 1)]) };
  reads = 0;
  await ways.each(users, (user) => ways.to(user, goal));
  const once = (depth * (depth + 1)) / 2;
  expect(reads).toBeLessThan(2 * once);
  reads = 0;
  for (const user of users) expect((await ways.held(user)).size).toBe(depth);
  expect(reads).toBeLessThan(2 * once);
});
