// Measures:
// - sign-ins by password, compared with the rate of the password hash
// - sign-ins by passkey
// - refreshes while other users sign in
// - the time from the button press to the console, in a fast and in a slow browser
// Build the console first with `npm test -- --only fronts`. Then run one of:
// - `node bench/sign-in.ts` (takes 2 minutes)
// - `node bench/sign-in.ts 3` (three seconds for each measurement)
// - `node bench/sign-in.ts browser` (only the browsers)
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PasskeyOffer } from '@licet/contract';
import { type Browser as Chromium, chromium } from 'playwright-core';
import { administrator, removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { SoftwareAuthenticator } from '../packages/server/src/identity/factors/software-authenticator.testing.ts';
import {
  addSignInUser,
  arrange,
  password,
  redirectUri,
  startServer,
  type TestClient,
} from '../packages/server/src/identity/steps/sign-in.testing.ts';
import { addLicetClient, begin, caller } from '../packages/server/src/identity/steps/steps.testing.ts';
import { startEmbedded } from '../packages/server/src/postgres/embedded.ts';
import { checks } from '../packages/server/src/store/checks.ts';
import { openDatabase } from '../packages/server/src/store/kernel/database.ts';
import { migrate } from '../packages/server/src/store/kernel/migrate.ts';
import { ensureLicet } from '../packages/server/src/store/licet/licet.ts';
import { findChromium } from '../scripts/chromium.ts';
import { ask, Cookies } from './asking.ts';

const [, , given, connectionString = ''] = process.argv;
const seconds = Number(given ?? 10);
/** The number of users who sign in at the same time, more than the machine can hash in parallel. */
const people = 4 * availableParallelism();

interface Ready {
  readonly issuer: string;
  readonly registered: TestClient;
  readonly logins: readonly string[];
}

if (given === 'licet') await serve();
else if (given === 'browser') await browsers();
else await main();

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'licet-bench-'));
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
  const embedded = await startEmbedded({ dataDirectory: directory, log: quiet });
  const child = fork(import.meta.filename, ['licet', embedded.connectionString]);
  try {
    const ready = await heard<Ready>(child, 'ready');
    await measured(child, people, passwordSignIn(ready), 2);
    const { rate: hashes, processor: hashing } = await asked<Measured>(child, `hash ${seconds}`);
    const idle = await refreshes(ready, seconds / 2);
    const load = processorTime();
    const signIns = await measured(child, people, passwordSignIn(ready), seconds);
    const asking = (processorTime() - load) / seconds;
    const under = refreshes(ready, seconds);
    const passwords = await measured(child, people, passwordSignIn(ready), seconds);
    const busy = await under;
    const passkeys = await passkeySignIns(child, ready);
    console.table([
      line('bare hash', `${hashes.toFixed(1)} a second`, ''),
      line('whole sign-ins by password', `${signIns.rate.toFixed(1)} a second`, ''),
      line('their share of the bare hash', (signIns.rate / hashes).toFixed(2), 'at least 0.70'),
      line('the same while refreshes take what they can', (passwords.rate / hashes).toFixed(2), ''),
      line('processor time of a hash', milliseconds(hashing / hashes), ''),
      line('processor time of a whole sign-in, hash included', milliseconds(signIns.processor / signIns.rate), ''),
      line('processor time of the client, for a sign-in', milliseconds(asking / signIns.rate), ''),
      line('sign-ins by passkey, challenge to tokens', `${passkeys.rate.toFixed(0)} a second`, ''),
      line(
        'the same for a core of the server',
        `${(passkeys.rate / passkeys.processor).toFixed(0)} a second`,
        'at least 150',
      ),
      line('refresh, p95, while nobody signs in', `${idle.toFixed(1)} ms`, ''),
      line('refresh, p95, while sign-ins saturate', `${busy.toFixed(1)} ms`, 'at most 50'),
    ]);
  } finally {
    child.kill();
    await embedded.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  await browsers();
  console.log(
    `${availableParallelism()} processors, shared by server, database, load and browser; ${people} people at once, ${seconds} s each.`,
  );
}

function milliseconds(took: number): string {
  return `${(took * 1000).toFixed(1)} ms`;
}

function line(what: string, measured: string, target: string) {
  return { what, measured, target };
}

