import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { fileURLToPath } from 'node:url';
import { consoleClientId } from '@licet/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endAll } from './end-all.ts';
import { type RunningLicet, startLicet, withAdministrator } from './licet.ts';
import { hasIpv6, type Nginx, nginxMissing, overHttp2, startNginx } from './nginx.ts';

// Tests the recipe deploy/proxy/nginx.conf itself on Debian's nginx, with other ports.
const name = 'id.example.org';
const missing = nginxMissing();
let licet: RunningLicet;
let nginx: Nginx;

beforeAll(async () => {
  if (missing) return console.log(`Skipped what needs nginx: ${missing}.`);
  licet = await startLicet({
    environment: {
      ...withAdministrator,
      LICET_ISSUER: `https://${name}`,
      LICET_TRUSTED_PROXIES: '127.0.0.1',
      LICET_LOG_LEVEL: 'info',
    },
  });
  nginx = await startNginx(name, Number(new URL(licet.url).port));
});
afterAll(() => endAll(nginx, licet));

test.skipIf(missing)('behind nginx, http:// redirects to https://, HTTP/2 works, and HSTS is sent once', async () => {
  const plain = await fetch(`http://127.0.0.1:${nginx.plainPort}/users`, { redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')]).toEqual([308, `https://${name}/users`]);
  const { headers, status, body } = await overHttp2(nginx, '/.well-known/openid-configuration');
  expect(status).toBe(200);
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  const { issuer, authorization_endpoint: endpoint } = JSON.parse(body);
  expect([issuer, new URL(endpoint).origin]).toEqual([`https://${name}`, `https://${name}`]);
});

test.skipIf(missing || !hasIpv6)('nginx answers over IPv6 too', async () => {
  const plain = await fetch(`http://[::1]:${nginx.plainPort}/users`, { redirect: 'manual' });
  expect(plain.status).toBe(308);
  expect((await overHttp2(nginx, '/readyz', {}, '::1')).status).toBe(200);
});

test.skipIf(missing)('every cookie of a sign-in behind nginx is Secure and HttpOnly', async () => {
  const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');
  const query = new URLSearchParams({
    client_id: consoleClientId,
    response_type: 'code',
    scope: 'openid',
    state: 'state',
    redirect_uri: `https://${name}/callback`,
    code_challenge_method: 'S256',
    code_challenge: challenge,
  });
  const { status, headers } = await overHttp2(nginx, `/oidc/auth?${query}`, { 'sec-fetch-dest': 'document' });
  expect([status, String(headers.location)]).toEqual([303, expect.stringMatching(/sign-in/)]);
  const cookies = [headers['set-cookie'] ?? []].flat();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/;\s*secure(;|$)/i);
    expect(cookie).toMatch(/;\s*httponly(;|$)/i);
  }
});

test.skipIf(missing)('22 a forged X-Forwarded-For has no effect, neither through nginx nor directly', async () => {
  const forged = '203.0.113.77';
  await overHttp2(nginx, '/api/v1/through', { 'x-forwarded-for': forged }, '127.0.0.2');
  expect(await addressOf('/api/v1/through')).toBe('127.0.0.2');
  // Connects directly to Licet, from an address that is not a proxy.
  const socket = connectTcp({ host: '127.0.0.1', port: Number(new URL(licet.url).port), localAddress: '127.0.0.3' });
  socket.write(`GET /api/v1/past HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${forged}\r\nconnection: close\r\n\r\n`);
  await once(socket.resume(), 'close');
  expect(await addressOf('/api/v1/past')).toBe('127.0.0.3');
  expect(licet.output()).not.toContain(forged);
});

test.skipIf(missing)('nginx forwards events of the live stream within a second', async () => {
  const authorization = `Bearer ${await serviceToken()}`;
  const stream = nginx.stream('/api/v1/live/cut-offs', { authorization });
  await vi.waitUntil(() => stream.heard().includes('event: ready'), 2000);
  const { id } = await licet.operator.users.create({ body: { username: 'maya', name: 'Maya' } });
  await licet.operator.users.suspend({ params: { user: id } });
  await vi.waitUntil(() => stream.heard().includes('event: cut-off'), 1000);
  stream.close();
});

test.skipIf(missing)(
  'after a change of the public address, nginx redirects the old host name to the new one',
  async () => {
    const page = 'docs/operations/address.md';
    const text = readFileSync(fileURLToPath(new URL(`../${page}`, import.meta.url)), 'utf8');
    const [, old = ''] = /```nginx\n([\s\S]*?)```/.exec(text) ?? [];
    const moved = await startNginx(name, Number(new URL(licet.url).port), {
      change: (recipe) => recipe.replaceAll(name, 'login.example.org') + old.replaceAll('/tls/old/', '/tls/'),
    });
    try {
      const { status, headers } = await overHttp2(moved, '/users?q=maya');
      expect([status, headers.location]).toEqual([308, 'https://login.example.org/users?q=maya']);
    } finally {
      await moved.stop();
    }
  },
);

test.skipIf(missing)('an nginx that buffers the live stream delays its events', async () => {
  const gathering = await startNginx(name, Number(new URL(licet.url).port), {
    // Turns buffering on. Also uses HTTP/1.0 towards the server, which is nginx's default, because nginx forwards each
    // chunk of an HTTP/1.1 response even with buffering.
    change: (recipe) =>
      recipe
        .replaceAll('proxy_buffering    off;', 'proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;')
        .replaceAll('proxy_http_version 1.1;', 'proxy_http_version 1.0;'),
  });
  try {
    const authorization = `Bearer ${await serviceToken('other')}`;
    const stream = gathering.stream('/api/v1/live/cut-offs', { authorization });
    await expect(vi.waitUntil(() => stream.heard().includes('event: ready'), 2000)).rejects.toThrow(/Timed out/);
    stream.close();
  } finally {
    await gathering.stop();
  }
});

/** Returns the client address of a request, from Licet's log line. */
async function addressOf(path: string): Promise<string | undefined> {
  const found = () =>
    licet
      .output()
      .split('\n')
      .find((line) => line.includes(`"path":"${path}"`));
  await vi.waitUntil(() => found() !== undefined, 2000);
  return JSON.parse(found() ?? '{}').address;
}

async function serviceToken(application = 'ledger'): Promise<string> {
  const params = { application };
  await licet.operator.applications.create({ body: { id: application, name: application } });
  const { client, secret } = await licet.operator.clients.create({ params, body: { name: 'API', kind: 'service' } });
  const body = 'grant_type=client_credentials';
  const headers = {
    authorization: `Basic ${btoa(`${client.id}:${secret}`)}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const answer = await overHttp2(nginx, '/oidc/token', { ':method': 'POST', ...headers }, undefined, body);
  return JSON.parse(answer.body).access_token;
}
