import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licetApplication } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { licet as command, type Said } from './command-line.ts';
import { endAll } from './end-all.ts';
import { administrator, compileCache, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

// Tests the command line against a remote server: as a user who signed in with a code, and as a program.

const bin = fileURLToPath(new URL('../packages/cli/bin/licet.mjs', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'licet-home-'));
const pairs = join(home, 'pairs.tsv');
let running: RunningLicet;

beforeAll(async () => {
  writeFileSync(pairs, 'maya\tinvoices.refund\n');
  running = await startWithAdministrator();
});
afterAll(() => endAll(running, home));

type Environment = Readonly<Record<string, string>>;
const environment = (more: Environment = {}) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: compileCache,
  HOME: home,
  XDG_CONFIG_HOME: home,
  ...more,
});

const licet = (more: Environment, ...args: string[]): Promise<Said> => command(args, environment(more));

/** Enters a code and signs in on the page, as a user does. */
async function enter(code: string): Promise<void> {
  const cookies = new Map<string, string>();
  const go = async (location: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(new URL(location, running.url), { ...init, headers, redirect: 'manual' });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return answer;
  };
  const post = async (page: Response, more: Record<string, string> = {}) => {
    const fields = [...(await page.text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const body = new URLSearchParams({
      ...Object.fromEntries(fields.map(([, name, value]) => [name, value])),
      ...more,
    });
    return go('/device', { method: 'POST', body });
  };
  let answer = await post(await post(await go('/device'), { user_code: code }));
  for (let location = answer.headers.get('location'); location; location = answer.headers.get('location')) {
    const uid = /\/sign-in\/([\w-]+)/.exec(location)?.[1];
    if (!uid) answer = await go(location);
    else {
      const signedIn = await go(`/sign-in/${uid}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: running.url },
        body: JSON.stringify({ login: administrator.username, password: administrator.password }),
      });
      answer = await go(((await signedIn.json()) as { location: string }).location);
    }
  }
  expect(await answer.text()).toContain('You are signed in.');
}

async function login(): Promise<string> {
  const child = spawn(process.execPath, [bin, 'login', '--server', running.url], { env: environment() });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', async (text: string) => {
    err += text;
    const code = /enter the code (\S+)\. /.exec(err)?.[1];
    if (code) {
      err = '';
      await enter(code);
    }
  });
  await new Promise((resolve) => child.once('close', resolve));
  return out + err;
}

test('licet login signs a user in through the browser, and commands act as that user until sign-out', async () => {
  const server = ['--server', running.url];
  const asking = ['--application', 'ledger', ...server];
  expect(await licet({}, 'who', 'invoices.refund', ...asking)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^You are not signed in to http.*\. Run “licet login --server /),
  });
  expect(await login()).toMatch(/^Signed in to http:\/\/localhost:\d+ as .* \(ingrid\)\.\n$/);
  const [kept = ''] = readdirSync(home).includes('licet') ? readdirSync(join(home, 'licet')) : [];
  expect(statSync(join(home, 'licet', kept)).mode & 0o777).toBe(0o600);

  const imported = await licet({}, 'import', pairs, '--create', '--name', 'Ledger', ...asking);
  expect(imported).toMatchObject({ code: 0, out: expect.stringMatching(/^Created 1 user, 1 permission, 1 grant\./) });
  expect(await licet({}, 'export', 'access', ...asking)).toMatchObject({ code: 0, out: 'maya\tinvoices.refund\n' });
  expect(await licet({}, 'export', 'access', '--at', '2090-01-01T00:00:00Z', ...asking)).toMatchObject({
    code: 0,
    out: 'maya\tinvoices.refund\n',
    err: '2090-01-01T00:00:00Z is in the future. The result shows the access that is recorded now and valid then.\n',
  });
  expect(await licet({}, 'grants', ...asking)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^maya\tinvoices\.refund\tno end\t[0-9a-f-]{36}\n$/),
  });
  expect(await licet({}, 'ending', '--within', '14d', ...asking)).toMatchObject({ code: 0, out: '' });
  expect(await licet({}, 'ending', '--within', 'soon', ...asking)).toMatchObject({ code: 2 });
  expect(await licet({}, 'ending', '--end', '--yes', ...asking)).toMatchObject({ code: 1, out: 'Nothing ends.\n' });
  expect(await licet({}, 'export', 'access', '--at', '2090-01-01T00:00:00', ...asking)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/This is not a valid time\./),
  });
  expect(
    await licet({ LICET_SERVER: running.url }, 'can', 'maya', 'invoices.refund', '--application', 'ledger'),
  ).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^permitted {2}maya/),
  });
  const [change] = (await running.operator.audit.list({ query: { limit: 1 } })).items;
  expect(change?.actor).toMatchObject({ kind: 'user' });

  expect(await licet({}, 'logout', ...server)).toMatchObject({ code: 0, out: `Signed out of ${running.url}.\n` });
  expect((await licet({}, 'export', 'access', ...asking)).err).toMatch(/^You are not signed in/);
  expect((await licet({}, 'logout', ...server)).out).toMatch(/^You were not signed in/);
});

test('a program authenticates with its secret or its key, and has the access granted to it in Licet', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyFile = join(home, 'job.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const params = { application: 'ledger' };
  const made = await running.operator.clients.create({ params, body: { name: 'Nightly job', kind: 'service' } });
  const by = { LICET_SERVER: running.url, LICET_CLIENT_ID: made.client.id, LICET_CLIENT_SECRET: made.secret ?? '' };
  const exported = (more: Environment) => licet(more, 'export', 'access', '--application', 'ledger');
  expect(await exported(by)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^The client .* has no grants in the application “licet”\./),
  });
  const licetParams = { application: licetApplication };
  const { items } = await running.operator.permissions.list({ params: licetParams, query: { q: 'access.read' } });
  const gives = { kind: 'permission' as const, id: items[0]?.id ?? '' };
  const body = { principal: { kind: 'client' as const, id: made.client.id }, gives };
  await running.operator.grants.create({ params: licetParams, body });
  expect(await exported(by)).toMatchObject({ code: 0, out: 'maya\tinvoices.refund\n' });
  expect(await licet(by, 'import', pairs, '--application', 'ledger')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^There is no application “ledger”/), // The program may not see the application.
  });
  expect((await licet(by, 'who', 'access.read', '--application', licetApplication)).out).toMatch(
    /Nightly job \(program of ledger\)\tgranted directly/,
  );
  const jwk = publicKey.export({ format: 'jwk' });
  const added = { kty: 'EC' as const, crv: 'P-256' as const, x: jwk.x ?? '', y: jwk.y ?? '' };
  const ofProgram = { ...params, client: made.client.id };
  const [secret] = (await running.operator.clients.keys({ params: ofProgram })).items;
  const replaces = { key: secret?.id ?? '', overlap: 0 };
  await running.operator.clients.makeKey({ params: ofProgram, body: { publicKey: added, replaces } });
  expect((await exported(by)).err).toMatch(/got no token \(invalid_client\)/);
  expect(await exported({ ...by, LICET_CLIENT_KEY: keyFile })).toMatchObject({
    code: 0,
    out: 'maya\tinvoices.refund\n',
  });
  const types = await licet({ ...by, LICET_CLIENT_KEY: keyFile }, 'types');
  expect(types).toMatchObject({ code: 0, out: expect.stringContaining('invoices.refund') });
});

test('login refuses an insecure address and reports a server that does not answer', async () => {
  expect((await licet({}, 'login')).err).toMatch(/^Set the server with --server/);
  expect((await licet({}, 'login', '--server', 'http://licet.example')).err).toMatch(
    /^Secrets are sent only to https addresses/,
  );
  expect((await licet({}, 'login', '--server', 'http://127.0.0.1:9')).err).toMatch(/does not answer/);
  const both = await licet({}, 'export', 'access', '--application', 'x', '--data', home, '--server', running.url);
  expect(both.err).toMatch(/^--data selects a server on this machine/);
});
