import { limits } from '@licet/contract';
import { expect, test } from 'vitest';
import type { Alike, Way } from './alike.ts';
import { Comparison } from './comparison.ts';
import { coursesAmong } from './courses.ts';
import type { GrantedNames } from './granted-names.ts';
import { effectsIn } from './listed-effects.ts';

const at = '2026-01-01T00:00:00.000000Z';
const day = (n: number) => `${new Date(Date.parse(at) + n * 86_400_000).toISOString().slice(0, 23)}000Z`;
const none = { starts: null, ends: null };
const names = (count: number) => Array.from({ length: count }, (_, n) => `${n}`.padStart(250, 'x'));
const role = (name: string, permissions: readonly string[]): GrantedNames => ({
  name,
  roles: new Set([name]),
  permissions: new Set(permissions),
  admin: false,
  key: JSON.stringify([name, ...permissions]),
});
const room = { characters: limits.planEffectsMax.value, named: 100 };

/** A user, and the grants that reach them in an application. */
interface Somebody {
  readonly who: string;
  readonly application?: string;
  readonly ways: readonly Way[];
}

function courses(people: readonly Somebody[], roles: Readonly<Record<string, GrantedNames>>, most?: number) {
  const ways = new Map<string, Way>();
  const alike = people.map(({ who, application = 'shop', ways: theirs }): Alike => {
    const texts = theirs.map((way) => JSON.stringify(way));
    for (const [place, text] of texts.entries())
      ways.set(text, theirs[place] ?? { grantedId: '', before: null, after: null });
    return { application, ways: texts, holders: [who] };
  });
  const namesById = new Map(Object.entries(roles));
  return coursesAmong(alike, ways, new Comparison(namesById, namesById), at, most);
}

/** Users who gain a role with three permissions, each user starting on a different day. */
const beginners = (count: number) =>
  Array.from(
    { length: count },
    (_, n): Somebody => ({
      who: `${n}`,
      ways: [{ grantedId: 'reader', before: null, after: { starts: day(n + 1), ends: null } }],
    }),
  );
const reader = { reader: role('reader', names(3)) };

test('distinguishes users who gain access at different instants', async () => {
  const found = await courses(beginners(20), reader);
  expect(found).toHaveLength(20);
  expect(found[0]?.moments[0]?.gains.permissions).toHaveLength(3);
});

test('lists the loss of many future grants of a large role only once', async () => {
  const periods = Array.from(
    { length: 60 },
    (_, n): Way => ({
      grantedId: 'clerk',
      before: { starts: day(2 * n + 1), ends: day(2 * n + 2) },
      after: null,
    }),
  );
  const [effect, ...more] = effectsIn(
    await courses([{ who: 'ana', ways: periods }], { clerk: role('clerk', names(5000)) }),
    room,
  );
  expect(more).toEqual([]);
  expect(effect).toMatchObject({ at: day(1), holders: ['ana'], loses: { roles: ['clerk'] } });
  expect(effect?.loses.permissions).toHaveLength(5000);
});

test('lists an equal loss of thousands of users once, even if their grants end at different instants', async () => {
  const people = Array.from(
    { length: 12_000 },
    (_, n): Somebody => ({
      who: `${n}`,
      ways: [{ grantedId: 'clerk', before: { starts: null, ends: day(n + 1) }, after: null }],
    }),
  );
  const [effect, ...more] = effectsIn(await courses(people, { clerk: role('clerk', names(100)) }), room);
  expect(more).toEqual([]);
  expect(effect?.holders).toHaveLength(12_000);
  expect(effect?.notListed).toBeUndefined();
});

test('lists the earliest effects, and merges later ones beyond the size limit into one with all their users', async () => {
  const found = await courses(beginners(20), reader);
  const [rest, ...listed] = effectsIn(found, { characters: 5000, named: 0 });
  expect(listed.map((effect) => effect.at)).toEqual([1, 2, 3, 4, 5].map(day));
  expect(rest).toMatchObject({ application: 'shop', at: day(6), notListed: true, gains: { roles: [] } });
  expect(rest?.holders.toSorted()).toEqual(Array.from({ length: 15 }, (_, n) => `${n + 5}`).sort());
});

test('a long effect does not displace a shorter one of the same instant', async () => {
  const roles = { clerk: role('clerk', names(100)), reader: role('reader', names(3)) };
  const gained = (grantedId: string) => [{ grantedId, before: null, after: none }];
  const found = await courses(
    [
      { who: 'ana', ways: gained('clerk') },
      { who: 'ben', ways: gained('reader') },
    ],
    roles,
  );
  expect(effectsIn(found, { characters: 5000, named: 0 })).toMatchObject([
    { holders: ['ana'], notListed: true },
    { holders: ['ben'], gains: { roles: ['reader'] } },
  ]);
});

