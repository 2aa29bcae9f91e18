import { afterAll, beforeAll, expect, test } from 'vitest';
import { endGrant } from '../../store/grants/grants.ts';
import { findUserByName, updateUser } from '../../store/users/users.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { streamOf } from './stream.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('attack 43: twelve exports with stalled readers leave database connections for other calls', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const pairs = Array.from({ length: 5000 }, (_, no) => `ada\tpermission.with.a.long.name.of.its.own.${no}\n`);
  const query = { kind: 'permissions' };
  for await (const _ of await licet.call('access.import', licet.admin, { params, query, body: pairs.join('') }));
  const begun = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const reading = (await licet.call('access.export', owner, { params }))[Symbol.asyncIterator]();
      return { reading, first: reading.next() };
    }),
  );
  await Promise.race(begun.map(({ first }) => first));
  expect((await licet.call('me.get', owner)).user.id).toBe(owner.userId);
  await Promise.all(
    begun.map(async ({ reading, first }) => {
      expect((await first).done).toBe(false);
      await reading.return?.();
    }),
  );
});

test('disconnects a reader that has stalled', async () => {
  let ended: unknown;
  const stream = streamOf<string>(async (give) => {
    try {
      for (;;) await give('a piece');
    } catch (error) {
      ended = error;
      throw error;
    }
  }, 20);
  expect((await stream.next()).value).toBe('a piece');
  await expect.poll(() => String(ended)).toContain('The reader took no more.');
});

test('exports the access and names of a past instant, and the scheduled access of a future one', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const exported = async (at?: string) => {
    let text = '';
    for await (const piece of await licet.call('access.export', owner, { params, query: at ? { at } : {} }))
      text += piece;
    return text;
  };
  const body = 'olga\tbooks.read\n';
  for await (const _ of await licet.call('access.import', licet.admin, {
    params,
    query: { kind: 'permissions' },
    body,
  }));
  const { at: before } = await licet.call('access.holders', owner, { params, query: { permission: 'books.read' } });
  const [grant] = (await licet.call('grants.list', owner, { params, query: {} })).items;
  if (!grant) return expect.fail('There is no grant.');

  const renamed = await licet.build(async (change) => {
    const user = await findUserByName(change, 'olga');
    await updateUser(change, user ?? expect.fail('There is no user.'), { username: 'olga.new' });
    return change.at;
  });
  const ended = await licet.build(async (change) => {
    await endGrant(change, grant.id);
    return change.at;
  });
  expect(await exported(before)).toBe(body);
  expect(await exported(renamed)).toBe('olga.new\tbooks.read\n');
  expect([await exported(ended), await exported()]).toEqual(['', '']);

  const principal = { kind: grant.principal.kind, id: grant.principal.id };
  const gives = { kind: grant.gives.kind, id: grant.gives.id };
  const starts = '2090-01-01T00:00:00.000000Z';
  await licet.call('grants.create', licet.admin, {
    params,
    body: { principal, gives, starts, ends: null, reason: '' },
  });
  expect(await exported()).toBe('');
  expect(await exported(starts)).toBe('olga.new\tbooks.read\n');

  expect(await licet.outcome('access.export', owner, { params, query: { at: '2000-01-01T00:00:00Z' } })).toBe(
    'not_found',
  );
  await expect(exported('2026-03-01T12:00:00')).rejects.toThrow('This is not a valid time.');
});
