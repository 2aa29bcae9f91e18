import { join } from 'node:path';
import { type DirectoryLine, type DirectoryUser, directoryLine } from '@licet/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromKeycloak, passwordOf, totpOf } from './keycloak.ts';
import type { KeycloakRole } from './keycloak-shapes.ts';
import { Plan } from './plan.ts';
import { openSource, type SourceFile } from './source.ts';

// Exported by Keycloak 26.4.7; scripts/keycloak.ts recreates it.
const fixture = join(import.meta.dirname, 'keycloak-realm.fixture.json');

async function read(source: SourceFile, application?: string) {
  const plan = new Plan();
  const lines: DirectoryLine[] = [];
  for await (const line of fromKeycloak(source, plan, application)) lines.push(directoryLine.parse(line));
  return { plan, lines, of: <K extends string>(kind: K) => ofKind(lines, kind) };
}

function ofKind<K extends string>(lines: readonly DirectoryLine[], kind: K) {
  type Kind = Extract<DirectoryLine, { [P in K]: unknown }>;
  return lines.filter((line): line is Kind => kind in line).map((line) => (line as Record<string, unknown>)[kind]);
}

const realmOf = (realm: object): SourceFile => ({
  digest: () => '0'.repeat(64),
  pieces: async function* () {
    const text = JSON.stringify(realm);
    for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7);
  },
});

