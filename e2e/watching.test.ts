import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { consoleClientId } from '@licet/contract';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../examples/ledger/sample/sign-in.ts';
import { fenced } from '../scripts/examples.ts';
import { licet as command } from './command-line.ts';
import { administrator, freePort, type RunningLicet, removeDataDirectory } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

const page = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs/operations/watching.md');
let licet: RunningLicet;
let port: number;

beforeAll(async () => {
  port = await freePort();
  licet = await startWithAdministrator({
    environment: { LICET_METRICS_PORT: String(port), LICET_SHUTDOWN_DELAY: '1' },
  });
}, 120_000);
afterAll(async () => {
  await licet?.stop();
  removeDataDirectory(licet.dataDirectory);
});

test('what people and programs did stands in the metrics, and on the public port there are none', async () => {
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

test('the commands that the page for operators prints do what it says', () => {
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

test('the doctor finds all well, and what is amiss with its next step', async () => {
  const asked = ['doctor', '--json', '--data', licet.dataDirectory];
  const healthy = await command(asked);
  const findings = JSON.parse(healthy.out) as { what: string; well: boolean }[];
  expect(findings.filter((it) => !it.well)).toEqual([]);
  expect(findings.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Server', 'Database', 'Clock', 'Pool', 'Address', 'Proxy', 'Mail', 'Disk', 'Key file']),
  );
  expect(healthy.code).toBe(0);
  const keyFile = join(licet.dataDirectory, 'licet.key');
  chmodSync(keyFile, 0o644);
  const amiss = await command(['doctor', '--data', licet.dataDirectory]);
  chmodSync(keyFile, 0o600);
  expect(amiss.code).toBe(1);
  expect(amiss.out).toMatch(/AMISS {2}Key file .* has mode 644\n +Why: .*\n +Next: chmod 600 /);
});

test('told to stop, it says at once that it is not ready, and answers as ever until the delay is over', async () => {
  const stopping = licet.stop();
  await pause(150);
  const ready = await fetch(`${licet.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ code: 'unavailable', detail: 'The server is shutting down.' });
  expect((await fetch(`${licet.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${licet.url}/.well-known/openid-configuration`)).status).toBe(200);
  expect(await scrape()).toContain('licet_ready 0');
  await stopping;
  await expect(fetch(`${licet.url}/healthz`)).rejects.toThrow();
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
