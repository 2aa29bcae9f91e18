import type { DirectoryProgress, DirectoryReport } from '@licet/contract';
import { hashSync } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { rowsAtOnce } from '../../store/import/run.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const digest = '0'.repeat(64);
const end = { end: { system: 'keycloak', digest, leftOut: 3 } };
const person = (username: string, more: object = {}) => ({
  user: {
    username,
    email: `${username}@example.org`,
    name: username,
    suspended: false,
    groups: [],
    roles: [],
    ...more,
  },
});
const file = (...lines: object[]) => [...lines, end].map((line) => JSON.stringify(line)).join('\n');

async function sent(body: string, query: Record<string, string> = {}): Promise<DirectoryProgress[]> {
  const stream = await licet.call('operator.importDirectory', operator, { body, query });
  let text = '';
  for await (const piece of stream) text += piece;
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DirectoryProgress);
}

async function imported(body: string, query: Record<string, string> = { create: 'true' }): Promise<DirectoryReport> {
  const last = (await sent(body, query)).at(-1);
  if (last && 'report' in last) return last.report;
  throw new Error(JSON.stringify(last));
}

async function faults(body: string): Promise<string[]> {
  try {
    await sent(body);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return (error.problem.errors ?? []).map(({ line, pointer = '', detail }) => `${line}${pointer}: ${detail}`);
  }
}

const rows = async (text: string, values: unknown[] = []) => (await licet.database.pool.query(text, values)).rows;
const newest = async () => (await rows('select no, action, after from change order by no desc limit 1'))[0];
const bcrypt = hashSync('an old password', 4);
const totp = Buffer.from('kq3WJqUIeRDMSH9dWwZY').toString('base64');

const realm = (suffix: string) =>
  file(
    { application: { id: `acme-${suffix}`, name: 'Acme' } },
    { application: { id: `ledger-${suffix}`, name: 'Ledger' } },
    { role: { application: `acme-${suffix}`, name: 'employee', title: '', includes: [] } },
    { role: { application: `acme-${suffix}`, name: 'manager', title: 'Leads', includes: ['employee'] } },
    { role: { application: `ledger-${suffix}`, name: 'admin', title: '', includes: [] } },
    {
      group: {
        name: `Finance ${suffix}`,
        description: '',
        within: null,
        roles: [{ application: `acme-${suffix}`, role: 'manager' }],
      },
    },
    { group: { name: `Payable ${suffix}`, description: 'Pays', within: `Finance ${suffix}`, roles: [] } },
    person(`ada-${suffix}`, { password: bcrypt, totp, groups: [`Payable ${suffix}`] }),
    person(`bob-${suffix}`, { suspended: true, password: bcrypt }),
    person(`cleo-${suffix}`, { roles: [{ application: `ledger-${suffix}`, role: 'admin' }] }),
  );

test('a plan lists new users, and both addresses of existing users with the same username', async () => {
  await imported(file(person('olga'), person('pia')));
  const plan = await imported(
    file(person('olga', { email: 'olga@elsewhere.example' }), person('pia'), person('quentin')),
    {
      dryRun: 'true',
    },
  );
  expect(plan).toMatchObject({
    new: ['quentin'],
    known: ['olga', 'pia'],
    namesakes: [{ username: 'olga', here: 'olga@example.org', there: 'olga@elsewhere.example' }],
  });
});

