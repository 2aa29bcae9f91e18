import { limits } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../kernel/change.ts';
import { endFacts, replaceEntity } from '../kernel/facts.ts';
import { read } from '../kernel/snapshot.ts';
import { explained } from '../plans.testing.ts';
import {
  addApplication,
  addGrant,
  addGroup,
  addMember,
  addPermission,
  addUser,
  build,
  setStatus,
  type TestApplication,
  type TestStore,
  testStore,
} from '../store.testing.ts';
import { readPermissionBasis } from './basis.ts';
import { holders } from './holders.ts';
import { lastHeld } from './last-held.ts';

describe('holders', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await testStore();
  });
  afterAll(() => store.close());

  async function holding(application: TestApplication, name: string, query = {}, at?: string) {
    return read(
      store.database,
      async (snapshot) => {
        const basis = await readPermissionBasis(snapshot, { application: application.key, permission: name });
        if (basis === 'application' || !basis.permission) return expect.fail('no such permission');
        return holders(snapshot, { ...basis, permission: basis.permission }, query);
      },
      at,
    );
  }

  test('are listed by name in pages, even with equal names, and found by name or username', async () => {
    const application = await build(store.database, async (change) => {
      const application = await addApplication(change);
      const permission = await addPermission(change, application, 'p');
      for (const [username, name] of [
        ['zoe', 'Ann'],
        ['yann', 'Ann'],
        ['bob', '100%_Bob'],
        ['eve', 'Éve'],
      ] as const) {
        const principal = await addUser(change, { username, name });
        await addGrant(change, { application, principal, permission });
      }
      return application;
    });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await holding(application, 'p', { limit: 1, ...(cursor ? { cursor } : {}) });
      expect(page).toMatchObject({ total: 4, atLeast: false });
      seen.push(...page.items.map(({ user }) => user.detail ?? ''));
      cursor = page.next;
    }
    expect(seen.toSorted()).toEqual(['bob', 'eve', 'yann', 'zoe']);
    expect(seen[0]).toBe('bob');
    expect(seen[3]).toBe('eve');
    const found = async (q: string) => (await holding(application, 'p', { q })).items.map(({ user }) => user.detail);
    expect(await found('ÉVE')).toEqual(['eve']);
    expect(await found('%_b')).toEqual(['bob']);
    expect(await found('ann yan')).toEqual(['yann']);
    await expect(holding(application, 'p', { cursor: 'nonsense' })).rejects.toMatchObject({
      problem: { code: 'invalid_cursor' },
    });
  });

  test('are listed by name beyond the counting limit, without suspended users', async () => {
    const many = limits.holdersMax.value + 500;
    const { application, direct, at } = await build(store.database, async (change) => {
      const application = await addApplication(change);
      const permission = await addPermission(change, application, 'p');
      const group = await addGroup(change);
      await addGrant(change, { application, principal: group, kind: 'group', permission });
      const direct = await addUser(change, { username: 'direct', name: 'A direct one' });
      await addGrant(change, { application, principal: direct, permission });
      const suspended = await addUser(change, { username: 'gone', name: 'A suspended one', status: 'suspended' });
      await addMember(change, group, suspended);
      await addMembers(change, group.id, many);
      return { application, direct, at: change.at };
    });
    const now = await holding(application, 'p', { limit: 3 });
    expect(now).toMatchObject({ total: limits.holdersMax.value, atLeast: true });
    expect(now.items.map(({ user }) => user.name)).toEqual(['A direct one', 'member 10000', 'member 10001']);
    expect(now.items[1]).toMatchObject({ pathCount: 1, admin: false });
    const next = await holding(application, 'p', { limit: 2, cursor: now.next });
    expect(next.items.map(({ user }) => user.name)).toEqual(['member 10002', 'member 10003']);
    expect((await holding(application, 'p', { limit: 3 }, at)).items).toEqual(now.items);
    const searched = await holding(application, 'p', { q: 'MEMBER 10002' });
    expect(searched).toMatchObject({ total: 1, atLeast: false });

    await build(store.database, (change) =>
      replaceEntity(change, 'users', direct.id, { ...direct, username_key: 'direct', name: 'Zoe', status: 'active' }),
    );
    expect((await holding(application, 'p', { limit: 3 })).items.map(({ user }) => user.name)).toEqual([
      'member 10000',
      'member 10001',
      'member 10002',
    ]);
    await store.database.pool.query('vacuum (analyze) users');
    const asked = await explained(
      store.database,
      async () => expect((await holding(application, 'p', { limit: 3 }, at)).items).toEqual(now.items),
      'any values',
    );
    const [newest] = asked.filter(({ text }) => text.includes('as present'));
    expect(newest?.rows).toBe(1);
    const [walked] = asked.filter(({ text }) => text.includes('as detail') && !text.includes('candidates'));
    expect(walked?.indexes).toContain('users_in_order');
    expect(walked?.rows).toBeLessThan(100);
  });

  async function addMembers({ connection, no }: Change, group: string, many: number): Promise<void> {
    await connection.query(
      `with made as (
       insert into users (id, username, username_key, name, status, created_no, no_from)
       select gen_random_uuid(), 'member' || n, 'member' || n, 'member ' || n, 'active', $1, $1 from generate_series(10000, 9999 + $2::int) n
       returning id
     )
     insert into memberships (group_id, member_id, member_kind, no_from) select $3, id, 'user', $1 from made`,
      [no, many, group],
    );
  }
});

describe('the last time a permission was held', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await testStore();
  });
  afterAll(() => store.close());

  test('ignores the end of a grant for a user who was suspended then', async () => {
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
});
