import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuditKey, signingKeyOf } from '../../audit/audit-keys.ts';
import { openBackup } from '../../backup/read-backup.ts';
import { keepImported, openImported } from '../../identity/factors/imported-hashes.ts';
import {
  aboutConnection,
  aboutDevice,
  aboutErasedNames,
  aboutIdToken,
  checkServerKey,
  type Secrets,
  secretsOf,
  totpAbout,
} from '../../identity/keys/secrets.ts';
import { ensureFirstKeys, readKeys } from '../../identity/keys/signing-keys.ts';
import { mailPasswordAbout } from '../../mail/mail-server.ts';
import { sealedNames } from '../../store/sealed/sealed.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';
import { resealAll } from './encryption.ts';

describe('encryption', () => {
  const [old, next, other] = [7, 8, 9].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
  /** A user for each kind of secret, and for one kind more users than fit into a batch. */
  const users = Array.from({ length: 7 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);
  const [connection = ''] = users;
  const proved = { connection, issuer: 'https://sso.example', subject: 'ada' };

  let licet: TestLicet;
  const query = (text: string, values: unknown[] = []) => licet.database.pool.query(text, values);

  beforeAll(async () => {
    licet = await testLicet();
    await checkServerKey(licet.database, old);
    await plant(secretsOf(old));
  });
  afterAll(() => licet.close());

  /** A value in each column, sealed as Licet does. */
  async function plant(secrets: Secrets): Promise<void> {
    await ensureFirstKeys(licet.database, old);
    await ensureAuditKey({ database: licet.database, secrets });
    for (const user of users)
      await query(`insert into totp (user_id, secret, added_at, last_step) values ($1, $2, now(), 0)`, [
        user,
        secrets.seal('of totp', totpAbout(user)),
      ]);
    const later = `now() + interval '1 hour'`;
    const [user = ''] = users;
    const kept = keepImported(
      `$firebase-scrypt$ln=14,r=8$${'A'.repeat(14)}$Bw$${'A'.repeat(22)}$${'A'.repeat(22)}`,
      secrets,
    );
    const hash = 'hash' in kept ? kept.hash : expect.fail(kept.fault.sentence);
    const idToken = secrets.seal('of an ID token', aboutIdToken(connection, proved));
    for (const [text, ...values] of [
      ['insert into erased_name_keys (sealed) values ($1)', secrets.seal('of names', aboutErasedNames)],
      [
        `insert into totp_offers (user_id, secret, expires_at) values ($1, $2, ${later})`,
        user,
        secrets.seal('of an offer', totpAbout(user)),
      ],
      [
        `insert into mail_settings (host, port, security, password, from_address, from_name, language, version) values ('h', 1, 'tls', $1, 'a', 'b', 'en', 1)`,
        secrets.seal('of mail', mailPasswordAbout),
      ],
      [
        'insert into connection_secrets (connection_id, secret) values ($1, $2)',
        connection,
        secrets.seal('of it', aboutConnection(connection)),
      ],
      [
        `insert into upstream_sessions (session_uid, connection_id, issuer, subject, id_token, began_at, expires_at) values ('s', $1, $2, $3, $4, now(), ${later})`,
        connection,
        proved.issuer,
        proved.subject,
        idToken,
      ],
      [
        `insert into upstream_sign_ins (state_hash, connection_id, uid, nonce, verifier, again, begun_at, expires_at, proved)
       values ('\\x01', $1, 'page', 'n', 'v', false, now(), ${later}, $2)`,
        connection,
        JSON.stringify({ ...proved, idToken: idToken.toString('base64') }),
      ],
      [
        `insert into oidc_records (model, id, payload, expires_at) values ('DeviceCode', '\\x02', $1, ${later})`,
        JSON.stringify({ sealed: secrets.seal('of a device', aboutDevice).toString('base64url') }),
      ],
      [`insert into credentials (user_id, password_hash) values ($1, $2)`, user, hash],
    ] as [string, ...unknown[]][])
      await query(text, values);
  }

  /** Opens one value of each kind as the rest of Licet does. @throws Error if the keys do not open one of them */
  async function openAll(secrets: Secrets, keys: readonly Buffer[]): Promise<number> {
    const value = async (text: string) => (await query(text)).rows[0].value;
    const [user = ''] = users;
    const opened = [
      (await readKeys(licet.database, ...keys)).length === 4,
      (await signingKeyOf(licet.database.pool, secrets)).kid !== '',
      secrets.open(await value(`select secret as value from totp where user_id = '${user}'`), totpAbout(user)) ===
        'of totp',
      secrets.open(await value('select sealed as value from erased_name_keys'), aboutErasedNames) === 'of names',
      secrets.open(await value('select secret as value from totp_offers'), totpAbout(user)) === 'of an offer',
      secrets.open(await value('select password as value from mail_settings'), mailPasswordAbout) === 'of mail',
      secrets.open(await value('select secret as value from connection_secrets'), aboutConnection(connection)) ===
        'of it',
      secrets.open(await value('select id_token as value from upstream_sessions'), aboutIdToken(connection, proved)) !==
        '',
      secrets.open(
        Buffer.from(await value(`select proved ->> 'idToken' as value from upstream_sign_ins`), 'base64'),
        aboutIdToken(connection, proved),
      ) !== '',
      secrets.open(
        Buffer.from(
          await value(`select payload ->> 'sealed' as value from oidc_records where model = 'DeviceCode'`),
          'base64url',
        ),
        aboutDevice,
      ) !== '',
      openImported(await value('select password_hash as value from credentials'), secrets) !== undefined,
    ];
    return opened.filter(Boolean).length;
  }
  const formerOf = async (secrets: Secrets) =>
    (await resealAll({ database: licet.database.pool, secrets, countOnly: true })).filter(({ former }) => former > 0);

  describe('replacing the encryption key while servers run', () => {
    test('a server with both keys reads everything; one with only the new key does not start', async () => {
      expect(await openAll(secretsOf(old, next), [old, next])).toBe(sealedNames.length);
      expect(await openAll(secretsOf(next, old), [next, old])).toBe(sealedNames.length);
      await checkServerKey(licet.database, next, [old]);
      await expect(checkServerKey(licet.database, next)).rejects.toThrow(/LICET_ENCRYPTION_KEY/);
      expect((await formerOf(secretsOf(next, old))).map(({ column }) => column)).toEqual(sealedNames);
    });

    test('servers with both keys still read everything after an interruption', async () => {
      for (const stopAt of sealedNames.filter((_, index) => index % 3 === 0)) {
        const onProgress = ({ column }: { column: string }) => {
          if (column === stopAt) throw new Error('the plug was pulled');
        };
        const broken = resealAll({
          database: licet.database.pool,
          secrets: secretsOf(next, old),
          batch: 3,
          onProgress,
        });
        await expect(broken).rejects.toThrow('plug');
        expect(await openAll(secretsOf(old, next), [old, next])).toBe(sealedNames.length);
      }
      expect(await openAll(secretsOf(next, old), [next, old])).toBe(sealedNames.length);
    });

    test('reseals every value, even one sealed with the old key meanwhile; the old key then opens nothing', async () => {
      const sealed = secretsOf(old, next).seal('of totp', totpAbout(connection));
      await query('update totp set secret = $2 where user_id = $1', [connection, sealed]);
      const parts = { database: licet.database.pool, secrets: secretsOf(next, old), batch: 3 };
      const [before] = await formerOf(secretsOf(next, old));
      expect(before).toMatchObject({ column: 'totp.secret', sealed: users.length });
      await resealAll(parts);
      expect(await formerOf(secretsOf(next, old))).toEqual([]);
      expect(await openAll(secretsOf(next), [next])).toBe(sealedNames.length);
      await expect(openAll(secretsOf(old), [old])).rejects.toThrow();
    });

    test('the operator’s call reports progress, records one event, and stores the new key’s fingerprint', async () => {
      // Restores the key of this test's server.
      await resealAll({ database: licet.database.pool, secrets: secretsOf(old, next) });
      await query('update server_key set fingerprint = $1', [secretsOf(other).fingerprint]);
      let text = '';
      for await (const piece of await licet.call('operator.rotateEncryption', operator)) text += piece;
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.at(-1)).toEqual({ report: { keys: 1, resealed: 0, former: 0, unreadable: 0 } });
      expect(new Set(lines.slice(0, -1).map(({ column }) => column.column))).toEqual(new Set(sealedNames));
      await checkServerKey(licet.database, old);
      const { items } = await licet.call('audit.list', operator, { query: { limit: '1' } });
      expect(items).toMatchObject([{ action: 'key.encryption_rotated', after: { resealed: 0, unreadable: 0 } }]);
      for await (const _ of await licet.call('operator.rotateEncryption', operator));
      expect((await licet.call('audit.list', operator, { query: { limit: '1' } })).items).toEqual(items);
    });

    test('counts values that no key can open', async () => {
      await query(`update totp set secret = 'altered' where user_id = $1`, [connection]);
      const counts = await resealAll({ database: licet.database.pool, secrets: secretsOf(next, old) });
      expect(counts.find(({ column }) => column === 'totp.secret')).toEqual({
        column: 'totp.secret',
        sealed: users.length,
        former: users.length - 1,
        unreadable: 1,
      });
    });
  });

  describe('the list of sealed columns', () => {
    /** Byte columns without sealed values: hashes, digests, public keys, pictures. */
    const bare = /(^|_)(hash|key|fingerprint|id|salt|browser|bytes|facts|committed|original|remains|line|line_now)$/;

    test('contains every bytea column except those without sealed values', async () => {
      const { rows } = await query(
        `select table_name || '.' || column_name as name, column_name as "column" from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' order by 1`,
      );
      const sealed = rows.filter(({ name, column }) => sealedNames.includes(name) || !bare.test(column));
      const bytes = sealedNames.filter((name) => !/proved|payload|password_hash/.test(name));
      expect(sealed.map(({ name }) => name)).toEqual([...bytes].sort());
    });

    test('covers every source file that seals a value', () => {
      const root = new URL('../../', import.meta.url);
      const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /(?<!\.test|\.testing)\.ts$/.test(name),
      );
      const textOf = (name: string) => readFileSync(new URL(name, root), 'utf8');
      const sealing = files.filter((name) => {
        const code = textOf(name).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
        return (
          /\bsecrets\.seal\(|\bsecrets\b[^;]*\bseal\b/.test(code) ||
          (code.includes("secrets.ts'") && code.includes('encrypt('))
        );
      });
      expect(sealing.sort()).toEqual([
        'audit/audit-keys.ts',
        'identity/connections/leave-and-return.ts',
        'identity/factors/imported-hashes.ts',
        'identity/keys/signing-keys.ts',
        'identity/provider/adapter.ts',
        'identity/steps/set-up.ts',
        'usecases/connections/change.ts',
        'usecases/credentials/totp.ts',
        'usecases/erased-names.ts',
        'usecases/mail/settings.ts',
        'usecases/operator/import-directory.ts',
      ]);
    });
  });
});

describe('backups', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  test('a manual backup is recorded before its first byte, and contains that event', async () => {
    const key = Buffer.alloc(32, 3);
    const newest = async () => (await licet.call('audit.list', operator, { query: { limit: '1' } })).items[0];
    const before = (await newest())?.no ?? 0;
    const pieces = await licet.call('operator.backup', operator, { body: { key: key.toString('base64') } });
    expect((await newest())?.no).toBe(before);
    const { header, readAll } = await openBackup(pieces, { kind: 'key', key });
    expect(await newest()).toMatchObject({ no: before + 1, action: 'licet.backed_up', after: { lock: 'key' } });
    expect(header.change).toBe(before + 1);
    const nothing = async () => undefined;
    await readAll({ begin: nothing, rows: nothing, end: nothing });
  });
});