describe('a realm exported by Keycloak', () => {
  let realm: Awaited<ReturnType<typeof read>>;
  let people: Map<string, DirectoryUser>;
  beforeAll(async () => {
    realm = await read(openSource(fixture));
    people = new Map((realm.of('user') as DirectoryUser[]).map((user) => [user.username, user]));
  });

  test('yields applications, and roles that include roles of the same application', () => {
    expect(realm.of('application')).toEqual([
      { id: 'acme', name: 'acme' },
      { id: 'wiki-app', name: 'Wiki_App' },
      { id: 'ledger-api', name: 'Ledger' },
    ]);
    expect(realm.of('role')).toEqual([
      expect.objectContaining({ application: 'acme', name: 'Admin (imported)', title: 'Of before' }),
      expect.objectContaining({ application: 'acme', name: 'admin', includes: [] }),
      expect.objectContaining({ application: 'acme', name: 'employee', title: 'Everybody who works here' }),
      expect.objectContaining({ application: 'acme', name: 'manager', includes: ['employee'] }),
      expect.objectContaining({ application: 'wiki-app', name: 'author' }),
      expect.objectContaining({ application: 'ledger-api', name: 'viewer', title: 'May look', includes: [] }),
      expect.objectContaining({ application: 'ledger-api', name: 'editor', includes: ['viewer'] }),
      expect.objectContaining({ application: 'ledger-api', name: 'admin', includes: [] }),
    ]);
  });

  test('yields nested groups with unique names and with their roles', () => {
    const ledger = { application: 'ledger-api', role: 'viewer' };
    expect(realm.of('group')).toEqual([
      { name: 'Engineering', description: '', within: null, roles: [] },
      { name: 'Engineering / Platform', description: '', within: 'Engineering', roles: [] },
      { name: 'Finance', description: '', within: null, roles: [{ application: 'acme', role: 'manager' }, ledger] },
      {
        name: 'Payable',
        description: '',
        within: 'Finance',
        roles: [{ application: 'ledger-api', role: 'editor' }],
      },
      { name: 'Sales', description: '', within: null, roles: [] },
      { name: 'Sales / Platform', description: '', within: 'Sales', roles: [] },
    ]);
  });

  test('yields users with their credentials', () => {
    expect([...people.keys()]).toEqual([
      'ada',
      'bob',
      'cleo',
      'dora',
      'eve_example.org',
      'frank',
      'gina',
      'henry',
      'ivan',
    ]);
    expect(people.get('ada')).toEqual({
      username: 'ada',
      email: 'ada@example.org',
      verified: true,
      name: 'Ada Lovelace',
      suspended: false,
      password: expect.stringMatching(/^\$pbkdf2-sha1\$i=20000\$/),
      groups: ['Payable'],
      roles: [{ application: 'acme', role: 'admin' }],
    });
    expect(people.get('bob')).toMatchObject({
      password: expect.stringMatching(/^\$pbkdf2-sha256\$/),
      roles: [
        { application: 'acme', role: 'Admin (imported)' },
        { application: 'acme', role: 'manager' },
        { application: 'ledger-api', role: 'viewer' },
      ],
    });
    expect(people.get('cleo')?.password).toMatch(/^\$pbkdf2-sha512\$i=20000\$/);
    expect(people.get('dora')?.password).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    expect(people.get('frank')).toMatchObject({ suspended: true });
    const app = people.get('eve_example.org')?.totp ?? '';
    expect(Buffer.from(app, 'base64').toString()).toBe('kq3WJqUIeRDMSH9dWwZY');
    expect([people.get('henry')?.password, people.get('gina')?.password, people.get('ivan')?.totp]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('lists by name everything that the import skips, renames or changes', () => {
    expect(Object.fromEntries([...realm.plan.leftOut].map(([why, { names }]) => [why, names]))).toEqual({
      'Attributes of groups': ['Sales / Platform'],
      'Attributes of users (not stored by Licet)': ['ada: department, phone'],
      'Temporary passwords, to be changed at the next sign-in': ['henry'],
      'Additional authenticator apps, or ones with other codes than SHA-1, six digits, 30 seconds': ['ivan'],
      'Service accounts: in Licet, a program is a client of its application': ['batch'],
    });
    expect(realm.plan.renamed.map(({ what, from, to }) => `${what} ${from}: ${to}`)).toEqual([
      'role of acme Admin: Admin (imported)',
      'application Wiki_App: wiki-app',
      'group Platform: Engineering / Platform',
      'group Platform: Sales / Platform',
    ]);
    expect([...realm.plan.notes.values()].map(({ names }) => names)).toEqual([
      ['manager of acme with viewer of ledger-api'],
    ]);
    expect(realm.plan.unverified).toBe(5);
  });

  test('assigns its roles to another application if one is named', async () => {
    const { of } = await read(openSource(fixture), 'portal');
    expect(of('application')[0]).toEqual({ id: 'portal', name: 'acme' });
  });
});

describe('a realm that Licet can import only in part', () => {
  const roles = (realm: KeycloakRole[], client: Record<string, KeycloakRole[]> = {}) => ({
    realm: 'r',
    roles: { realm, client },
  });
  const composite = (realm: string[], client = {}) => ({ composites: { realm, client } });

  test('grants both roles of an inclusion cycle to a user who has one of them', async () => {
    const circle = roles([
      { name: 'a', ...composite(['b']) },
      { name: 'b', ...composite(['a']) },
      { name: 'self', ...composite(['self']) },
    ]);
    const { lines, of } = await read(realmOf({ ...circle, users: [{ username: 'u', realmRoles: ['b'] }] }));
    expect(lines.flatMap((line) => ('role' in line ? [[line.role.name, line.role.includes]] : []))).toEqual([
      ['b', []],
      ['a', ['b']],
      ['self', []],
    ]);
    expect(of('user')).toEqual([
      expect.objectContaining({
        roles: [
          { application: 'r', role: 'b' },
          { application: 'r', role: 'a' },
        ],
      }),
    ]);
  });

  test('also grants roles that a role of another application includes', async () => {
    const chain = roles(
      [
        { name: 'top', ...composite(['middle']) },
        { name: 'middle', ...composite([], { c: ['x'] }) },
      ],
      {
        c: [{ name: 'x', ...composite(['far']) }],
      },
    );
    chain.roles.realm.push({ name: 'far' });
    const { of } = await read(realmOf({ ...chain, users: [{ username: 'u', realmRoles: ['top'] }] }));
    const [user] = of('user') as DirectoryUser[];
    expect(user?.roles.map(({ application, role }) => `${application}.${role}`)).toEqual(['r.top', 'c.x', 'r.far']);
  });

  test('imports no rights to administer Keycloak, and never uses Licet’s own identifier', async () => {
    const realm = {
      realm: 'licet',
      roles: { realm: [{ name: 'admin' }], client: { 'realm-management': [{ name: 'realm-admin' }] } },
      users: [{ username: 'u', realmRoles: ['admin'], clientRoles: { 'realm-management': ['realm-admin'] } }],
    };
    const { of, plan } = await read(realmOf(realm));
    expect(of('application')).toEqual([{ id: 'licet-imported', name: 'licet' }]);
    expect(of('user')).toEqual([
      expect.objectContaining({ roles: [{ application: 'licet-imported', role: 'admin' }] }),
    ]);
    expect([...plan.leftOut].map(([why, { names }]) => [why.slice(0, 36), names])).toEqual([
      ['Rights to administer Keycloak itself', ['u']],
    ]);
  });

  test('lists every attribute, action and redirect address that is not imported', async () => {
    const realm = {
      realm: 'r',
      clients: [
        { clientId: 'shop', redirectUris: ['https://shop.example/*'] },
        { clientId: 'account', redirectUris: ['/realms/r/account/*'] },
      ],
      users: [{ username: 'kurt', attributes: { locale: ['de'] }, requiredActions: ['UPDATE_PASSWORD'] }],
    };
    const { plan } = await read(realmOf(realm));
    expect(Object.fromEntries([...plan.leftOut].map(([why, { names }]) => [why, names]))).toEqual({
      'Attributes of users (not stored by Licet)': ['kurt: locale'],
      'Required actions at the next sign-in': ['kurt: UPDATE_PASSWORD'],
      'Redirect addresses of clients: register them in the console': ['shop: https://shop.example/*'],
    });
  });

  test('skips a user with a taken username, and drops an address that is taken or invalid', async () => {
    const users = [
      { username: 'a b', email: 'one@example.org' },
      { username: 'a.b', email: 'two@example.org' },
      { username: 'c', email: 'ONE@example.org' },
      { username: 'd', email: 'nonsense' },
      {},
    ];
    const { of, plan } = await read(realmOf({ realm: 'r', users }));
    expect((of('user') as DirectoryUser[]).map(({ username, email }) => [username, email])).toEqual([
      ['a.b', 'one@example.org'],
      ['c', null],
      ['d', null],
    ]);
    expect(plan.leftOutCount).toBe(4);
  });

  test.each([
    ['a list of realms', [{ realm: 'a' }], 'The file is a list.'],
    ['a file that is not an exported realm', { something: 'else' }, 'The file is not a realm export'],
  ])('refuses %s', async (_what, value, message) => {
    await expect(read(realmOf(value))).rejects.toThrow(message);
  });

  test('refuses a truncated file, and text after its end', async () => {
    const text = (whole: string): SourceFile => ({
      digest: () => '',
      pieces: async function* () {
        yield whole;
      },
    });
    for (const whole of [
      '',
      '{',
      '{"realm": "r"',
      '{"realm": "r", "users": [{"username": "a"}',
      '{"realm": tru}',
      '{"realm":"r"}}',
    ])
      await expect(read(text(whole))).rejects.toThrow(/The file is not valid JSON, or is cut off, near character \d+/);
  });
});

test('leaves out credentials of unknown formats', () => {
  const password = (credentialData: object, secretData: object = { value: 'AAAA', salt: 'AAAA' }) =>
    passwordOf({ credentialData: JSON.stringify(credentialData), secretData: JSON.stringify(secretData) });
  expect(password({ algorithm: 'bcrypt', hashIterations: 10 })).toBeUndefined();
  expect(password({ algorithm: 'argon2', hashIterations: 5 })).toBeUndefined();
  expect(password({ algorithm: 'pbkdf2' })).toBeUndefined();
  expect(password({ algorithm: 'constructor', hashIterations: 5 })).toBeUndefined();
  expect(passwordOf({ credentialData: 'no json' })).toBeUndefined();
  const app = { subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' };
  const totp = (data: object, value: string) =>
    totpOf({ credentialData: JSON.stringify(data), secretData: JSON.stringify({ value }) });
  expect(totp({ ...app, secretEncoding: 'BASE32' }, 'GEZDGNBVGY3TQOJQ')).toBe(
    Buffer.from('1234567890').toString('base64'),
  );
  expect(totp({ ...app, subType: 'hotp' }, 'abc')).toBeUndefined();
  expect(totp({ ...app, period: 60 }, 'abc')).toBeUndefined();
  expect(totp(app, '')).toBeUndefined();
});
