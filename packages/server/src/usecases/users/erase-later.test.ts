import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureAuditKey } from '../../audit/audit-keys.ts';
import { asSuperuser, rehash } from '../../store/audit/tampering.testing.ts';
import { type FactTable, replaceEntity } from '../../store/kernel/facts.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';
import { findings, secrets } from './erase.testing.ts';

// Erasure finds the personal columns in the database. So a column that a later version adds needs no new code.

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
  await ensureAuditKey({ database: licet.database, secrets });
  await licet.database.pool.query(`
    alter table users add column nickname personal_text;
    alter table grants add column ticket personal_text;
    alter table requests add column phone personal_text`);
});
afterAll(() => licet.close());

const whole = { broken: null, uncovered: 0 };
const found = (tamper = 'select 1') =>
  asSuperuser(licet.database, async (connection) => {
    await connection.query(tamper);
    return findings(connection);
  });

/** Sets a column of an object in a separate change. Returns the number of the change. */
async function set(table: FactTable, id: string, column: string, value: string): Promise<number> {
  const { rows } = await licet.database.pool.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(f) - array['id', 'created_no', 'no_from', 'no_to', 'salt', 'committed', 'search', 'sought'] as row
     from ${table} f where id = $1 and no_to = 9223372036854775807`,
    [id],
  );
  return licet.build(async (change) => {
    await replaceEntity(change, table, id, { ...rows[0]?.row, [column]: value });
    return change.no;
  });
}

/** Returns all text of the tables with added columns. */
async function texts(): Promise<string> {
  const { rows } = await licet.database.pool.query<{ text: string }>(
    'select u::text as text from users u union all select g::text from grants g union all select r::text from requests r',
  );
  return rows.map(({ text }) => text).join('\n');
}

test('an erasure empties personal columns that were added later, and the chain still verifies', async () => {
  const { id } = await licet.call('users.create', licet.admin, { body: { username: 'mina', name: 'Mina Quill' } });
  await set('users', id, 'nickname', 'Quillfeather the first');
  const last = await set('users', id, 'nickname', 'Quillfeather the second');
  expect(await found()).toMatchObject({ server: whole, file: whole });
  await licet.call('users.erase', operator, { params: { user: id } });
  expect(await texts()).not.toContain('Quillfeather');
  const { server, file } = await found();
  expect(server).toMatchObject(whole);
  expect(file).toEqual(server);
  const edited = await found(`update users set nickname = 'Eve' where id = '${id}' and no_from = ${last}`);
  expect(edited.server.broken?.fault).toBe('erased_otherwise');
  expect(edited.file.broken?.fault).toBe('erased_otherwise');
});

test('an erasure empties added columns even in rows that a server of version 3 closed', async () => {
  const { id } = await licet.call('users.create', licet.admin, { body: { username: 'nora', name: 'Nora Quill' } });
  await set('users', id, 'nickname', 'Quillfeather the third');
  await licet.call('users.update', licet.freshAdmin, { params: { user: id }, body: { name: 'Nora Brackenbury' } });
  const { rows } = await licet.database.pool.query<{ no: number }>('select max(no) as no from change');
  const closing = rows[0]?.no ?? 0;
  await asSuperuser(licet.database, (connection) => rehash(connection, closing, closing, 3), true);
  expect(await found()).toMatchObject({ server: whole, file: whole });
  await licet.call('users.erase', operator, { params: { user: id } });
  expect(await texts()).not.toMatch(/Quillfeather|Brackenbury/);
  const { server, file } = await found();
  expect(server).toMatchObject(whole);
  expect(file).toEqual(server);
  const edited = await found(`update users set nickname = 'Eve' where id = '${id}' and no_to = ${closing}`);
  expect(edited.server.broken?.fault).toBe('erased_otherwise');
});

test('an erasure removes the verified address from another user’s text in an added column, and keeps the rest', async () => {
  const email = 'mina@quillfeather.example';
  const { id } = await licet.call('users.create', licet.admin, {
    body: { username: 'mina', name: 'Mina Quill', email },
  });
  await licet.database.pool.query(
    `insert into address_states (user_id, address, verified_at) values ($1, $2, now()) on conflict (user_id) do update set verified_at = now()`,
    [id, email],
  );
  const other = await licet.user();
  await set('users', other.userId, 'nickname', `Assistant to ${email}`);
  await licet.call('users.erase', operator, { params: { user: id } });
  const { rows } = await licet.database.pool.query(
    'select nickname from users where id = $1 and no_to = 9223372036854775807',
    [other.userId],
  );
  expect(rows).toEqual([{ nickname: 'Assistant to a person who was erased' }]);
  expect(await found()).toMatchObject({ server: whole, file: whole });
});

test('an erasure removes the verified address from another user’s job title in audit events', async () => {
  const email = 'odo@quillfeather.example';
  const { id } = await licet.call('users.create', licet.admin, { body: { username: 'odo', name: 'Odo Quill', email } });
  await licet.database.pool.query(
    `insert into address_states (user_id, address, verified_at) values ($1, $2, now()) on conflict (user_id) do update set verified_at = now()`,
    [id, email],
  );
  const titled = { username: 'pip', name: 'Pip Brackenbury', jobTitle: `Assistant to ${email}` };
  const other = await licet.call('users.create', licet.admin, { body: titled });
  await licet.call('users.erase', operator, { params: { user: id } });
  const { rows } = await licet.database.pool.query<{ title: string }>(
    `select after ->> 'jobTitle' as title from change where target_id = $1`,
    [other.id],
  );
  expect(rows).toEqual([{ title: 'Assistant to a person who was erased' }]);
  expect(await found()).toMatchObject({ server: whole, file: whole });
});
