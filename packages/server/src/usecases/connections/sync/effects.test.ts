import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../../../../../scripts/debian-slapd.ts';
import { dnOf } from '../../../identity/directories/corp.testing.ts';
import { writeStatementsDown } from '../../../store/statements.testing.ts';
import { authoriseNow } from '../../authorise.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import { effectsOf } from './effects.ts';
import { type SyncWorld, syncWorld } from './sync.testing.ts';

describe('effects of a synchronisation', () => {
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

    test('shows the access that new users get from their groups, and creates no user', async () => {
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
});

describe('effects on many users', () => {
  let licet: TestLicet;
  let group: string;
  let written: ReturnType<typeof writeStatementsDown>;
  beforeAll(async () => {
    licet = await testLicet();
    group = (await licet.call('groups.create', licet.admin, { body: { name: 'Staff' } })).id;
    const { key, owner } = await licet.owned();
    const params = { application: key };
    const role = await licet.call('roles.create', owner, { params, body: { name: 'reader' } });
    const body = { principal: { kind: 'group', id: group }, gives: { kind: 'role', id: role.id } };
    await licet.call('grants.create', owner, { params, body });
    written = writeStatementsDown({ pool: licet.database.longDrafts });
  });
  afterAll(() => licet.close());

  /** The number of statements that it takes to compute the access of this many new users. */
  async function statementsFor(count: number): Promise<number> {
    const { database, admin: caller } = licet;
    const access = await authoriseNow(database, caller, 'connections.planSync', undefined);
    const joining = Array.from({ length: count }, (_, n) => ({ username: `u${n}`, name: `U ${n}`, groups: [group] }));
    written.taken();
    const { effects } = await effectsOf(
      { database, caller, access } as never,
      { work: { leaving: [], returning: [], changed: [] }, imported: { joining }, at: '' } as never,
    );
    expect(effects).toMatchObject([{ gains: { roles: ['reader'] }, count }]);
    return written.taken().length;
  }

  test('need no more SQL statements than effects on few users', async () => {
    const few = await statementsFor(120);
    expect(few).toBeLessThan(100);
    expect(await statementsFor(400)).toBe(few);
  });
});
