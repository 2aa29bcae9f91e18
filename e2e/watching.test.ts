import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { consoleClientId } from '@licet/contract';
import * as openid from 'openid-client';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../examples/ledger/sample/sign-in.ts';
import { fenced } from '../scripts/examples.ts';
import { freePort } from '../scripts/free-port.ts';
import { licet as command } from './command-line.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

const page = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs/operations/watching.md');
/** The environment of a shell without settings of Licet. */
const plain = { PATH: process.env.PATH, HOME: process.env.HOME };
/** Settings whose values must not appear in any support bundle. */
const planted = {
  LICET_DATABASE_URL: undefined,
  LICET_SMTP_URL: 'smtps://postmaster:Pl4nted-smtp@mail.planted.example:465',
  LICET_MAIL_FROM: 'planted-from@planted.example',
  LICET_ENCRYPTION_KEY: Buffer.from('Pl4nted key of thirty-two bytes!').toString('base64'),
  LICET_ADMIN_EMAIL: 'planted-admin@planted.example',
  LICET_ADMIN_PASSWORD: 'Pl4nted-password and so on',
  LICET_AUDIT_WEBHOOK: 'https://user:Pl4nted-hook@planted.example/path',
  LICET_AUDIT_WEBHOOK_SECRET: 'Pl4nted-secret'.repeat(4),
  LICET_AUDIT_EVENTS_WEBHOOK: 'https://user:Pl4nted-feed@planted.example/path',
  LICET_AUDIT_EVENTS_WEBHOOK_SECRET: 'Pl4nted-secret'.repeat(4),
  LICET_SECURITY_CONTACT: 'mailto:planted-contact@planted.example',
  LICET_PLANTED_NAME: 'Pl4nted-value',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Pl4nted-bearer',
};
let licet: RunningLicet;
let port: number;

beforeAll(async () => {
  port = await freePort();
  licet = await startWithAdministrator({
    environment: { LICET_METRICS_PORT: String(port), LICET_SHUTDOWN_DELAY: '1' },
  });
});
afterAll(() => endAll(licet));

