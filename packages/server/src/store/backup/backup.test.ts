import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBackup } from '../../backup/read-backup.ts';
import type { BackupSecret } from '../../backup/secret.ts';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { verifyChain } from '../audit/verify.ts';
import { migrate, migrationsKnown } from '../kernel/migrate.ts';
import { read as readSnapshot } from '../kernel/snapshot.ts';
import { tokenState } from '../sign-in/tokens.ts';
import { backupKey, backupOf, digestsOf, emptyDatabase, read, restoreBytes } from './backup.testing.ts';
import { openTablesSnapshot } from './tables.ts';

let licet: TestLicet;
let bytes: Buffer;
const ends: (() => Promise<unknown>)[] = [];
const strange = 'Zoë\t“tab”\\ \\N \\. \u2028 🦉\r\n\u0001';

beforeAll(async () => {
  licet = await testLicet();
  await licet.call('groups.create', licet.admin, { body: { name: 'Finance', description: 'Money' } });
  await licet.call('users.create', licet.admin, {
    body: { username: 'maya', name: 'Maya', email: 'maya@example.org' },
  });
  await licet.owned('ledger');
  const { pool } = licet.database;
  await pool.query(`insert into sign_ins (id, at, outcome, agent) values (gen_random_uuid(), now(), 'signed_in', $1)`, [
    strange,
  ]);
  await pool.query(
    `insert into oidc_records (model, id, payload, expires_at) values ('RefreshToken', '\\x01', '{"a": 1e300}', 'infinity')`,
  );
  await pool.query(`insert into mails (id, template, data, user_id, state, queued_at, useful_until, changed_at)
    values (gen_random_uuid(), 'invitation', '{}', gen_random_uuid(), 'waiting', now(), now() + interval '1 day', now())`);
  await pool.query(
    `insert into jobs (id, kind, data, due_at) values (gen_random_uuid(), 'mail', '{}', 'infinity'), (gen_random_uuid(), 'kept', '{}', 'infinity')`,
  );
  // A key that ends so soon that its reminder may have been sent between the backup and the restore.
  await pool.query(`insert into client_keys (id, client_id, name, secret_hash, made_at, ends_at)
    values (gen_random_uuid(), gen_random_uuid(), 'Secret 1', 'x', now() - interval '1 year', now() + interval '3 days')`);
  bytes = await backupOf(licet.database);
});
afterAll(async () => {
  for (const end of ends) await end();
  await licet.close();
});

async function empty() {
  const database = await emptyDatabase();
  ends.push(() => database.close());
  return database;
}

describe('a backup', () => {
  test('restores every row of every table, and the same schema, into an empty database', async () => {
    const database = await empty();
    let restored: ReadonlyMap<string, string> | undefined;
    const report = await restoreBytes(database, bytes, {
      check: async (connection) => {
        restored = await digestsOf(connection);
      },
    });
    expect([...(restored ?? [])]).toEqual([...(await digestsOf(licet.database.pool))]);
    expect(report.tables.find(({ name }) => name === 'users')?.rows).toBeGreaterThan(2);
    const schema = `select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), t.tgname, t.tgenabled from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped left join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
      where c.relnamespace = 'public'::regnamespace order by 1, 2, 4`;
    expect((await database.pool.query(schema)).rows).toEqual((await licet.database.pool.query(schema)).rows);
    expect(await migrate(database)).toEqual([]);
  });

  test('restores a valid chain that ends with the restore, and working constraints', async () => {
    const database = await empty();
    const before = await readSnapshot(licet.database, verifyChain);
    const { header } = await restoreBytes(database, bytes);
    const after = await readSnapshot(database, verifyChain);
    expect(after).toMatchObject({ broken: null, events: before.events + 1 });
    expect(header).toMatchObject({ change: before.events, lastHash: before.head });
    const { rows } = await database.pool.query('select action, after from change order by no desc limit 1');
    const { madeAt, change: lastChange } = header;
    expect(rows).toMatchObject([{ action: 'audit.restored', after: { epoch: 2, madeAt, lastChange } }]);
    await expect(database.pool.query('delete from change')).rejects.toThrow(/never rewritten/);
  });

  test('ends all sessions when restored, and does not send mail again', async () => {
    const database = await empty();
    const issuedBefore = Math.floor(Date.now() / 1000);
    await restoreBytes(database, bytes);
    const count = async (from: string) =>
      (await database.pool.query(`select count(*)::int as n from ${from}`)).rows[0].n;
    expect(await count('oidc_records')).toBe(0);
    expect(await count('sessions')).toBe(0);
    expect(await count(`jobs where kind = 'mail'`)).toBe(0);
    expect(await count(`jobs where kind = 'kept'`)).toBe(1);
    expect(await count(`mails where state = 'failed' and failure ->> 'said' like '%restored%'`)).toBe(1);
    expect(await count(`reminders where kind = 'key' and ends_at > now()`)).toBe(1);
    const state = (issuedAt: number) => tokenState(database, licet.admin.userId, null, issuedAt, licet.admin.userId);
    expect(await state(issuedBefore)).toEqual({ active: true, ended: true });
    expect(await state(issuedBefore + 60)).toEqual({ active: true, ended: false });
    expect(await tokenState(licet.database, licet.admin.userId, null, issuedBefore, licet.admin.userId)).toMatchObject({
      ended: false,
    });
  });

  test('can be encrypted with a passphrase', async () => {
    const secret: BackupSecret = { kind: 'passphrase', passphrase: 'maple kettle drifts over sand' };
    const locked = await backupOf(licet.database, secret);
    const { tables } = await verifyBackup(read(locked), secret);
    expect(tables.length).toBeGreaterThan(40);
    await expect(verifyBackup(read(locked), { ...secret, passphrase: 'maple kettle drifts over mud' })).rejects.toThrow(
      /^The passphrase is not the one/,
    );
    await expect(verifyBackup(read(locked), backupKey)).rejects.toThrow(/locked with a passphrase/);
  });

  test('shows the state of one moment, even if rows are written between two tables', async () => {
    const snapshot = await openTablesSnapshot(licet.database);
    try {
      const rowsOf = async (name: string) => {
        const pieces: Buffer[] = [];
        const table = snapshot.tables.find((each) => each.name === name) ?? expect.fail(`There is no table ${name}.`);
        for await (const bytes of snapshot.rowsOf(table)) pieces.push(bytes);
        return Buffer.concat(pieces).toString('utf8');
      };
      expect(await rowsOf('change')).toContain('Finance');
      await licet.call('groups.create', licet.admin, { body: { name: 'Between', description: '' } });
      const groups = await rowsOf('groups');
      expect([groups.includes('Finance'), groups.includes('Between')]).toEqual([true, false]);
    } finally {
      await snapshot.close();
    }
  });

  test('shows the state of one moment under load', async () => {
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n += 1)
        await licet.call('groups.create', licet.admin, { body: { name: `Busy ${n}`, description: '' } });
    })();
    const taken = await backupOf(licet.database);
    const later = await backupOf(licet.database);
    writing = false;
    await writer;
    for (const each of [taken, later]) {
      const database = await empty();
      const { header } = await restoreBytes(database, each, {
        check: async (connection) => {
          // Each group has a change that created it, so the two counts must agree.
          const { rows } = await connection.query<{ groups: number; made: number; later: number }>(`
            select (select count(*)::int from groups) as groups,
              (select count(*)::int from change where action = 'group.created') as made,
              (select count(*)::int from groups where no_from > (select max(no) from change)) as later`);
          expect(rows).toEqual([{ groups: rows[0]?.made, made: rows[0]?.groups, later: 0 }]);
        },
      });
      expect(await readSnapshot(database, verifyChain)).toMatchObject({ broken: null, events: header.change + 1 });
    }
  });
});