test('compares the smallest effects first if comparing everything would take too long', async () => {
  const roles = { clerk: role('clerk', names(1000)), reader: role('reader', names(3)) };
  const people: Somebody[] = [
    { who: 'ana', application: 'shop', ways: [{ grantedId: 'clerk', before: none, after: null }] },
    { who: 'ana', application: 'till', ways: [{ grantedId: 'reader', before: none, after: null }] },
  ];
  expect(effectsIn(await courses(people, roles, 500), room)).toMatchObject([
    { application: 'shop', at, holders: ['ana'], notListed: true, notCompared: 'plan_too_large' },
    { application: 'till', holders: ['ana'], loses: { roles: ['reader'] } },
  ]);
});

test('names a holder whose access is too large to compare, and compares all others', async () => {
  const lost = (grantedId: string): Way => ({ grantedId, before: none, after: null });
  const many = (of: string) => Array.from({ length: 60_000 }, (_, n) => `${of} ${n}`);
  const small = Array.from({ length: 30 }, (_, n) => `small ${n}`);
  const roles = {
    a: role('auditor', many('a')),
    b: role('buyer', many('b')),
    unread: { ...role('huge', []), unread: true as const },
    ...Object.fromEntries(small.map((name) => [name, role(name, names(500))])),
  };
  const people: Somebody[] = [
    { who: 'ana', ways: [lost('a'), lost('b')] },
    { who: 'ben', ways: small.map(lost) },
    { who: 'eve', ways: [lost('unread')] },
  ];
  const found = await courses(people, roles);
  expect(effectsIn(found, room)).toMatchObject([
    { at, holders: ['ana', 'eve'], notListed: true, notCompared: 'holder_too_large' },
    { holders: ['ben'], loses: { roles: small.toSorted() } },
  ]);
  // The digest covers what each holder loses, so only Ana's key changes.
  const other = await courses(people, { ...roles, b: role('buyer', [...many('b'), 'c']) });
  const keyOf = (all: typeof found, who: string) => all.find(({ holders }) => holders.includes(who))?.key;
  expect(keyOf(other, 'ana')).not.toBe(keyOf(found, 'ana'));
  expect(keyOf(other, 'ben')).toBe(keyOf(found, 'ben'));
});

/** The fields of a course that the digest of a plan covers. */
const covered = (found: Awaited<ReturnType<typeof courses>>) =>
  found.map(({ application, key, holders }) => [application, key, ...holders].join(' ')).sort();

test.each([
  ['compared', undefined],
  ['not compared', 0],
])('a digest covers effects that are %s', async (_, most) => {
  const lost = (grantedId: string, ends: string | null = null) => [
    { grantedId, before: { starts: null, ends }, after: null },
  ];
  const of = (ways: readonly Way[], roles: Readonly<Record<string, GrantedNames>>) =>
    courses(
      [
        { who: 'ana', ways },
        { who: 'ben', ways: lost('a') },
      ],
      { a: role('auditor', ['see']), ...roles },
      most,
    );
  const clerk = covered(await of(lost('c'), { c: role('clerk', ['sell']) }));
  expect(covered(await of(lost('c'), { c: role('clerk', ['sell', 'void']) }))).not.toEqual(clerk);
  expect(covered(await of(lost('c'), { c: role('cashier', ['sell']) }))).not.toEqual(clerk);
  expect(covered(await of(lost('c', day(1)), { c: role('clerk', ['sell']) }))).not.toEqual(clerk);
  // A role that the plan creates has a new id each time, so the digest must not depend on the id.
  expect(covered(await of(lost('d'), { d: role('clerk', ['sell']) }))).toEqual(clerk);
});

test('the order of users does not affect whether everything is compared', async () => {
  const roles = { clerk: role('clerk', names(100)), reader: role('reader', names(100)) };
  const people = Object.keys(roles).map(
    (grantedId): Somebody => ({ who: grantedId, ways: [{ grantedId, before: none, after: null }] }),
  );
  for (const most of [0, 101, 150, 205, 1000]) {
    const [one, other] = [await courses(people, roles, most), await courses(people.toReversed(), roles, most)];
    expect(covered(one)).toEqual(covered(other));
    expect(effectsIn(one, room)).toEqual(effectsIn(other, room));
  }
});

test('reads the names of a large role once, even if many losses contain it', () => {
  let read = 0;
  class Names extends Array<string> {
    override filter(...args: Parameters<string[]['filter']>): string[] {
      read += this.length;
      return [...this].filter(...args);
    }
  }
  const none = { roles: [], permissions: [] };
  const [small, large] = [Names.from(['read']), Names.from({ length: 1000 }, (_, n) => `permission ${n}`)];
  const moments = Array.from({ length: 500 }, (_, n) => {
    const permissions = n % 2 === 0 ? large : small;
    const at = new Date(Date.UTC(2030, 0, n + 1)).toISOString();
    return { at, gains: none, loses: { roles: [], permissions }, keeps: [], keptBy: none, key: `${n % 2}` };
  });
  const effects = effectsIn([{ application: 'shop', moments, key: '', holders: ['ada'] }]);
  expect(effects.map(({ loses }) => loses.permissions.length)).toEqual([1000, 1]);
  expect(read).toBeLessThan(2000);
});
