import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const person = (username: string, more: object = {}) => ({ body: { username, name: username, ...more } });

describe('a user', () => {
  test('is created invited, and found by every part of what he goes by', async () => {
    const made = await licet.call('users.create', licet.admin, {
      body: { username: 'Grace', name: 'Grace Hopper', email: 'grace@navy.example' },
    });
    expect(made).toMatchObject({ username: 'Grace', status: 'invited', lastSignInAt: null });
    for (const q of ['grace', 'HOPPER', 'hopper grace', 'navy.ex', 'grace@navy.example', 'Ｇrace']) {
      const { items } = await licet.call('users.list', licet.admin, { query: { q } });
      expect(
        items.map(({ id }) => id),
        q,
      ).toContain(made.id);
    }
    for (const q of ['100%', 'gr_ce', 'nobody', '\\', "'; drop table users; --"])
      expect((await licet.call('users.list', licet.admin, { query: { q } })).items, q).toEqual([]);
  });

  test('has a name of his own, in whatever spelling', async () => {
    await licet.call('users.create', licet.admin, person('linus'));
    expect(await licet.outcome('users.create', licet.admin, person('LINUS'))).toBe('name_taken');
    expect(await licet.outcome('users.create', licet.admin, person('ｌinus'))).toBe('name_taken');
  });

  test('goes from invited or active to suspended and back, and nowhere else', async () => {
    const { id } = await licet.call('users.create', licet.admin, person('ken'));
    const at = { params: { user: id } };
    expect(await licet.outcome('users.reactivate', licet.admin, at)).toBe('wrong_state');
    expect(await licet.call('users.suspend', licet.admin, at)).toMatchObject({ status: 'suspended' });
    expect(await licet.outcome('users.suspend', licet.admin, at)).toBe('wrong_state');
    expect(await licet.call('users.reactivate', licet.admin, at)).toMatchObject({ status: 'invited' });
    await licet.database.pool.query(`insert into credentials (user_id, password_hash) values ($1, 'x')`, [id]);
    await licet.call('users.suspend', licet.admin, at);
    expect(await licet.call('users.reactivate', licet.admin, at)).toMatchObject({ status: 'active' });
  });
});