describe('a restore, before it writes anything,', () => {
  let untouched: Awaited<ReturnType<typeof empty>> | undefined;
  const refused = async (changed: Buffer, why: RegExp, secret = backupKey) => {
    untouched ??= await empty();
    const database = untouched;
    await expect(restoreBytes(database, changed, { secret })).rejects.toThrow(why);
    expect(await database.left()).toEqual([]);
  };
  const headerEnd = () => bytes.indexOf(0x0a);
  const withHeader = (change: (text: string) => string) => {
    const line = bytes.subarray(0, headerEnd()).toString('utf8');
    return Buffer.concat([Buffer.from(change(line)), bytes.subarray(headerEnd())]);
  };

  test('refuses a file with any bit changed', async () => {
    for (let at = 0; at < bytes.length; at += 1 + Math.floor(Math.random() * 900)) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      const verified = async () => verifyBackup(read(changed), backupKey);
      await expect(verified(), `byte ${at}`).rejects.toThrow(/backup|key is not/i);
    }
    const last = Buffer.from(bytes);
    last[last.length - 1] = (last.at(-1) ?? 0) ^ 1;
    await refused(last, /damaged at chunk/);
    await refused(
      withHeader((text) => text.replace('"change":', '"change":1')),
      /damaged at chunk 1:/,
    );
  });

  test('refuses a truncated file of any length', async () => {
    for (const length of [0, 100, headerEnd(), headerEnd() + 1, headerEnd() + 20, bytes.length - 1])
      await refused(bytes.subarray(0, length), /no backup of Licet|damaged at chunk|cut off/);
  });

  test('refuses another key', () =>
    refused(bytes, /^The key is not the one that this backup of \S+ was made with/, {
      kind: 'key',
      key: randomBytes(32),
    }));

  test('refuses a database that is not empty', async () => {
    const before = await digestsOf(licet.database.pool);
    await expect(restoreBytes(licet.database, bytes)).rejects.toThrow(/^The database is not empty: it has “/);
    expect(await digestsOf(licet.database.pool)).toEqual(before);
  });

  test('refuses a backup with a newer or altered schema', async () => {
    const { pool } = licet.database;
    const [first] = await migrationsKnown();
    await pool.query(`insert into migration (name, digest) values ('9999_later.sql', '00')`);
    const newer = await backupOf(licet.database);
    await pool.query(`delete from migration where name = '9999_later.sql'`);
    await pool.query(`update migration set digest = '00' where name = $1`, [first?.name]);
    const other = await backupOf(licet.database);
    await pool.query(`update migration set digest = $2 where name = $1`, [first?.name, first?.digest]);
    await refused(newer, /of a newer Licet: its schema has the step 9999_later\.sql/);
    await refused(other, /0001_access\.sql of the schema is another one/);
  });

  test('refuses a backup with a table that Licet does not know', async () => {
    const { pool } = licet.database;
    await pool.query('create table foreign_to_us (a int)');
    const foreign = await backupOf(licet.database);
    await pool.query('drop table foreign_to_us');
    await refused(foreign, /the table foreign_to_us, which is not Licet’s/);
  });
});

test('the schema has no objects that a backup would lose', async () => {
  const { rows } = await licet.database.pool.query(
    `select relname, relkind from pg_class where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 't')
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = pg_class.oid and d.deptype = 'e')`,
  );
  expect(rows).toEqual([]);
});
