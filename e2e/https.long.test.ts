import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { certificateOf } from '../scripts/debian-slapd.ts';
import { freePort } from '../scripts/free-port.ts';
import { licetBin } from './command-line.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet, startLicet, withAdministrator } from './licet.ts';
import { nginxMissing, startNginx } from './nginx.ts';
import {
  caddyMissing,
  haproxyMissing,
  startCaddy,
  startHaproxy,
  startTraefik,
  traefikMissing,
} from './reverse-proxies.ts';

// Tests each HTTPS set-up of docs/operations/installing.md that this machine supports: a complete sign-in, the live
// stream, and the report of `licet doctor`.
interface Before {
  readonly authority: string;
  readonly stop: () => Promise<unknown>;
}
interface Way {
  readonly name: string;
  readonly missing: string | undefined;
  readonly environment: (folder: string) => NodeJS.ProcessEnv;
  readonly start: (port: number, licetPort: number) => Promise<Before>;
}

const behind = () => ({ LICET_TRUSTED_PROXIES: '127.0.0.1' });
const own = certificateOf('localhost');
const ways: readonly Way[] = [
  {
    name: 'nginx',
    missing: nginxMissing(),
    environment: behind,
    start: (port, licetPort) => startNginx('localhost', licetPort, { port }),
  },
  { name: 'Caddy', missing: caddyMissing(), environment: behind, start: startCaddy },
  { name: 'Traefik', missing: traefikMissing(), environment: behind, start: startTraefik },
  { name: 'HAProxy', missing: haproxyMissing(), environment: behind, start: startHaproxy },
  {
    name: 'TLS of its own',
    missing: undefined,
    environment: (folder) => {
      const files = {
        LICET_TLS_CERTIFICATE: join(folder, 'fullchain.pem'),
        LICET_TLS_KEY: join(folder, 'privkey.pem'),
      };
      writeFileSync(files.LICET_TLS_CERTIFICATE, own.cert);
      writeFileSync(files.LICET_TLS_KEY, own.key, { mode: 0o600 });
      return files;
    },
    start: async () => ({ authority: own.authority, stop: async () => undefined }),
  },
];