interface Measured {
  readonly rate: number;
  /** Processor time of the server's process, in seconds per second of the run. */
  readonly processor: number;
}

/** Repeats an operation with a number of users in parallel. */
async function measured(
  child: ChildProcess,
  atOnce: number,
  work: (person: number) => Promise<unknown>,
  lasts: number,
): Promise<Measured> {
  let done = 0;
  const before = await asked<number>(child, 'processor');
  const start = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async (_, person) => {
      while (performance.now() < start + lasts * 1000) {
        await work(person);
        done += 1;
      }
    }),
  );
  const took = (performance.now() - start) / 1000;
  return { rate: done / took, processor: ((await asked<number>(child, 'processor')) - before) / took };
}

/** Follows an application's authorization request up to the sign-in page. */
async function beginAt({ issuer, registered }: Ready) {
  const browser = new Cookies(issuer);
  const verifier = randomBytes(32).toString('base64url');
  const url = `/oidc/auth?${new URLSearchParams({
    client_id: registered.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })}`;
  const page = (await browser.go(url)).headers.location ?? '';
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', origin: issuer, 'sec-fetch-site': 'same-origin' };
    const { status, text } = await browser.go(page + path, 'POST', headers, JSON.stringify(body));
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const finish = async (location: unknown): Promise<string> => {
    const callback = new URL((await browser.go(String(location))).headers.location ?? '');
    return token(issuer, {
      grant_type: 'authorization_code',
      client_id: registered.id,
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
  };
  return { browser, page, post, finish };
}

/** Requests tokens, and returns the refresh token. */
async function token(issuer: string, fields: Record<string, string>): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, text } = await ask(
    new URL('/oidc/token', issuer),
    'POST',
    headers,
    new URLSearchParams(fields).toString(),
  );
  if (status !== 200) throw new Error(`token: ${status} ${text}`);
  return (JSON.parse(text) as { refresh_token: string }).refresh_token;
}

/** Signs in by password, from the authorization request to the tokens. */
function passwordSignIn(ready: Ready): (person: number) => Promise<string> {
  return async (person) => {
    const { browser, page, post, finish } = await beginAt(ready);
    await browser.go(`${page}/details`);
    const { location } = await post('', { login: ready.logins[person % ready.logins.length], password });
    return finish(location);
  };
}

/** Signs in by passkey, from the challenge to the tokens. The pages before the challenge are not opened. */
async function passkeySignIns(child: ChildProcess, ready: Ready): Promise<Measured> {
  const owner = await begin(ready, ready.registered);
  const { access_token: access } = await owner.finish(await owner.password(ready.logins[0] ?? ''));
  const call = caller(ready, access);
  const key = new SoftwareAuthenticator(ready.issuer, { counts: false, synced: true });
  const offer = (await call('POST', '/me/credentials/passkeys/options')).body as unknown as PasskeyOffer;
  const added = await call('POST', '/me/credentials/passkeys', { name: 'Bench', response: key.create(offer) });
  if (added.status !== 201) throw new Error(`passkey: ${added.status} ${JSON.stringify(added.body)}`);
  let rate = 0;
  let processor = 0;
  const rounds = Math.max(2, Math.round(seconds / 2));
  for (let round = -1; round < rounds; round += 1) {
    const opened = await Promise.all(Array.from({ length: 100 }, () => beginAt(ready)));
    const before = await asked<number>(child, 'processor');
    const start = performance.now();
    await Promise.all(
      Array.from({ length: people }, async () => {
        for (let one = opened.pop(); one !== undefined; one = opened.pop()) {
          const challenge = (await one.post('/passkey/options', {})) as { challenge: string; rpId: string };
          await one.finish((await one.post('/passkey', { response: key.get(challenge) })).location);
        }
      }),
    );
    const took = (performance.now() - start) / 1000;
    if (round < 0) continue;
    rate += 100 / took / rounds;
    processor += ((await asked<number>(child, 'processor')) - before) / took / rounds;
  }
  return { rate, processor };
}

