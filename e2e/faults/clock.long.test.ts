import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../examples/ledger/sample/sign-in.ts';
import { installDebianPackages } from '../../scripts/debian-packages.ts';
import { startDebianPostgres } from '../../scripts/debian-postgres.ts';
import { type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from '../licet.ts';
import { doctor } from './load.testing.ts';

// libfaketime sits between a program and the system. It gives the server and PostgreSQL a false time.
const library = faketime();
const folder = mkdtempSync(join(tmpdir(), 'licet-clock-'));
const file = join(folder, 'offset');
const faked = {
  LD_PRELOAD: library ?? '',
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DISABLE_SHM: '1',
  // On a real machine, setting the clock does not affect the monotonic clock, which timers use.
  DONT_FAKE_MONOTONIC: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
};
const hour = 3600;
const params = { application: 'ledger' };
const redirectUri = 'http://localhost:5997/callback';
const password = 'maple kettle drifts over sand';
let postgres: ReturnType<typeof startDebianPostgres>;
let licet: RunningLicet;
let offset = 0;
let grantee: string;
let clientId: string;

function setClock(seconds: number): void {
  writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  offset = seconds;
}

beforeAll(async () => {
  if (!library) return;
  spawnSync('chmod', ['711', folder]);
  // Starts with a clock two hours in the past. Later, an hour repeats. If a user's sessions ended in that hour, Licet
  // refuses the user's new tokens until the hour has passed.
  setClock(-2 * hour);
  spawnSync('chmod', ['644', file]);
  postgres = startDebianPostgres(faked);
  if (!postgres) return;
  licet = await startLicet({ environment: { ...withAdministrator, ...faked, DATABASE_URL: postgres.url } });
  await licet.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const { operator } = licet;
  const body = { name: 'Ledger', kind: 'browser' as const, redirectUris: [redirectUri] };
  clientId = (await operator.clients.create({ params, body })).client.id;
  grantee = (await operator.users.create({ body: { username: 'ada', name: 'Ada' } })).id;
  const link = await operator.users.passwordLink({ params: { user: grantee } });
  await operator.passwords.set({ body: { token: new URL(link.url).hash.slice('#token='.length), password } });
  setClock(0);
}, 120_000);
afterAll(async () => {
  if (library) setClock(0);
  await licet?.stop();
  postgres?.stop();
  if (licet) removeDataDirectory(licet.dataDirectory);
  rmSync(folder, { recursive: true, force: true });
});

const missing = library ? undefined : 'there is no libfaketime on this machine (apt-get install libfaketime)';
if (missing) console.log(`Skipped the moved clock: ${missing}.`);

test.skipIf(missing)(
  'when the clock jumps an hour ahead and back, no ended grant revives and sign-ins keep working',
  async () => {
    await grant('ends', { ends: inSeconds(hour / 2) });
    await grant('starts', { starts: inSeconds(hour / 2) });
    const tokens = await signedIn();
    expect([await holds('ends'), await holds('starts'), await says(tokens.access_token)]).toEqual([true, false, 200]);

    setClock(hour);
    expect([await holds('ends'), await holds('starts')]).toEqual([false, true]);
    expect(await says(tokens.access_token)).toBe(401);
    const ahead = await renewed(tokens.refresh_token);
    expect(await says(ahead.access_token)).toBe(200);
    expect(await says((await signedIn()).access_token)).toBe(200);
    await licet.operator.users.create({ body: { username: 'ahead', name: 'Ahead' } });

    setClock(0);
    expect([await holds('ends'), await holds('starts')]).toEqual([false, true]);
    expect(await says((await signedIn()).access_token)).toBe(200);
    expect(await says((await renewed(ahead.refresh_token)).access_token)).toBe(200);
    await licet.operator.users.create({ body: { username: 'back', name: 'Back' } });
    await wellAgain();
  },
);

test.skipIf(missing)(
  'when the clock jumps an hour back and ahead, sign-ins keep working and events stay in order',
  async () => {
    setClock(-hour);
    const tokens = await signedIn();
    expect(await says(tokens.access_token)).toBe(200);
    await licet.operator.users.create({ body: { username: 'early', name: 'Early' } });
    const renewal = await renewed(tokens.refresh_token);
    expect(await says(renewal.access_token)).toBe(200);
    setClock(0);
    expect(await says((await renewed(renewal.refresh_token)).access_token)).toBe(200);
    expect(await says((await signedIn()).access_token)).toBe(200);
    await wellAgain();
  },
);

/** Expects a valid and ordered audit chain, and no reported failure. */
async function wellAgain(): Promise<void> {
  expect(await licet.operator.audit.verify()).toMatchObject({ whole: true });
  // Polls, because after a clock change Licet looks for due jobs only twice a minute.
  const findings = async () => (await doctor(licet.dataDirectory)).out;
  await expect.poll(findings, { timeout: 45_000, interval: 1000 }).not.toContain('FAULT');
  expect(licet.output()).not.toMatch(/unexpected reason|A background task failed|A job failed/);
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function grant(name: string, when: { starts?: string; ends?: string }): Promise<void> {
  const { id } = await licet.operator.permissions.create({ params, body: { name } });
  const body = { principal: { kind: 'user' as const, id: grantee }, gives: { kind: 'permission' as const, id } };
  await licet.operator.grants.create({ params, body: { ...body, ...when, reason: 'For a while' } });
}

async function holds(permission: string): Promise<boolean> {
  const { permitted } = await licet.operator.access.decide({ params, query: { user: grantee, permission } });
  return permitted;
}

async function signedIn() {
  const clock = { [openid.clockSkew]: offset };
  const config = await openid.discovery(new URL(licet.url), clientId, clock, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  return signIn(config, {
    issuer: licet.url,
    clientId,
    redirectUri,
    login: 'ada',
    password,
  });
}

async function renewed(token: string | undefined) {
  const body = { grant_type: 'refresh_token', refresh_token: token ?? '', client_id: clientId };
  const response = await fetch(`${licet.url}/oidc/token`, { method: 'POST', body: new URLSearchParams(body) });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.stringContaining('access_token')]);
  return JSON.parse(text) as { access_token: string; refresh_token: string };
}

async function says(token: string): Promise<number> {
  const { status } = await fetch(`${licet.url}/api/v1/live/version`, { headers: { authorization: `Bearer ${token}` } });
  return status;
}

/** Returns the path of libfaketime. Installs the library if the user has the permission. */
function faketime(): string | undefined {
  const find = () => {
    const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu')) : [];
    return folders.map((name) => `/usr/lib/${name}/faketime/libfaketime.so.1`).find((path) => existsSync(path));
  };
  const found = find();
  if (found) return found;
  installDebianPackages('libfaketime');
  return find();
}
