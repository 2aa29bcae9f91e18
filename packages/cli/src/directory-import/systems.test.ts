import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DirectoryUser, directoryLine } from '@licet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import type { Flags } from '../command.ts';
import { Plan } from './plan.ts';
import { phcOf } from './records.ts';
import { openSource } from './source.ts';
import { systems } from './systems.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-systems-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function file(content: string): string {
  files += 1;
  const path = join(folder, `${files}`);
  writeFileSync(path, content);
  return path;
}

async function read(system: string, content: string, flags: Flags = {}) {
  const plan = new Plan();
  const users: Partial<DirectoryUser>[] = [];
  const groups: string[] = [];
  const source = openSource(file(content));
  for await (const line of systems.find(({ name }) => name === system)?.read(source, plan, flags) ?? []) {
    const checked = directoryLine.parse(line);
    if ('user' in checked) users.push(checked.user);
    if ('group' in checked) groups.push(checked.group.name);
  }
  const left = Object.fromEntries([...plan.leftOut].map(([why, { names }]) => [why, names]));
  return { users, groups, left, plan, digest: source.digest() };
}

const lines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n');
const bcrypt = '$2a$10$XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga';

// The formats are from Auth0’s documentation, “Bulk User Exports” and “Export Data”. Auth0’s support exports the
// password hashes.
describe('auth0', () => {
  const ada = {
    user_id: 'auth0|60425dc43519d90068f82973',
    email: 'ada@example.org',
    email_verified: true,
    name: 'ada@example.org',
    given_name: 'Ada',
    family_name: 'Lovelace',
    user_metadata: { floor: 3 },
    identities: [{ user_id: '60425dc43519d90068f82973', provider: 'auth0', connection: 'Users', isSocial: false }],
  };
  const bob = { user_id: 'google-oauth2|1', email: 'bob@example.org', name: 'Bob', blocked: true };
  const hashes = lines({
    _id: { $oid: '60425dc43519d90068f82973' },
    email_verified: true,
    email: 'ada@example.org',
    passwordHash: bcrypt,
    tenant: 'dev',
    connection: 'Users',
    _tmp_is_unique: true,
  });

  test('reads one user per line, with passwords from a second file', async () => {
    const { users, left } = await read('auth0', lines(ada, bob), { passwords: file(hashes) });
    expect(users).toEqual([
      {
        username: 'ada_example.org',
        email: 'ada@example.org',
        verified: true,
        name: 'Ada Lovelace',
        suspended: false,
        password: bcrypt,
        groups: [],
        roles: [],
      },
      {
        username: 'bob_example.org',
        email: 'bob@example.org',
        verified: false,
        name: 'Bob',
        suspended: true,
        groups: [],
        roles: [],
      },
    ]);
    expect(left).toEqual({
      'Their user_metadata (not stored by Licet)': ['ada@example.org'],
      'Links to other identity providers': ['bob@example.org'],
    });
  });

  test('gives no password to a user of another provider with the same address', async () => {
    const stranger = { user_id: 'google-oauth2|2', email: 'ada@example.org' };
    const { users } = await read('auth0', lines(stranger), {
      passwords: file(lines({ email: 'ada@example.org', passwordHash: bcrypt })),
    });
    expect(users.map(({ password }) => password)).toEqual([undefined]);
  });

  test('also reads users from a JSON array', async () => {
    expect((await read('auth0', JSON.stringify([ada, bob]))).users).toHaveLength(2);
  });
});

