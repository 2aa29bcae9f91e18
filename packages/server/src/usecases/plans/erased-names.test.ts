import { limits, type NameInFiles } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';
import { whereNamed } from '../users/erase.testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const create = (username: string, name: string) =>
  licet.call('users.create', licet.admin, { body: { username, name } });
const erase = (user: string) => licet.call('users.erase', licet.freshAdmin, { params: { user } });
const named = (name: string, id: string | null): NameInFiles => ({ kind: 'user', name, id });
const find = (name: NameInFiles, set: string) =>
  licet.call('plans.names', licet.admin, { body: { set, names: [name] } }).then(({ items }) => items);
const apply = (name: NameInFiles, set: string, more: object = {}) => ({
  body: { changes: [], set, names: [name], ...more },
});
const lastChange = async () => (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no;

test('reports and refuses a username that passed from an erased user to another, until it is accepted', async () => {
  const mina = await create('mina', 'Mina Quill');
  await licet.call('plans.apply', licet.freshAdmin, apply(named('mina', mina.id), 'payroll'));
  await erase(mina.id);
  expect(await find(named('mina', null), 'payroll')).toMatchObject([{ why: 'new' }]);
  const stranger = named('Mina', (await create('MINA', 'A stranger')).id);
  const since = (await lastChange()) ?? 0;
  expect(await find(stranger, 'payroll')).toEqual([{ place: 0, why: 'moved', since, before: null }]);
  expect(await licet.outcome('plans.apply', licet.freshAdmin, apply(stranger, 'payroll'))).toBe('name_moved');
  const accepted = apply(stranger, 'payroll', { acceptMoved: since });
  expect(await licet.outcome('plans.apply', licet.freshAdmin, accepted)).toBe('ok');
  expect(await find(stranger, 'payroll')).toEqual([]);
});

test('reports that the former username of an erased user was reassigned, even for files that never used it', async () => {
  const noor = await create('noor', 'Noor Bakker');
  await licet.call('users.update', licet.admin, { params: { user: noor.id }, body: { username: 'noor.b' } });
  await licet.call('users.remove', licet.admin, { params: { user: noor.id } });
  await erase(noor.id);
  for (const username of ['noor', 'noor.b']) {
    const { id } = await create(username, 'A stranger');
    expect(await find(named(username, id), 'other files')).toMatchObject([{ why: 'moved', before: null }]);
  }
});

test('reports a username as new if no erased user had it', async () => {
  const { id } = await create('wim', 'Wim');
  expect(await find(named('wim', id), 'payroll')).toMatchObject([{ why: 'new' }]);
});

test('reports a username that two erased users had one after the other', async () => {
  for (const name of ['First', 'Second']) await erase((await create('shared', name)).id);
  const { id } = await create('shared', 'Third');
  expect(await find(named('shared', id), 'payroll')).toMatchObject([{ why: 'moved', before: null }]);
});

test('stores a keyed hash of the username, not a plain one', async () => {
  const { id } = await create('quill.feather', 'Wilhelmina');
  await erase(id);
  const { rows } = await licet.database.pool.query<{ hash: string }>(
    `select encode(name_hash, 'hex') as hash from erased_names where person_id = $1`,
    [id],
  );
  const digests = `select encode(sha256(convert_to(t, 'UTF8')), 'hex') as hash from unnest(array['quill.feather', E'username\\x01quill.feather']) t`;
  const plain = await licet.database.pool.query<{ hash: string }>(digests);
  expect(rows).toHaveLength(1);
  expect(plain.rows.map(({ hash }) => hash)).not.toContain(rows[0]?.hash);
});

test('no table keeps a name of an erased user, even if files used it', async () => {
  const { id } = await create('heron.plume', 'Theodora Plume');
  await licet.call('plans.apply', licet.freshAdmin, apply(named('heron.plume', id), 'payroll'));
  await licet.call('users.update', licet.admin, { params: { user: id }, body: { username: 'theodora.p' } });
  await licet.call('plans.apply', licet.freshAdmin, apply(named('theodora.p', id), 'payroll'));
  const names = [/heron/i, /plume/i, /theodora/i];
  expect(await whereNamed(licet.database, names)).not.toEqual([]);
  await erase(id);
  expect(await whereNamed(licet.database, names)).toEqual([]);
});

test('limits the stored names of a caller by deleting the oldest; reassigned names are still reported', async () => {
  const most = limits.setNamesKept.value;
  const old = await create('old.owner', 'Old');
  await licet.call('plans.apply', licet.freshAdmin, apply(named('old.owner', old.id), 'bounded'));
  await licet.database.pool.query(
    `insert into set_names (set_name, actor, for_everyone, kind, application, name, thing_id, kept_no)
     select 'filled', $1, true, 'group', '', 'name ' || n, $2, 1000000 from generate_series(1, $3::int) n`,
    [licet.freshAdmin.userId, old.id, most],
  );
  const other = await create('other', 'Other');
  await licet.call('plans.apply', licet.freshAdmin, apply(named('other', other.id), 'bounded'));
  const { rows } = await licet.database.pool.query<{ names: number; oldest: number }>(
    `select count(*)::int as names, (count(*) filter (where set_name = 'bounded'))::int as oldest from set_names where actor = $1`,
    [licet.freshAdmin.userId],
  );
  expect(rows).toEqual([{ names: most, oldest: 0 }]);
  const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
  expect(items[0]).toMatchObject({ action: 'plan.applied', after: { forgotten: expect.any(Number) } });
  await licet.call('users.remove', licet.freshAdmin, { params: { user: old.id } });
  const stranger = await create('old.owner', 'A stranger');
  expect(await find(named('old.owner', stranger.id), 'bounded')).toMatchObject([{ why: 'moved', before: null }]);
});