test('the metrics count calls of users and programs, and are not available on the public port', async () => {
  const { operator, url } = licet;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const service = { params: { application: 'ledger' }, body: { name: 'API', kind: 'service' } } as const;
  const { client, secret } = await operator.clients.create(service);
  const token = await grant(client.id, secret ?? '');
  await fetch(`${url}/oidc/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'made_up' }) });
  const config = await openid.discovery(new URL(url), consoleClientId, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const someone = {
    issuer: url,
    clientId: consoleClientId,
    redirectUri: `${url}/callback`,
    login: administrator.email,
  };
  await expect(signIn(config, { ...someone, password: 'not the one that it is' })).rejects.toThrow(/refused/);
  await signIn(config, { ...someone, password: administrator.password });
  await operator.access.decide({ params: { application: 'ledger' }, query: { user: 'ingrid', permission: 'x.y' } });
  const stream = await fetch(`${url}/api/v1/live/cut-offs`, { headers: { authorization: `Bearer ${token}` } });
  await operator.applications.create({ body: { id: 'other', name: 'Other' } });
  await pause(300);
  // Repeats the request. The first request opens a database connection, which on a busy machine takes longer than the
  // time limit of a response.
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  const lines = await scrape();
  await stream.body?.cancel();
  expect(lines).toEqual(
    expect.arrayContaining([
      'licet_ready 1',
      'licet_sign_ins_total{outcome="signed_in",way="password"} 1',
      'licet_sign_ins_total{outcome="wrong_password",way="password"} 1',
      'licet_tokens_issued_total{grant_type="client_credentials"} 1',
      'licet_tokens_issued_total{grant_type="authorization_code"} 1',
      'licet_tokens_refused_total{grant_type="other"} 1',
      'licet_decisions_total{outcome="refused"} 1',
      'licet_live_streams{kind="service"} 1',
      'licet_change_lag_seconds_count 1',
      'licet_http_requests_total{operation="clients.create",status="2xx"} 1',
      'licet_http_requests_total{operation="/oidc/token",status="2xx"} 2',
      'licet_http_requests_total{operation="/oidc/token",status="4xx"} 1',
    ]),
  );
  expect(lines.join('\n')).not.toContain(client.id);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});

test('the curl commands of the monitoring guide work as documented', () => {
  const printed = fenced(page, readFileSync(page, 'utf8'))
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => line.startsWith('curl '));
  const said = printed.map((line) => {
    const here = line.replace('http://localhost:4080', licet.url).replace('127.0.0.1:9464', `127.0.0.1:${port}`);
    return spawnSync('sh', ['-c', here], { encoding: 'utf8' }).stdout;
  });
  expect(said.slice(0, 2)).toEqual(['{"status":"ok"}', '{"status":"ready"}']);
  expect(said[2]).toContain('# TYPE licet_ready gauge');
});

test('the doctor finds no fault on a healthy server, and reports each fault with its next step', async () => {
  const asked = ['doctor', '--json', '--data', licet.dataDirectory];
  const healthy = await command(asked, plain);
  const findings = JSON.parse(healthy.out) as { what: string; well: boolean }[];
  expect(findings.filter((it) => !it.well)).toEqual([]);
  expect(findings.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'Settings',
      'Server',
      'Ready',
      'Database',
      'Schema',
      'Plans',
      'Versions',
      'Connections',
      'Clock',
      'Pool',
      'Statements',
      'Tables',
      'Address',
      'Clock there',
      'Cookies',
      'Proxy',
      'Mail',
      'Audit chain',
      'Disk',
      'Key file',
    ]),
  );
  expect(healthy.code).toBe(0);
  const keyFile = join(licet.dataDirectory, 'licet.key');
  chmodSync(keyFile, 0o644);
  const amiss = await command(['doctor', '--data', licet.dataDirectory], plain);
  chmodSync(keyFile, 0o600);
  expect(amiss.code).toBe(1);
  expect(amiss.out).toMatch(/FAULT {2}Key file .* has mode 644\n +Why: .*\n +Next: chmod 600 /);
});

test('the doctor reports an exhausted connection pool, and what it could not check because of it', async () => {
  const own = new pg.Client({ connectionString: licet.databaseUrl(), application_name: 'somebody else' });
  await own.connect();
  await own.query('begin; lock table groups in access exclusive mode');
  let stopped = false;
  // A request that waits for a connection gives up after five seconds. The loop repeats the request, so that one is waiting whenever the
  // doctor checks.
  const listAgain = async () => {
    while (!stopped) await licet.operator.groups.list({ query: {} }).catch(() => undefined);
  };
  const listing = Array.from({ length: 14 }, listAgain);
  try {
    const found = async () => {
      const { code, out } = await command(['doctor', '--json', '--data', licet.dataDirectory], plain);
      expect(code).toBe(1);
      return JSON.parse(out) as { what: string; well: boolean | null; says: string }[];
    };
    await expect.poll(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          what: 'Pool',
          well: false,
          says: expect.stringMatching(/^10 of 10 .* [1-9]\d* requests wait/),
        }),
        expect.objectContaining({ what: 'Clock', well: true }),
        expect.objectContaining({ what: 'Audit chain', well: null }),
      ]),
    );
  } finally {
    stopped = true;
    await own.end();
    await Promise.all(listing);
  }
});

test('a support bundle contains figures and none of the planted personal data', async () => {
  await licet.operator.users.create({
    body: { username: 'planted-user', name: 'Planted Person', email: 'planted@planted.example' },
  });
  const log = join(licet.dataDirectory, 'log');
  const time = '2026-03-01T10:00:00.000Z';
  const faked = 'planted@planted.example\n    at planted (/home/planted/src/a.ts:1:1)';
  const lines = [
    {
      level: 'info',
      time,
      path: '/api/v1/users/planted-user',
      method: 'GET',
      status: 200,
      milliseconds: 4,
      address: '203.0.113.9',
      msg: 'Answered.',
    },
    {
      level: 'error',
      time,
      err: {
        type: 'Error',
        message: faked,
        stack: `Error: ${faked}
    at async readNow (/home/planted/src/read-now.ts:1:1)`,
      },
      msg: 'Planted Person was refused.',
    },
    {
      level: 'info',
      time,
      token: 'eyJhbGciOi.Pl4nted.x',
      checkpoint: 'Pl4nted',
      msg: 'A checkpoint of the audit chain was signed.',
    },
  ];
  writeFileSync(log, [...lines.map((line) => JSON.stringify(line)), 'planted without JSON'].join('\n'));
  const file = join(licet.dataDirectory, 'support.json');
  for (const wrong of [{}, { LICET_PORT: 'Pl4nted-port' }]) {
    const environment = { ...plain, ...planted, ...wrong };
    rmSync(file, { force: true });
    const { code } = await command(['support', file, '--log', log, '--data', licet.dataDirectory], environment);
    expect(code).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/pl[4a]nted/i);
    expect(text).not.toContain('203.0.113.9');
    expect(text).not.toContain(planted.LICET_ENCRYPTION_KEY);
    expect(text).not.toContain(licet.dataDirectory);
    const bundle = JSON.parse(text);
    expect(bundle).toMatchObject({
      versions: { server: expect.any(String), database: expect.stringMatching(/^PostgreSQL/) },
      server: { pool: { most: 10 } },
      database: { schema: { missing: [] } },
      settingsOf: 'the running server',
      settings: { LICET_METRICS_PORT: String(port), LICET_SHUTDOWN_DELAY: '1', LICET_DATA: 'set; withheld' },
    });
    expect(bundle.settings).not.toHaveProperty('LICET_SMTP_URL'); // This setting belongs to the command and not to the server.
    expect(bundle.log.map(({ message }: { message: string }) => message)).toEqual([
      'Answered.',
      'withheld',
      'A checkpoint of the audit chain was signed.',
    ]);
    expect(bundle.settingsMistaken).toBe(Object.keys(wrong).length);
    expect(bundle.log[1].error.frames).toEqual(['async readNow src/read-now.ts:1:1']);
    expect(bundle.metrics).toContain('licet_ready 1');
  }
  const again = await command(['support', file, '--data', licet.dataDirectory]);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('already exists')]);
});

test('after SIGTERM the server reports that it is not ready, and answers until the delay has passed', async () => {
  const stopping = licet.stop();
  await expect.poll(async () => (await fetch(`${licet.url}/readyz`)).status).toBe(503);
  const ready = await fetch(`${licet.url}/readyz`);
  expect(await ready.json()).toMatchObject({ code: 'unavailable', detail: 'The server is shutting down.' });
  expect((await fetch(`${licet.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${licet.url}/.well-known/openid-configuration`)).status).toBe(200);
  expect(await scrape()).toContain('licet_ready 0');
  await stopping;
  await expect(fetch(`${licet.url}/healthz`)).rejects.toThrow();
});

test('the doctor reports that no server is running, checks the rest, and exits with 1', async () => {
  const { code, out } = await command(['doctor', '--data', licet.dataDirectory], plain);
  expect(code).toBe(1);
  expect(out).toMatch(/^FAULT {2}Server +no server is running on the data directory\n +Why: .*\n +Next: /m);
  expect(out).toMatch(/^skip {3}Database +its own database runs only while Licet does/m);
  expect(out).toMatch(/^skip {3}Audit chain/m);
  expect(out).toMatch(/^ok {5}Key file/m);
  expect((await command(['doctor', '--what'])).code).toBe(2);
  const { out: text } = await command(['support', '-', '--data', licet.dataDirectory], { ...plain, ...planted });
  expect(text).not.toMatch(/pl[4a]nted/i);
  expect(JSON.parse(text)).toMatchObject({
    settingsOf: expect.stringMatching(/^this command, .* no server is running on the data directory$/),
    settings: { LICET_SMTP_URL: 'port 465, tls', LICET_ENCRYPTION_KEY: 'set; withheld' },
  });
});

test('the doctor reports a missing data directory or settings file, and what to do next', async () => {
  const nowhere = join(licet.dataDirectory, 'nowhere');
  const { code, out } = await command(['doctor', '--data', nowhere], plain);
  expect(code).toBe(1);
  expect(out).toContain(`FAULT  Server       the data directory ${nowhere} does not exist\n`);
  expect(out).toMatch(/Next: Set --data or LICET_DATA to the data directory of your server/);
  expect(out).not.toMatch(/Key file|Disk/);
  expect(await command(['doctor', '--settings', nowhere], plain)).toEqual({
    code: 2,
    out: '',
    err: `The settings file (--settings) could not be read. The file ${nowhere} or its folder does not exist. Check the path.\n`,
  });
});

async function grant(id: string, secret: string): Promise<string> {
  const response = await fetch(`${licet.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

const scrape = async () => (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n');