describe('supabase', () => {
  const columns =
    'instance_id,id,aud,email,encrypted_password,email_confirmed_at,banned_until,raw_user_meta_data,deleted_at,is_sso_user,is_anonymous';
  const zero = '00000000-0000-0000-0000-000000000000';

  test('reads the table as CSV, with quotes, commas and line breaks in its cells', async () => {
    const csv = [
      columns,
      `${zero},1,authenticated,ada@example.org,${bcrypt},2024-01-01 00:00:00+00,,"{""full_name"": ""Ada, Countess""}",,f,f`,
      `${zero},2,authenticated,bob@example.org,,,2999-01-01 00:00:00+00,"{""name"":\r\n""Bob""}",,t,f`,
      `${zero},3,authenticated,gone@example.org,${bcrypt},,,{},2024-01-01,f,f`,
      `${zero},4,authenticated,,,,,{},,f,t`,
    ].join('\r\n');
    const { users, left, plan } = await read('supabase', csv);
    expect(users).toMatchObject([
      { username: 'ada_example.org', name: 'Ada, Countess', suspended: false, password: bcrypt },
      { username: 'bob_example.org', name: 'Bob', suspended: true },
    ]);
    expect(left).toEqual({
      'Users who were deleted': ['gone@example.org'],
      'Anonymous users': ['4'],
      'Links to other identity providers': ['bob@example.org'],
    });
    expect(plan.unverified).toBe(1);
  });

  test('also reads the table as JSON', async () => {
    const json = [{ email: 'ada@example.org', encrypted_password: bcrypt, raw_user_meta_data: { name: 'Ada' } }];
    expect((await read('supabase', JSON.stringify(json))).users).toMatchObject([{ name: 'Ada', password: bcrypt }]);
  });
});

// The parameters and the hash are from github.com/firebase/scrypt, README.md. The format is that of “firebase
// auth:export”.
describe('firebase', () => {
  const config = `hash_config {
    algorithm: SCRYPT,
    base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
    base64_salt_separator: Bw==,
    rounds: 8,
    mem_cost: 14,
  }`;
  const hash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';
  const users = [
    {
      localId: '1',
      email: 'ada@example.org',
      emailVerified: true,
      passwordHash: hash,
      salt: '42xEC+ixf3L2lw==',
      displayName: 'Ada',
    },
    { localId: '2', email: 'bob@example.org', disabled: true, providerUserInfo: [{ providerId: 'google.com' }] },
    { localId: '3', phoneNumber: '+15551234567' },
    { localId: '4', email: 'cleo@example.org', passwordHash: hash },
  ];

  test('reads users whose passwords were hashed with the parameters of the Firebase project', async () => {
    // The exports use the URL-safe alphabet of base64.
    const text = JSON.stringify({ users }).replaceAll('+ixf3L2lw', '-ixf3L2lw');
    const read_ = await read('firebase', text, { 'hash-config': file(config) });
    expect(read_.users).toMatchObject([
      {
        username: 'ada_example.org',
        name: 'Ada',
        password: `$firebase-scrypt$ln=14,r=8$42xEC+ixf3L2lw$Bw$jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA$${hash.slice(0, -2)}`,
      },
      { username: 'bob_example.org', suspended: true },
      { username: 'cleo_example.org' },
    ]);
    expect(read_.left).toEqual({
      'Links to other identity providers': ['bob@example.org'],
      'Users with neither a username nor an e-mail address': ['(without a name)'],
      'Passwords that Firebase had imported from another system': ['cleo@example.org'],
    });
  });

  test.each([
    ['no parameters', undefined, 'Name the file with the project’s hash parameters with --hash-config.'],
    ['incomplete parameters', 'algorithm: SCRYPT', 'The hash parameters lack base64_signer_key.'],
    ['another algorithm', 'algorithm: MD5', 'Of Firebase’s algorithms, only SCRYPT is supported.'],
  ])('refuses with an explanation: %s', async (_what, text, message) => {
    const flags = text === undefined ? {} : { 'hash-config': file(text) };
    await expect(read('firebase', JSON.stringify({ users }), flags)).rejects.toThrow(message);
  });
});

