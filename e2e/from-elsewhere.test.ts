import { createHash, createHmac } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appSecret, passwords } from '../scripts/keycloak.ts';
import { licet, type Said } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { signInStatus } from './sign-in-status.ts';

// Imports a realm that a real Keycloak exported. The users sign in with their former passwords.
const realm = fileURLToPath(
  new URL('../packages/cli/src/directory-import/keycloak-realm.fixture.json', import.meta.url),
);

let running: RunningLicet;
beforeAll(async () => {
  running = await startWithAdministrator();
});
afterAll(() => endAll(running));

test('a dry run of an import from Keycloak lists what it would import, and imports nothing', async () => {
  const missing = await importing(realm);
  expect(missing).toMatchObject({
    code: 2,
    err: expect.stringContaining('acme, wiki-app, and ledger-api. Add --create'),
  });
  const { code, out, err } = await importing(realm, '--create', '--dry-run');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('nothing was changed');
  expect(out).toContain(
    'Users: 9 new. Of the new users, 6 have their password, 1 has their authenticator app, 1 is suspended, 3 have no password.',
  );
  expect(out).toContain('group “Platform”: “Sales / Platform”');
  expect(out).toContain('Attributes of users (not stored by Licet) (1): ada: department, phone');
  expect((await running.operator.users.list({ query: { q: 'ada' } })).items).toEqual([]);
});

test('users of Keycloak are imported in one change, and sign in with their former passwords', async () => {
  const { code, out, err } = await importing(realm, '--create');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^Imported .*: change \d+\.\n/);
  const [event] = (await running.operator.audit.list({ query: { action: 'licet.imported' } })).items;
  const digest = createHash('sha256').update(readFileSync(realm)).digest('hex');
  expect(event?.after).toMatchObject({ system: 'keycloak', digest, withPassword: 6 });
  for (const name of ['ada', 'bob', 'cleo', 'dora'] as const) {
    expect([name, await signInStatus(running.url, name, `${passwords[name]}!`)]).toEqual([name, 401]);
    expect([name, await signInStatus(running.url, name, passwords[name])]).toEqual([name, 200]);
    expect([name, await signInStatus(running.url, `${name}@example.org`, passwords[name])]).toEqual([name, 200]);
  }
  const eve = [running.url, 'eve@example.org', passwords['eve@example.org']] as const;
  expect(await signInStatus(...eve)).toBe('totp');
  expect(await signInStatus(...eve, codeNow())).toBe(200);
  for (const name of ['frank', 'henry'] as const)
    expect(await signInStatus(running.url, name, passwords[name])).toBe(401);
});

test('imported users are active, invited or suspended as in Keycloak', async () => {
  const statusOf = async (q: string) => (await running.operator.users.list({ query: { q } })).items[0]?.status;
  expect(await Promise.all(['ada', 'gina', 'frank'].map(statusOf))).toEqual(['active', 'invited', 'suspended']);
});

test('imported users keep their access to applications, and get none to Licet itself', async () => {
  const held = async (username: string, application: string) => {
    const [user] = (await running.operator.users.list({ query: { q: username } })).items;
    const access = await running.operator.access.get({ params: { application, user: user?.id ?? '' } });
    return [access.admin, ...access.roles.map(({ name }) => name).sort()];
  };
  expect(await held('ada', 'acme')).toEqual([true, 'admin', 'employee', 'manager']);
  expect(await held('ada', 'ledger-api')).toEqual([false, 'editor', 'viewer']);
  expect(await held('bob', 'acme')).toEqual([false, 'Admin (imported)', 'employee', 'manager']);
  expect(await held('bob', 'ledger-api')).toEqual([false, 'viewer']);
  expect(await held('dora', 'wiki-app')).toEqual([false, 'author']);
  for (const name of ['ada', 'bob', 'dora']) expect(await held(name, 'licet')).toEqual([false]);
});

test('a second import creates nothing new', async () => {
  const { code, out } = await importing(realm);
  expect(code).toBe(0);
  expect(out).toContain('Users: 0 new, 9 existing.');
  expect(out).toMatch(/memberships: 0 new, \d+ existing/);
  expect(out).toMatch(/grants: 0 new, \d+ existing/);
});

// The hashes come from packages/server/src/identity/factors/imported-hashes.test.ts.
const allmine = '$2a$10$XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga';
const others: readonly [system: string, login: string, password: string, files: Record<string, string>][] = [
  [
    ...(['auth0', 'auth0@example.org', 'allmine'] as const),
    {
      '': '{"user_id":"auth0|60425dc43519d90068f82973","email":"auth0@example.org","email_verified":true}\n',
      '--passwords': `{"_id":{"$oid":"60425dc43519d90068f82973"},"email":"auth0@example.org","passwordHash":"${allmine}"}\n`,
    },
  ],
  [
    ...(['supabase', 'supabase@example.org', 'allmine'] as const),
    { '': `id,email,encrypted_password,email_confirmed_at\n1,supabase@example.org,${allmine},2024-01-01\n` },
  ],
  [
    ...(['firebase', 'firebase@example.org', 'user1password'] as const),
    {
      '': `{"users":[{"localId":"1","email":"firebase@example.org","salt":"42xEC+ixf3L2lw==","passwordHash":"lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="}]}`,
      '--hash-config': `algorithm: SCRYPT,\nbase64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,\nbase64_salt_separator: Bw==,\nrounds: 8,\nmem_cost: 14,\n`,
    },
  ],
  [
    ...(['csv', 'django', 'lètmein'] as const),
    {
      '': 'username,name,password_hash\ndjango,Django,pbkdf2_sha256$1000$seasalt$JgZryXe2Ga8ysg6XbzkLpTdyPQrHqsinbL9BnnhgX4A=\n',
    },
  ],
];

test.each(others)(
  '%s: users are imported, and sign in with their former passwords',
  async (system, login, password, files) => {
    const args = Object.entries(files).flatMap(([flag, text], place) => {
      const path = `${running.dataDirectory}/${system}-${place}`;
      writeFileSync(path, text);
      return flag === '' ? [path] : [flag, path];
    });
    const { code, out, err } = await importingFrom(system, ...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Users: 1 new. Of the new users, 1 has their password');
    expect(out).not.toContain('Roles:');
    expect(await signInStatus(running.url, login, `${password}!`)).toBe(401);
    expect(await signInStatus(running.url, login, password)).toBe(200);
    expect(await signInStatus(running.url, login, password)).toBe(200);
  },
);

test('importing a truncated file fails, and the error states where the file breaks off', async () => {
  const cut = `${running.dataDirectory}/cut.json`;
  writeFileSync(cut, readFileSync(realm, 'utf8').replaceAll('@example.org', '@example.com').slice(0, -200));
  const { code, out, err } = await importing(cut, '--create');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^The file is not valid JSON, or is cut off, near character \d+\./);
  rmSync(cut);
});

/** Returns a code of Eve's authenticator app. The bytes of the text are the key. */
function codeNow(): string {
  const counter = Buffer.alloc(8);
  // Uses the next time step, which Licet accepts because clocks differ. The import marks the current step as used.
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + 1));
  const digest = createHmac('sha1', appSecret).update(counter).digest();
  const code = (digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000;
  return String(code).padStart(6, '0');
}

function importing(...args: string[]) {
  return importingFrom('keycloak', ...args);
}

function importingFrom(system: string, ...args: string[]): Promise<Said> {
  return licet(['import', system, ...args, '--data', running.dataDirectory]);
}