/** Returns the 95th percentile of refreshes in milliseconds. Each refresh uses the token of the previous refresh. */
async function refreshes(ready: Ready, lasts: number): Promise<number> {
  let refreshToken = await passwordSignIn(ready)(0);
  const times: number[] = [];
  for (const until = performance.now() + lasts * 1000; performance.now() < until; ) {
    const start = performance.now();
    refreshToken = await token(ready.issuer, {
      grant_type: 'refresh_token',
      client_id: ready.registered.id,
      refresh_token: refreshToken,
    });
    times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

/** Measures the time from the button press to the console, and from opening an application's URL to fields that accept input. */
async function browsers(): Promise<void> {
  const licet = await startLicet({ environment: withAdministrator });
  const executablePath = findChromium() ?? 'chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const presses: number[] = [];
    for (let round = 0; round < 5; round += 1) presses.push(await pressToConsole(browser, licet.url));
    const phones: number[] = [];
    for (let round = 0; round < 3; round += 1) phones.push(await fieldsOnPhone(browser, licet.url));
    const median = (times: number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN;
    console.table([
      line('from the press to the console, hash included', `${median(presses).toFixed(0)} ms`, 'under 1000'),
      line('fields usable, 4x slower processor, 1.6 Mbit/s', `${median(phones).toFixed(0)} ms`, 'at most 2000'),
    ]);
  } finally {
    await browser.close();
    await licet.stop();
    removeDataDirectory(licet.dataDirectory);
  }
}

async function pressToConsole(browser: Chromium, url: string): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('E-mail or username').fill(administrator.username);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  const console = page.getByRole('button', { name: /^Account of/ });
  const start = performance.now();
  await page.keyboard.press('Enter');
  await console.waitFor();
  const took = performance.now() - start;
  await context.close();
  return took;
}

/** Measures without a cache and with a latency of 150 ms, as on a phone (Lighthouse’s slow 4G). */
async function fieldsOnPhone(browser: Chromium, url: string): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const asking = page.waitForRequest((request) => request.url().includes('/oidc/auth?'));
  await page.goto(url);
  const address = (await asking).url();
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('about:blank');
  const start = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByLabel('Password', { exact: true }).waitFor();
  const took = performance.now() - start;
  await page.keyboard.type('ingrid'); // The first field has the focus.
  const typed = await page.getByLabel('E-mail or username').inputValue();
  if (typed !== 'ingrid') throw new Error(`The field took “${typed}”.`);
  await context.close();
  return took;
}

async function serve(): Promise<void> {
  const database = openDatabase({ checks, connectionString });
  await migrate(database);
  await ensureLicet(database, 'http://127.0.0.1');
  const store = { database, setClock: () => undefined, close: () => database.close() };
  const server = await startServer(store, { api: true, wholeHashes: true });
  const registered = await addLicetClient(store);
  const logins = await arrange(store, async (handle) => {
    const names: string[] = [];
    for (let person = 0; person < people; person += 1) names.push((await addSignInUser(server, handle)).username);
    return names;
  });
  process.once('disconnect', () => process.exit());
  process.on('message', async (message: string) => {
    const [what = '', value] = message.split(' ');
    if (what === 'processor') process.send?.({ what: message, value: processorTime() });
    else process.send?.({ what: message, value: await hashesIn(Number(value), server.identity.hashing) });
  });
  process.send?.({ what: 'ready', value: { issuer: server.issuer, registered, logins } satisfies Ready });
}

/** Measures password comparisons per second, several in parallel. */
async function hashesIn(
  lasts: number,
  hashing: { hash(of: string): Promise<string>; verify(hash: string, of: string): Promise<boolean> },
) {
  const kept = await hashing.hash(password);
  let done = 0;
  const before = processorTime();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: people }, async () => {
      while (performance.now() < start + lasts * 1000) {
        await hashing.verify(kept, password);
        done += 1;
      }
    }),
  );
  const took = (performance.now() - start) / 1000;
  return { rate: done / took, processor: (processorTime() - before) / took };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function asked<Value>(child: ChildProcess, what: string): Promise<Value> {
  child.send(what);
  return heard<Value>(child, what);
}

function heard<Value>(child: ChildProcess, what: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`The server under test ended with ${code}.`));
    child.once('exit', failed);
    const listen = (message: { what: string; value: Value }) => {
      if (message.what !== what) return;
      child.off('message', listen);
      child.off('exit', failed);
      resolve(message.value);
    };
    child.on('message', listen);
  });
}
