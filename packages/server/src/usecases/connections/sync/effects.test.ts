import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../../../../../scripts/debian-slapd.mjs';
import { dnOf } from '../../../identity/directories/corp.testing.ts';
import { type SyncWorld, syncWorld } from './sync.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('the plan of a synchronisation', () => {
  let world: SyncWorld;
  let corp = '';
  let key = '';
  beforeAll(async () => {
    world = await syncWorld();
    const { licet } = world;
    const staff = await licet.call('groups.create', licet.admin, { body: { name: 'Staff' } });
    key = (await licet.owned()).key;
    const params = { application: key };
    const role = await licet.call('roles.create', licet.admin, { params, body: { name: 'reader' } });
    const gives = { kind: 'role', id: role.id };
    const body = { principal: { kind: 'group', id: staff.id }, gives };
    await licet.call('grants.create', licet.admin, { params, body });
    corp = await world.connect({ defaultGroups: [staff.id] });
  });
  afterAll(() => world.close());

  test('shows the access of new users by their groups, and creates no user', async () => {
    const { effects, at, ...plan } = await world.plan(corp);
    expect(plan.new.count).toBeGreaterThan(1);
    expect(effects).toMatchObject([
      { application: { id: key }, at, gains: { roles: ['reader'] }, loses: { roles: [] }, count: plan.new.count },
    ]);
    expect(effects[0]?.holders.map(({ name }) => name)).toContain('cleo of Corp');
    expect(await world.rows(`select 1 from users where username_key = 'cleo'`)).toEqual([]);
  });

  test('shows the access that leavers lose and returning users regain', async () => {
    await world.run(corp);
    expect((await world.plan(corp)).effects).toEqual([]);
    await world.manager.set(dnOf('cleo'), 'pwdAccountLockedTime', '000001010000Z');
    expect((await world.plan(corp)).effects).toMatchObject([
      { application: { id: key }, loses: { roles: ['reader'] }, count: 1, holders: [{ name: 'cleo of Corp' }] },
    ]);
    await world.run(corp);
    await world.manager.set(dnOf('cleo'), 'pwdAccountLockedTime');
    expect((await world.plan(corp)).effects).toMatchObject([{ gains: { roles: ['reader'] }, count: 1 }]);
  });
});