describe('an import from another system', () => {
  test('is one change on the chain, with its size and the file’s name', async () => {
    const before = await newest();
    const report = await imported(realm('one'), { create: 'true', name: 'realm.json' });
    expect(report).toEqual({
      dryRun: false,
      applications: { made: 2, there: 0 },
      roles: { made: 2, there: 1 },
      inclusions: { made: 1, there: 0 },
      groups: { made: 2, there: 0 },
      users: { made: 3, there: 0 },
      memberships: { made: 2, there: 0 },
      grants: { made: 2, there: 0 },
      withPassword: 2,
      withTotp: 1,
      suspended: 1,
      invited: 1,
      known: [],
      namesakes: [],
      leftOut: [],
      change: before.no + 1,
      new: ['ada-one', 'bob-one', 'cleo-one'],
    });
    const after = await newest();
    expect(after).toMatchObject({
      action: 'licet.imported',
      after: { system: 'keycloak', reason: 'Imported from realm.json', users: { made: 3 }, leftOut: 3, digest },
    });
    expect(JSON.stringify(after)).not.toContain(bcrypt);
    const people = await rows(`select username, status from users where username like '%-one' order by username`);
    expect(people.map(({ status }) => status)).toEqual(['active', 'suspended', 'invited']);
    const [ada] = await rows(
      `select t.secret, c.password_hash as hash from users u join totp t on t.user_id = u.id join credentials c on c.user_id = u.id
       where u.username = 'ada-one'`,
    );
    expect(ada.hash).toBe(bcrypt);
    expect(ada.secret.toString('latin1')).not.toContain(totp);
  });

  test('imports job titles, but keeps the title of an existing user', async () => {
    const titled = (jobTitle: string) => file(person('titled', { jobTitle }), person('untitled'));
    await imported(titled('Head of Audit'));
    await imported(titled('Clerk'));
    expect(
      await rows(`select job_title from users where username in ('titled', 'untitled') order by username`),
    ).toEqual([{ job_title: 'Head of Audit' }, { job_title: null }]);
    expect(await faults(file(person('long', { jobTitle: 'x'.repeat(257) })))).toEqual([
      expect.stringMatching(/^1\/user\/jobTitle: /),
    ]);
  });

  test('grants access through nested groups and included roles', async () => {
    await imported(realm('gives'));
    const held = async (application: string, username: string) => {
      const [{ id }] = await rows(`select id from users where username = $1`, [username]);
      const access = await licet.call('access.get', licet.admin, { params: { application, user: id } });
      return [access.admin, access.roles.map(({ name }) => name).sort()];
    };
    expect(await held('acme-gives', 'ada-gives')).toEqual([false, ['employee', 'manager']]);
    expect(await held('ledger-gives', 'cleo-gives')).toEqual([true, ['admin']]);
    expect(await held('licet', 'cleo-gives')).toEqual([false, []]);
  });

  test('reports existing users on the second run, and changes none of them', async () => {
    await imported(realm('two'));
    await licet.database.pool.query(`update users set name = 'Renamed' where username = 'ada-two'`);
    const again = await imported(realm('two'), {});
    expect(again).toMatchObject({
      applications: { made: 0, there: 2 },
      roles: { made: 0, there: 3 },
      inclusions: { made: 0, there: 1 },
      groups: { made: 0, there: 2 },
      users: { made: 0, there: 3 },
      memberships: { made: 0, there: 2 },
      grants: { made: 0, there: 2 },
      withPassword: 0,
      withTotp: 0,
      suspended: 0,
      invited: 0,
      known: ['ada-two', 'bob-two', 'cleo-two'],
    });
    expect(await rows(`select name from users where username = 'ada-two'`)).toEqual([{ name: 'Renamed' }]);
  });

  test('reports the same in a dry run, and changes nothing', async () => {
    const before = await newest();
    const dry = await imported(realm('dry'), { create: 'true', dryRun: 'true' });
    expect(await newest()).toEqual(before);
    expect(dry).toMatchObject({ dryRun: true, change: null, users: { made: 3, there: 0 } });
    const real = await imported(realm('dry'));
    expect({ ...real, dryRun: true, change: null }).toEqual(dry);
  });

  test('never gives an existing user a password, address or status from the file', async () => {
    const me = await licet.call('users.create', licet.admin, {
      body: { username: 'grace', email: 'grace@example.org', name: 'Grace' },
    });
    const body = file(
      person('grace', { email: null, password: bcrypt, totp, suspended: true }),
      person('grace2', { email: 'Grace@Example.org', password: bcrypt }),
    );
    const report = await imported(body);
    expect(report).toMatchObject({ users: { made: 0, there: 1 }, known: ['grace'] });
    expect(report.leftOut).toEqual([
      expect.objectContaining({ reason: 'address_of_another', count: 1, names: ['grace2'] }),
    ]);
    expect(await rows('select from credentials where user_id = $1', [me.id])).toEqual([]);
    expect(await rows('select from totp where user_id = $1', [me.id])).toEqual([]);
    expect(await licet.call('users.get', licet.admin, { params: { user: me.id } })).toMatchObject({
      status: 'invited',
      email: 'grace@example.org',
    });
  });

  test('leaves out users of a domain that the rules do not allow, with their memberships', async () => {
    const { version: _, ...policy } = await licet.call('policy.get', licet.admin);
    const { secondFactor: __, ...body } = policy;
    const allow = (emailDomains: string[]) =>
      licet.call('policy.update', operator, { body: { ...body, secondFactor: [], emailDomains } });
    await licet.call('users.create', licet.admin, {
      body: { username: 'before', email: 'before@elsewhere.example', name: 'Before' },
    });
    await allow(['example.org']);
    const group = { group: { name: 'Domains', description: '', within: null, roles: [] } };
    const report = await imported(
      file(
        group,
        person('inside', { groups: ['Domains'] }),
        person('outside', { email: 'outside@elsewhere.example', groups: ['Domains'], password: bcrypt }),
        person('nowhere', { email: null }),
        person('before', { email: null, groups: ['Domains'] }),
      ),
    );
    expect(report).toMatchObject({
      users: { made: 2, there: 1 },
      memberships: { made: 2 },
      leftOut: [
        {
          why: 'Their e-mail address is at none of the domains that the sign-in rules allow.',
          count: 1,
          names: ['outside'],
        },
      ],
    });
    await allow([]);
  });

  test('names missing applications without the option --create, and changes nothing', async () => {
    const before = await newest();
    const last = (await sent(realm('missing'))).at(-1);
    expect(last).toMatchObject({
      problem: { code: 'not_found', detail: expect.stringContaining('acme-missing and ledger-missing') },
    });
    expect(await newest()).toEqual(before);
  });

  test('reports every fault with its line, and changes nothing', async () => {
    const before = await newest();
    const broken = file(
      { application: { id: 'licet', name: 'Licet' } },
      { role: { application: 'nowhere', name: 'x', title: '', includes: [] } },
      person('ada', { email: 'no address' }),
      person('аdmin'),
      person('twice', { email: null }),
      person('TWICE', { email: null }),
      person('eve', { groups: ['No such group'] }),
      { user: { username: 'short' } },
      { something: 'else' },
    );
    expect(await faults(`${broken}\nnot json`)).toEqual([
      '1: Access to Licet itself cannot be imported. Grant its roles one by one.',
      '2: No earlier line has the application “nowhere”.',
      '3/user/email: This is not an e-mail address. Enter one such as name@example.org.',
      expect.stringMatching(/^4\/user\/username: /),
      '6: An earlier line already contains the same.',
      '7: No earlier line has the group “no such group”.',
      expect.stringMatching(/^8\/user\//),
      '9: This is not a line of an import.',
      '11: The line is not JSON.',
    ]);
    expect(await newest()).toEqual(before);
  });

  test('rejects a file that ends too early', async () => {
    await expect(sent(JSON.stringify(person('cut')))).rejects.toMatchObject({
      problem: { code: 'import_rejected', detail: 'The import ended before its last line arrived.' },
    });
  });

  test('refuses a whole import that would create a cycle of groups', async () => {
    const group = (name: string, within: string | null) => ({ group: { name, description: '', within, roles: [] } });
    await imported(file(group('Outer', null), group('Inner', 'Outer')));
    const last = (await sent(file(group('Inner', null), group('Outer', 'Inner')))).at(-1);
    expect(last).toMatchObject({ problem: { code: 'cycle' } });
  });

  test('imports many users in parts of limited size', async () => {
    await licet.database.pool.query(`
      create function refuse_many() returns trigger language plpgsql as $$ begin
        if (select count(*) from added) > ${rowsAtOnce} then raise exception 'Too many in one statement.'; end if; return null;
      end $$;
      create trigger few_users after insert on users referencing new table as added for each statement execute function refuse_many();
      create trigger few_members after insert on memberships referencing new table as added for each statement execute function refuse_many();
      create trigger few_grants after insert on grants referencing new table as added for each statement execute function refuse_many()`);
    const count = rowsAtOnce + 3;
    const roles = [{ application: 'crowd', role: 'employee' }];
    const people = Array.from({ length: count }, (_, n) => person(`crowd-${n}`, { groups: ['Crowd'], roles }));
    const lines = await sent(
      file(
        { application: { id: 'crowd', name: 'Crowd' } },
        { role: { application: 'crowd', name: 'employee', title: '', includes: [] } },
        { group: { name: 'Crowd', description: '', within: null, roles: [] } },
        ...people,
      ),
      { create: 'true' },
    );
    const all = { made: count, there: 0 };
    expect(lines.at(-1)).toMatchObject({ report: { users: all, memberships: all, grants: all } });
    const written = lines.flatMap((line) => ('phase' in line && line.phase === 'writing' ? [line.done] : []));
    // The last message is repeated every 15 seconds.
    const parts = [rowsAtOnce, count].flatMap((part) => [part, count + part, 2 * count + part]);
    expect([...new Set(written)]).toEqual(parts.sort((a, b) => a - b));
  });

  test('is for the operator only', async () => {
    expect(await licet.outcome('operator.importDirectory', licet.admin, { body: file() })).toBe('forbidden');
  });
});
