import { licetApplication } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminOfLicet } from '../administrators/administrators.ts';
import type { Change } from '../kernel/change.ts';
import {
  addGrant,
  addGroup,
  addInclusion,
  addMember,
  addRole,
  addUser,
  build,
  type TestApplication,
  type TestNamed,
  type TestStore,
  testStore,
} from '../store.testing.ts';
import { asRecorded } from '../walk/walk.ts';
import { findAccount } from './accounts.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());
beforeEach(() => store.setClock(0));

/** Creates a user, and lets `give` grant them the role admin of Licet. */
async function given(give: (change: Change, user: TestNamed, licet: TestApplication) => Promise<unknown>) {
  return build(store.database, async (change) => {
    const { rows } = await change.connection.query<{ id: string; app_id: string }>(adminOfLicet(asRecorded(change.at)));
    const [role] = rows;
    if (!role) throw new Error('There is no role admin.');
    const user = await addUser(change);
    await give(change, user, { id: role.app_id, key: licetApplication, name: 'Licet', admin: role.id });
    return user.id;
  });
}

const isAdministrator = async (id: string) => (await findAccount(store.database, id))?.administrator;
const minutes = (at: string, count: number) =>
  `${new Date(Date.parse(at) + count * 60_000).toISOString().slice(0, 19)}.000000Z`;
const admin = ({ admin: id }: TestApplication) => ({ id, name: 'admin' });

describe('an administrator, who has shorter sessions,', () => {
  test('holds the role admin of Licet', async () => {
    const id = await given((change, principal, application) =>
      addGrant(change, { application, principal, role: admin(application) }),
    );
    expect(await isAdministrator(id)).toBe(true);
    expect(await isAdministrator(await given(async () => undefined))).toBe(false);
  });

  test('holds a role that includes the role admin, at any depth', async () => {
    const id = await given(async (change, principal, application) => {
      const role = await addRole(
        change,
        application,
        'head',
        [],
        [await addRole(change, application, 'deputy', [], [admin(application)])],
      );
      await addGrant(change, { application, principal, role });
    });
    expect(await isAdministrator(id)).toBe(true);
  });

  test('is in a nested group that holds the role admin', async () => {
    const id = await given(async (change, user, application) => {
      const [inner, outer] = [await addGroup(change), await addGroup(change)];
      await addMember(change, inner, user);
      await addMember(change, outer, inner, 'group');
      const role = await addRole(change, application, 'keeper');
      await addInclusion(change, role, admin(application));
      await addGrant(change, { application, principal: outer, kind: 'group', role });
    });
    expect(await isAdministrator(id)).toBe(true);
  });

  test('is also a future holder of the role admin, but not a former one', async () => {
    const id = await given((change, principal, application) =>
      addGrant(change, {
        application,
        principal,
        role: admin(application),
        starts: minutes(change.at, 10),
        ends: minutes(change.at, 20),
      }),
    );
    expect(await isAdministrator(id)).toBe(true);
    store.setClock(15 * 60_000);
    expect(await isAdministrator(id)).toBe(true);
    store.setClock(25 * 60_000);
    expect(await isAdministrator(id)).toBe(false);
    await build(store.database, (change) => addUser(change));
    store.setClock(0); // setting the clock back does not revive the grant
    expect(await isAdministrator(id)).toBe(false);
  });
});
