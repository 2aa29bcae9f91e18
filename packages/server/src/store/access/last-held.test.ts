import { afterAll, beforeAll, expect, test } from 'vitest';
import { endFacts } from '../kernel/facts.ts';
import { read } from '../kernel/snapshot.ts';
import {
  addApplication,
  addGrant,
  addPermission,
  addUser,
  build,
  setStatus,
  type TestStore,
  testStore,
} from '../store.testing.ts';
import { lastHeld } from './last-held.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

test('a user who was suspended when a grant ended had already lost it', async () => {
  const { database } = store;
  const { user, application, permission, grant } = await build(database, async (change) => {
    const application = await addApplication(change);
    const [user, permission] = [await addUser(change), await addPermission(change, application, 'read')];
    const grant = await addGrant(change, { application, principal: user, permission });
    return { user, application, permission, grant };
  });
  const lost = () => read(database, (snapshot) => lastHeld(snapshot, user.id, application.id, permission.id));
  await build(database, (change) => setStatus(change, user, 'suspended'));
  await build(database, (change) => endFacts(change, 'grants', { id: [grant] }));
  await build(database, (change) => setStatus(change, user, 'active'));
  expect(await lost()).toBeNull();
  const again = await build(database, (change) => addGrant(change, { application, principal: user, permission }));
  const at = await build(database, async (change) => {
    await endFacts(change, 'grants', { id: [again] });
    return change.at;
  });
  expect(await lost()).toBe(at);
});