describe.each(ways)('by $name', ({ name, missing, environment, start }) => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-https-'));
  let licet: RunningLicet;
  let before: Before;
  let url: string;

  beforeAll(async () => {
    if (missing) return console.log(`Skipped HTTPS by ${name}: ${missing}.`);
    const port = await freePort();
    url = `https://localhost:${port}`;
    const given = { ...withAdministrator, LICET_ISSUER: url, ...environment(folder) };
    licet = await startLicet({ environment: given, ...('LICET_TLS_KEY' in given && { port }) });
    before = await start(port, Number(new URL(licet.url).port));
    writeFileSync(join(folder, 'authority.pem'), before.authority);
  });
  afterAll(() => endAll(before, licet, folder));

  test.skipIf(missing)('a user signs in and their application refreshes; a wrong password is refused', async () => {
    const script = fileURLToPath(new URL('whole-sign-in.ts', import.meta.url));
    const { login, password } = { login: administrator.email, password: administrator.password };
    expect(await node([script, url, login, password])).toMatchObject({ out: `signed in at ${url}`, code: 0 });
    expect(await node([script, url, login, 'not the one that it is'])).toMatchObject({ out: '', code: 1 });
  });

  test.skipIf(missing)('a suspension reaches the live stream within two seconds', async () => {
    const params = { application: 'ledger' };
    await licet.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
    const { client, secret } = await licet.operator.clients.create({ params, body: { name: 'API', kind: 'service' } });
    const granted = await fetch(
      `http://127.0.0.1:${new URL(licet.url).port}/oidc/token`,
      granting(client.id, secret ?? ''),
    ).catch(() => undefined);
    const token = granted
      ? ((await granted.json()) as { access_token: string }).access_token
      : await overTls(client.id, secret ?? '');
    const stream = listen(token);
    await vi.waitUntil(() => stream.heard().includes('event: ready'), 5000);
    const { id } = await licet.operator.users.create({ body: { username: 'maya', name: 'Maya' } });
    await licet.operator.users.suspend({ params: { user: id } });
    await vi.waitUntil(() => stream.heard().includes('event: cut-off'), 2000);
    stream.close();
  });

  test.skipIf(missing).each(['same-origin', 'cross-origin'])(
    'a %s tab learns of a grant on the live stream',
    async (from) => {
      const origin = from === 'same-origin' ? url : 'https://app.example';
      const application = from;
      const params = { application };
      await licet.operator.applications.create({ body: { id: application, name: application } });
      const redirectUri = `${origin}/callback-${application}`;
      const body = { name: 'App', kind: 'browser' as const, redirectUris: [redirectUri], webOrigins: [origin] };
      const { client } = await licet.operator.clients.create({ params, body });
      const { id: permission } = await licet.operator.permissions.create({ params, body: { name: 'refund' } });
      const { items } = await licet.operator.users.list({ query: { q: administrator.email } });
      const id = items[0]?.id ?? '';
      const script = fileURLToPath(new URL('live-tab.ts', import.meta.url));
      const args = [script, url, client.id, redirectUri, administrator.email, administrator.password];
      const tab = spawn(process.execPath, args, { env: trusting() });
      let heard = '';
      for (const stream of [tab.stdout, tab.stderr])
        stream.setEncoding('utf8').on('data', (text) => {
          heard += text;
        });
      try {
        await expect.poll(() => heard, { timeout: 20_000 }).toContain('retry: ');
        const gives = { kind: 'permission' as const, id: permission };
        await licet.operator.grants.create({ params, body: { principal: { kind: 'user', id }, gives } });
        await expect.poll(() => heard, { timeout: 20_000 }).toContain('event: version');
        expect(heard).toContain('stream: 200');
        if (from === 'cross-origin') expect(heard).toContain(`preflight: 204 ${origin}`);
      } finally {
        tab.kill();
      }
    },
  );

  test.skipIf(missing)('the doctor finds no fault in address, cookies, clocks, certificate and proxy', async () => {
    const { out } = await node([licetBin, 'doctor', '--json', '--data', licet.dataDirectory]);
    const findings = JSON.parse(out) as { what: string; well: boolean | null; says: string }[];
    const of = (what: string) => findings.find((it) => it.what === what);
    for (const what of ['Address', 'Clock there', 'Live', 'Proxy'])
      expect(of(what)).toMatchObject({ what, well: true });
    expect(of('Cookies')).toMatchObject({ well: true, says: 'are set, with Secure and HttpOnly' });
    expect(of('Certificate')).toMatchObject({ well: true, says: 'expires in 89 days' });
  });

  const trusting = () => ({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
  });

  /** Runs Node, which also trusts the certificate authority of this HTTPS set-up. */
  function node(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
    return new Promise((resolve) =>
      execFile(process.execPath, [...args], { env: trusting() }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      ),
    );
  }

  async function overTls(id: string, secret: string): Promise<string> {
    const script = `const [url, init] = JSON.parse(process.argv[1]); console.log((await (await fetch(url, init)).json()).access_token)`;
    const { out } = await node([
      '--input-type=module',
      '-e',
      script,
      JSON.stringify([`${url}/oidc/token`, granting(id, secret)]),
    ]);
    return out.trim();
  }

  function listen(token: string): { heard: () => string; close: () => void } {
    let heard = '';
    const headers = { authorization: `Bearer ${token}` };
    const asked = get(`${url}/api/v1/live/cut-offs`, { ca: before.authority, headers }, (response) =>
      response.setEncoding('utf8').on('data', (text: string) => {
        heard += text;
      }),
    );
    asked.on('error', () => undefined);
    return { heard: () => heard, close: () => void asked.destroy() };
  }
});

const granting = (id: string, secret: string) => ({
  method: 'POST',
  headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}`, 'content-type': 'application/x-www-form-urlencoded' },
  body: 'grant_type=client_credentials',
});
