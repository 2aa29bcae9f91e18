import { afterAll, beforeAll, expect, test } from 'vitest';
import { holds, timeout } from '../access/holds.testing.ts';
import { codePointOrder, Model, type ModelState } from '../access/model.testing.ts';
import { losingHistories, makeWorld, pace, type World } from '../access/world.testing.ts';
import { differencesOf, type Told } from '../differences/differences.testing.ts';
import { type Draft, draft } from '../kernel/draft.ts';
import type { FactTable } from '../kernel/facts.ts';
import { fragment } from '../kernel/sql.ts';
import { build, type TestStore, testStore } from '../store.testing.ts';
import type { Course } from './courses.ts';
import { coursesOf } from './effects.ts';

let store: TestStore;
let clock = 0;
const tick = () => {
  clock += pace;
  store.setClock(clock);
};

beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

const system = { kind: 'system', id: null, name: 'test' } as const;

test('a draft’s gains and losses agree with a naive model and with the real change', {
  timeout,
}, async () => {
  await holds(losingHistories, async (history) => {
    tick();
    const world = await makeWorld(store.database, history.slice(0, -1), tick);
    const steps = history.at(-1) ?? [];
    tick();
    const written = await everything();
    const planned = await draft(store.database, system, async (handle) => {
      const state = await world.play(handle, steps);
      const courses = await coursesOf(handle);
      for (const at of [handle.at, ...turns(world, state)]) {
        const before = new Model(world, world.states, at);
        expect(differencesIn(world, courses, at)).toEqual(differencesOf(world, before, before.with(state)));
      }
      // The limit 0 makes the query take the path for many users, instead of looking up each user.
      const among = (found: readonly Course[]) => new Set(found.map((course) => JSON.stringify(course)));
      expect(among(await coursesOf(handle, 0))).toEqual(among(courses));
      return { facts: await draftedFacts(handle), courses };
    });
    expect(await everything()).toEqual(written);
    const state = await build(store.database, (change) => world.play(change, steps));
    const before = new Model(world, world.states, state.at);
    expect(differencesIn(world, planned.courses, state.at)).toEqual(differencesOf(world, before, before.with(state)));
    expect(await changedFacts(state.no)).toEqual(planned.facts);
  });
});

/** Every later instant at which a grant starts or ends, with the draft or without it. */
function turns({ states }: World, state: ModelState): string[] {
  const grants = [...(states.at(-1)?.grants ?? []), ...state.grants];
  const instants = grants.flatMap(({ starts, ends }) => [starts, ends]);
  return [...new Set(instants)].filter((at) => at > state.at && at !== 'infinity').sort();
}

/** The effects by name, for each user and program whose access in the world's application changes. */
function differencesIn(
  { ids, application, users, programs }: World,
  courses: readonly Course[],
  at: string,
): Record<string, Told> {
  const nameOf = new Map([...users, ...programs].map((name) => [ids.get(name), name]));
  return Object.fromEntries(
    courses
      .filter((course) => course.application === application.id)
      .flatMap(({ moments, holders }) => {
        const then = moments.findLast((moment) => moment.at <= at);
        if (!then) return [];
        const { gains, loses } = then;
        if ([gains, loses].every((it) => it.roles.length + it.permissions.length === 0)) return [];
        return holders.map((id) => [nameOf.get(id) ?? id, { gains, loses }] as const);
      })
      .sort(([a], [b]) => codePointOrder(a, b)),
  );
}

const tables: readonly FactTable[] = ['users', 'memberships', 'inclusions', 'role_permissions', 'grants', 'clients'];

/** The number of facts and the sum of their end numbers. Every write changes at least one of them. */
async function everything(): Promise<unknown[]> {
  const counts = tables.map((table) =>
    store.database.pool.query(`select count(*), sum(no_to::numeric) as ends from ${table}`).then(({ rows }) => rows[0]),
  );
  return Promise.all([...counts, store.database.pool.query('select max(no) from change').then(({ rows }) => rows[0])]);
}

/** For each table, the number of facts that the draft opened and the number that it ended. */
const draftedFacts = ({ connection }: Draft) =>
  counted((table, kind) =>
    connection.query<{ count: number }>(fragment(`select count(*)::int as count from pg_temp.${kind}_${table}`)),
  );

const changedFacts = (no: number) =>
  counted((table, kind) =>
    store.database.pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${kind === 'opened' ? 'no_from' : 'no_to'} = ${no}`,
    ),
  );

async function counted(
  count: (table: FactTable, kind: 'opened' | 'ended') => Promise<{ rows: { count: number }[] }>,
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of tables)
    for (const kind of ['opened', 'ended'] as const)
      found[`${table} ${kind}`] = (await count(table, kind)).rows[0]?.count ?? 0;
  return found;
}
