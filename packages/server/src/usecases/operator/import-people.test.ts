import type { DirectoryProgress, DirectoryReport } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, type Slapd, startSlapd } from '../../../../../scripts/debian-slapd.ts';
import {
  activeDirectory,
  activeDirectorySchema,
  activeDirectorySettings,
} from '../../identity/directories/active-directory.testing.ts';
import { corp, corpSettings, person, reader } from '../../identity/directories/corp.testing.ts';
import { aboutConnection, secretsOf } from '../../identity/keys/secrets.ts';
import { insertConnection, keepConnectionSecret } from '../../store/connections/connections.ts';
import { change } from '../../store/kernel/change.ts';
import { usualDirectory } from '../connections/read.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);
const many = 1200; // more than the directory returns in a page

describe.skipIf(why !== undefined)('importing from a directory', () => {
  let licet: TestLicet;
  let slapd: Slapd;
  let connection = '';
  beforeAll(async () => {
    licet = await testLicet();
    slapd = await startSlapd([corp, ...Array.from({ length: many }, (_, no) => person(`worker${no}`))].join('\n'));
    await rows(`update users set username = 'root', username_key = 'root' where username = 'ada'`);
    const finance = await licet.call('groups.create', licet.admin, { body: { name: 'Finance' } });
    await licet.call('users.create', licet.admin, { body: { username: 'cleo', name: 'Another Cleo' } });
    connection = await connect({
      directory: corpSettings(slapd),
      groupMappings: [{ value: 'finance', group: finance.id }],
    });
  });
  afterAll(async () => {
    await licet.close();
    await slapd.close();
  });

  let made = 0;
  const connect = (
    over: Pick<Parameters<typeof insertConnection>[1] & { kind: 'ldap' }, 'directory' | 'groupMappings'>,
  ) =>
    change(licet.database, { kind: 'operator', id: null, name: 'operator' }, async (handle) => {
      const id = await insertConnection(handle, { ...usualDirectory, name: `Corp ${++made}`, kind: 'ldap', ...over });
      const sealed = secretsOf(Buffer.alloc(32, 7)).seal(reader.password, aboutConnection(id));
      await keepConnectionSecret(handle.connection, id, sealed, null);
      handle.record({ action: 'connection.created', target: { kind: 'connection', id, name: 'Corp' } });
      return id;
    });
  const rows = async (text: string) => (await licet.database.pool.query(text)).rows;
  const present = 'no_to = 9223372036854775807';
  const ran = async (of = connection, dryRun = 'false') => {
    const stream = await licet.call('operator.importPeople', operator, {
      params: { connection: of },
      query: { dryRun },
    });
    let text = '';
    for await (const piece of stream) text += piece;
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as DirectoryProgress);
    return lines.at(-1) as { report?: DirectoryReport; problem?: { code: string; detail: string } };
  };

  test('a dry run lists new users without changes; a run creates them, linked by their permanent id', async () => {
    const before = await rows('select max(no) as no from change');
    const { report: plan } = await ran(connection, 'true');
    expect(await rows('select max(no) as no from change')).toEqual(before);
    // ada, one of the twins, mallory, O'Malley, and the many others.
    expect(plan).toMatchObject({
      dryRun: true,
      users: { made: many + 4, there: 0 },
      memberships: { made: 1, there: 0 },
      invited: 0,
    });
    expect(plan?.leftOut).toEqual(
      expect.arrayContaining([
        {
          why: 'Their entry is disabled or has expired.',
          reason: 'entry_closed',
          values: {},
          count: 1,
          names: ['bob'],
        },
        expect.objectContaining({ reason: 'username_of_another', count: 1, names: ['cleo'] }),
        expect.objectContaining({ reason: 'username_of_two_entries', count: 1, names: ['twin'] }),
      ]),
    );
    const { report } = await ran();
    expect({ ...report, dryRun: true, change: null }).toEqual(plan);
    const found = await rows(
      `select u.status, i.issuer, i.subject ~ '^[0-9a-f-]{36}$' as good from users u join identities i on i.user_id = u.id
       where u.username = 'ada' and u.${present}`,
    );
    expect(found).toEqual([{ status: 'active', issuer: `ldap:${connection}`, good: true }]);
    expect(
      await rows(
        `select count(*)::int as count from address_states where verified_at is not null and address like '%@corp.example'`,
      ),
    ).toEqual([{ count: many + 3 }]);
    expect(await rows(`select name from users where username = 'cleo' and ${present}`)).toEqual([
      { name: 'Another Cleo' },
    ]);
    expect(await rows(`select action, after->>'system' as system from change order by no desc limit 1`)).toEqual([
      { action: 'licet.imported', system: 'ldap' },
    ]);
  });

  test('recognises a renamed user as existing on the second run', async () => {
    await rows(`update users set username = 'countess', username_key = 'countess' where username = 'ada'`);
    const { report } = await ran();
    expect(report).toMatchObject({ users: { made: 0, there: many + 4 }, memberships: { made: 0, there: 1 } });
    expect(await rows(`select count(*)::int as count from users where username = 'ada' and ${present}`)).toEqual([
      { count: 0 },
    ]);
  });

  test('leaves out disabled accounts, expired accounts and computers of an Active Directory', async () => {
    const active = await startSlapd(activeDirectory, { schema: activeDirectorySchema });
    try {
      const id = await connect({ directory: activeDirectorySettings(active), groupMappings: [] });
      const { report } = await ran(id, 'true');
      expect(report).toMatchObject({ users: { made: 1 } });
      expect(report?.leftOut).toEqual([
        expect.objectContaining({ reason: 'entry_closed', count: 2, names: ['bob', 'eve'] }),
        expect.objectContaining({ reason: 'username_of_another', count: 1, names: ['cleo'] }),
      ]);
    } finally {
      await active.close();
    }
  });

  test('reports a failure if the directory refuses the bind, or has no bind DN', async () => {
    const settings = corpSettings(slapd, { bindDn: 'cn=nobody,dc=corp,dc=example' });
    const wrong = await connect({ directory: settings, groupMappings: [] });
    expect((await ran(wrong)).problem).toMatchObject({ code: 'provider_wrong' });
    const own = await connect({ directory: { ...settings, bindDn: 'uid={name},dc=corp' }, groupMappings: [] });
    expect((await ran(own)).problem).toMatchObject({ code: 'invalid_request' });
  });
});
