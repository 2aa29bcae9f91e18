import { permissionsRef } from '@licet/api/verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fingerprintOf } from '../../identity/tokens/token-claims.ts';
import { tokenAccess } from '../access/effective.ts';
import { holds, timeout } from '../access/holds.testing.ts';
import { histories, makeWorld, pace } from '../access/world.testing.ts';
import { read } from '../kernel/snapshot.ts';
import { type TestStore, testStore } from '../store.testing.ts';
import { type Pair, pairStates, touchedPairs } from './pairs.ts';

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

test('a digest matches the content of the token, and changes only for affected users', {
  timeout,
}, async () => {
  await holds(histories, async (history) => {
    tick();
    const world = await makeWorld(store.database, history, tick);
    const pairs: Pair[] = [...world.users, 'nobody'].flatMap((user) =>
      [world.application.key, 'nowhere'].map((application) => ({
        userId: world.ids.get(user) ?? '01a1fd60-b421-70dc-9693-52f823154a02',
        application,
      })),
    );
    let before: readonly string[] = [];
    let since = 0;
    for (const { at } of world.states) {
      await read(
        store.database,
        async (snapshot) => {
          const states = await pairStates(snapshot, pairs);
          for (const [index, { userId, application }] of pairs.entries()) {
            const access = await tokenAccess(snapshot, userId, application);
            const { roles = [], permissions = [], changesAt = null } = access ?? {};
            const fingerprint = fingerprintOf(permissionsRef(roles), permissionsRef(permissions));
            expect(states[index]).toEqual({ fingerprint, changesAt });
          }
          const touched = new Set(await touchedPairs(snapshot, since, pairs));
          const elapsed = await pairStates({ ...snapshot, no: since }, pairs);
          for (const [index, { fingerprint }] of states.entries())
            if (before.length > 0 && !touched.has(index + 1)) expect(fingerprint).toBe(elapsed[index]?.fingerprint);
          before = states.map(({ fingerprint }) => fingerprint);
          since = snapshot.no;
        },
        at,
      );
    }
  });
});