describe('csv', () => {
  test('reads columns by their names, and yields groups before their members', async () => {
    const { users, groups, left, digest } = await read(
      'csv',
      '\uFEFFUsername,Email,Name,Password_Hash,Suspended,Groups,Password\nada,ada@example.org,"Ada ""the first""",pbkdf2_sha256$1000$seasalt$JgZryXe2Ga8ysg6XbzkLpTdyPQrHqsinbL9BnnhgX4A=,,Staff;Leads,\nbob,,,,true,Staff,hunter2\n',
    );
    expect(groups).toEqual(['Staff', 'Leads']);
    expect(users).toEqual([
      {
        username: 'ada',
        email: 'ada@example.org',
        name: 'Ada "the first"',
        suspended: false,
        password: '$pbkdf2-sha256$i=1000$c2Vhc2FsdA$JgZryXe2Ga8ysg6XbzkLpTdyPQrHqsinbL9BnnhgX4A',
        groups: ['Staff', 'Leads'],
        roles: [],
      },
      { username: 'bob', email: null, name: 'bob', suspended: true, groups: ['Staff'], roles: [] },
    ]);
    expect(left).toEqual({ 'Passwords that are not hashed': ['bob'] });
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('joins a job title into one line, and leaves out one that Licet does not accept', async () => {
    const { users, left } = await read(
      'csv',
      `username,job_title\nada,"Head of\n Audit"\nbob,${'x'.repeat(257)}\ncleo, \ndora,\u200B\n`,
    );
    expect(users.map(({ username, jobTitle }) => [username, jobTitle])).toEqual([
      ['ada', 'Head of Audit'],
      ['bob', undefined],
      ['cleo', undefined],
      ['dora', undefined],
    ]);
    expect(left).toEqual({ 'Job titles that Licet does not accept': ['bob', 'dora'] });
  });

  test.each([
    [';', 'Username;E-Mail;email;name\r\nada;;ada@example.org;"Lovelace; Ada"\r\n'],
    ['\t', '\uFEFFusername\temail\tname\nada\tada@example.org\tLovelace; Ada'],
    [',', '"username",email,"name;x",name\nada,ada@example.org,,Lovelace; Ada\n'],
  ])('detects the column separator in the first line: %j', async (_separator, text) => {
    const { users } = await read('csv', text);
    expect(users).toMatchObject([{ username: 'ada', email: 'ada@example.org', name: 'Lovelace; Ada' }]);
  });

  test.each([
    ['no name', 'id,name\n1,Ada', 'The first line has no column “username” or “email”. Its columns are “id”, “name”.'],
    ['too many columns', 'username\nada,lovelace', 'Line 2 has 2 columns, but the first line has 1.'],
    ['an open quote', 'username\n"ada', 'Line 2 has a quote that is not closed.'],
    ['text behind a quote', 'username\n"ada"x\n', 'Line 2: text follows a closing quote.'],
    ['a line without column names', '\u{1F600}'.repeat(3), 'The first line has no column'],
  ])('refuses with an explanation: %s', async (_what, text, message) => {
    const whole = read('csv', text.includes('\n') ? text : `${text}\n1`);
    await expect(whole).rejects.toThrow(message);
  });
});

// Created by Django 5.2.19 and passlib 1.7.4. The test vectors of the server contain the same hashes.
test.each([
  ['argon2$argon2id$v=19$m=102400,t=2,p=8$dDEyMHZm$z7VUvbjb', '$argon2id$v=19$m=102400,t=2,p=8$dDEyMHZm$z7VUvbjb'],
  ['bcrypt$$2b$12$t5hOPR5.ChrZCNvHcJIZ/e', '$2b$12$t5hOPR5.ChrZCNvHcJIZ/e'],
  ['bcrypt_sha256$$2b$05$3N/urJYWP63FG5Wkww6jwO', '$bcrypt-sha256$2b$05$3N/urJYWP63FG5Wkww6jwO'],
  [
    'pbkdf2_sha1$1000000$ZEItVv$pUgHV+z6Opu6A+mVU1CpNJDAXx4=',
    '$pbkdf2-sha1$i=1000000$WkVJdFZ2$pUgHV+z6Opu6A+mVU1CpNJDAXx4',
  ],
  ['scrypt$16384$pvavmi$8$5$c8G6uVczwe094LQkNosltcOw==', '$scrypt$ln=14,r=8,p=5$cHZhdm1p$c8G6uVczwe094LQkNosltcOw'],
  [
    '$pbkdf2-sha512$1000$d05pzbn3/n8PAWBszVmrFQ$39cE.DkTrkU',
    '$pbkdf2-sha512$i=1000$d05pzbn3/n8PAWBszVmrFQ$39cE+DkTrkU',
  ],
  ['$argon2id$v=19$m=8,t=1,p=1$abc$def', '$argon2id$v=19$m=8,t=1,p=1$abc$def'],
  ['anything else', 'anything else'],
])('reads the hash %s', (hash, phc) => expect(phcOf(hash)).toBe(phc));
