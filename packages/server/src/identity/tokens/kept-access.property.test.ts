import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewestAccess, tokenAccess } from '../../store/access/effective.ts';
import { holds, timeout } from '../../store/access/holds.testing.ts';
import { losingHistories, makeWorld, pace } from '../../store/access/world.testing.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { type Head, newestHead } from '../../store/kernel/snapshot.ts';
import { sql } from '../../store/kernel/sql.ts';
import { type TestStore, testStore } from '../../store/store.testing.ts';
import { type Holder, keepAccess } from './kept-access.ts';

let store: TestStore;
let clock = 0;

beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

test('cached access equals a new computation after every change, even if the clock goes back', {
  timeout,
}, async () => {
  let answers = 0;
  let kept = 0;
  await holds(losingHistories, async (history) => {
    const large = keepAccess(store.database);
    const small = keepAccess(store.database, 4000);
    const since = (await newest()).no;
    const compare = async () => {
      const head = await newest();
      for (const holder of await holdersMadeAfter(since))
        for (const at of await instantsOf(holder, head)) {
          const expected = await computed(holder, { ...head, at });
          for (const memory of [large, small]) {
            const { ver, ...access } = (await memory.read(holder, { ...head, at }, expected)) ?? expect.fail();
            expect({ ...access, ver }).toMatchObject(expected);
            expect(ver).toBe(head.no);
          }
          answers += 1;
          if (holder.kind === 'user' && large.likely()) kept += 1;
        }
    };
    const world = await makeWorld(store.database, history, async () => {
      await compare();
      clock += pace;
      store.setClock(clock);
    });
    expect(world.states.length).toBe(history.length);
    await compare();
  });
  // The comparison would prove nothing if all answers, or none, came from memory.
  expect(kept).toBeGreaterThan(answers / 10);
  expect(kept).toBeLessThan(answers);
});

async function newest(): Promise<Head> {
  const { rows } = await poolOf(store.database).query<Head>(newestHead(store.database.clockOffset()));
  return rows[0] ?? expect.fail();
}

/** All principals of the generated history that may have access, each with its application. */
async function holdersMadeAfter(no: number): Promise<readonly Holder[]> {
  const { rows } = await poolOf(store.database).query<Holder>(sql`
    select who.kind, who.id as sub, a.key as application
    from (select distinct a.key from applications a where a.created_no > ${no}) a,
      (select distinct 'user' as kind, u.id from users u where u.created_no > ${no}
        union select distinct 'program', c.id from clients c where c.created_no > ${no}) who
    order by who.id`);
  return rows;
}

/**
 * Returns the instants to compare. They go from the present to each start or end that changes the access, and back to
 * the present. Each start or end is preceded by the millisecond before it.
 */
async function instantsOf(holder: Holder, head: Head): Promise<readonly string[]> {
  const turns: string[] = [];
  for (let at = head.at; turns.length < 3; ) {
    const { changesAt } = await computed(holder, { ...head, at });
    if (changesAt === null) break;
    turns.push(changesAt);
    at = changesAt;
  }
  const around = turns.flatMap((turn) => [`${new Date(Date.parse(turn) - 1).toISOString().slice(0, 23)}000Z`, turn]);
  return [head.at, head.at, ...around, ...around.toReversed(), head.at];
}

async function computed({ sub, application }: Holder, head: Head): Promise<NewestAccess> {
  const access = await readNow(store.database, (snapshot) => tokenAccess(snapshot, sub, application), head);
  return { ...(access ?? expect.fail()), head: head.head };
}
