import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationSchema, configurationSchemaPath } from '@licet/contract/configuration';
import { openApi } from '@licet/contract/openapi';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processorTimes } from '../../../../scripts/processor-time.testing.ts';
import { type Identity, openIdentity } from '../identity/identity.ts';
import { type TestDatabase, testDatabase } from '../postgres/testing.ts';
import { refuse } from '../refusal.ts';
import { checks } from '../store/checks.ts';
import { type Database, openDatabase, transaction } from '../store/kernel/database.ts';
import { migrate } from '../store/kernel/migrate.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { ensureLicet } from '../store/licet/licet.ts';
import { buildOperatorServer, buildServer } from './server.ts';

const issuer = 'https://licet.example';
const folder = mkdtempSync(join(tmpdir(), 'licet-pages-'));
let testing: TestDatabase;
let database: Database;
let identity: Identity;
let network: FastifyInstance;
let operator: FastifyInstance;
const logged: string[] = [];
let isReady = true;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" content="__CSP_NONCE__">console');
  writeFileSync(join(folder, 'public.html'), '<meta property="csp-nonce" content="__CSP_NONCE__">door');
  testing = await testDatabase();
  database = openDatabase({ checks, connectionString: testing.connectionString });
  await migrate(database);
  await ensureLicet(database, issuer);
  const fail = (error: unknown) => {
    throw error;
  };
  identity = await openIdentity({ database, issuer, serverKey: Buffer.alloc(32, 7), onError: fail });
  const { hashing, secrets, upstream, rotateKeys } = identity;
  const parts = {
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    database,
    issuer,
    hashing,
    secrets,
    upstream,
    rotateKeys,
  };
  const ready = async () => {
    if (!isReady) refuse('unavailable', 'database_silent', {});
    await database.pool.query('select 1');
  };
  network = await buildServer({
    ...parts,
    trustedProxies: [],
    securityContact: 'mailto:security@example.org',
    authenticate: identity.authenticate,
    webOrigin: identity.webOrigin,
    mountSignIn: identity.mount,
    ready,
    consoleFolder: folder,
  });
  operator = await buildOperatorServer(parts);
});
afterAll(async () => {
  await network?.close();
  await operator?.close();
  await identity?.close();
  await database?.close();
  await testing?.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('logs only failed requests, and leaves out their queries', async () => {
  logged.length = 0;
  expect((await network.inject('/healthz')).statusCode).toBe(200);
  expect(logged).toEqual([]);
  expect((await network.inject('/api/v1/users?q=somebody')).statusCode).toBe(401);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ path: '/api/v1/users', status: 401 }]);
  expect(logged.join('')).not.toContain('somebody');
});

test('publishes the security contact at its well-known address', async () => {
  const before = Date.now();
  const { body, headers } = await network.inject('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toMatch(/^Contact: mailto:security@example.org\nExpires: \d{4}-\d\d-\d\dT00:00:00.000Z\n/);
  expect(Date.parse(/Expires: (.+)/.exec(body)?.[1] ?? '')).toBeGreaterThan(before + 80 * 86_400_000);
});

const post = (url: string, payload: unknown, headers = {}) =>
  operator.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

describe('a stream that fails in the middle', () => {
  test('reports the failure in its last line instead of breaking off', async () => {
    await database.pool.query(`
      create function stall() returns trigger language plpgsql as $$ begin
        raise exception 'canceling statement due to statement timeout' using errcode = '57014';
      end $$;
      create trigger stalled before insert on memberships for each statement execute function stall()`);
    const user = { username: 'late', email: null, name: 'Late', suspended: false, groups: [], roles: [] };
    const end = { system: 'csv', digest: '0'.repeat(64), leftOut: 0 };
    const group = { name: 'All', description: '', within: null, roles: [] };
    const lines = [{ group }, { user: { ...user, groups: ['All'] } }, { end }].map((line) => JSON.stringify(line));
    const headers = { 'content-type': 'text/plain' };
    const answer = await post('/operator/imports', lines.join('\n'), headers);
    await database.pool.query('drop trigger stalled on memberships');
    expect(answer.statusCode).toBe(200);
    const said = answer.body.trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(said)).toMatchObject({ problem: { code: 'internal', next: expect.any(String) } });
    expect((await database.pool.query(`select from users where username = 'late'`)).rowCount).toBe(0);
  });
});

describe('a request', () => {
  test('with an overlong path parameter is refused as invalid', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await operator.inject({ method, url: `/api/v1/applications/${'a'.repeat(3000)}/roles/x` });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    }
  });

  test('attack 31: with unknown fields is refused, and the fields are named', async () => {
    const answer = await post('/users', { username: 'mallory', name: 'Mallory', status: 'active', 'a/b': 1 });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/status' }, { pointer: '/a~1b' }],
    });
  });

  test('with an unknown query parameter or an unexpected body is refused', async () => {
    expect((await operator.inject('/api/v1/users?sudo=1')).json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '?sudo' }],
    });
    expect((await operator.inject('/api/v1/users?limit=1&limit=2')).statusCode).toBe(400);
    expect((await post('/keys/rotate', { all: true })).statusCode).toBe(400);
  });

  test('attack 40: with __proto__ or with too deep or too large JSON is refused', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const wide = JSON.stringify({ username: 'u', name: Array(100_000).fill(1) });
    for (const body of [
      '{"__proto__":{"admin":true},"username":"u","name":"n"}',
      '{"constructor":{"prototype":{}},"username":"u","name":"n"}',
      `{"name":${deep}}`,
      wide,
    ]) {
      expect((await post('/users', body)).statusCode).toBe(400);
    }
  });

  test('with a malformed, mistyped or oversized body gets the error code for each', async () => {
    expect((await post('/users', '{')).json()).toMatchObject({ code: 'malformed_body', status: 400 });
    expect((await post('/users', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).json()).toMatchObject(
      { code: 'unsupported_media_type', status: 415 },
    );
    expect((await post('/users', { name: 'x'.repeat(1_100_000) })).json()).toMatchObject({
      code: 'too_large',
      status: 413,
    });
  });

  test('with an invalid If-Match is refused; with an outdated one, it returns the current version', async () => {
    const made = await post('/groups', { name: 'Finance' });
    expect(made.headers.etag).toBe(`"${made.json().version}"`);
    const change = (tag: string) =>
      operator.inject({
        method: 'PATCH',
        url: `/api/v1/groups/${made.json().id}`,
        headers: { 'if-match': tag },
        payload: { description: 'x' },
      });
    expect((await change('W/"1"')).statusCode).toBe(400);
    expect((await change('"1"')).json()).toMatchObject({
      code: 'version_conflict',
      status: 412,
      currentVersion: made.json().version,
    });
    expect((await change(`"${made.json().version}"`)).statusCode).toBe(200);
  });
});

describe('a caller', () => {
  test('is not authenticated by a cookie under /api', async () => {
    expect(
      (await network.inject({ url: '/api/v1/me', headers: { cookie: '_session=anything; licet=1' } })).json(),
    ).toMatchObject({ code: 'unauthenticated' });
  });

  test.each(['Bearer', 'Bearer ', 'Bearer a b', 'Basic eDp5', 'Bearer ..', 'nonsense', `Bearer ${'x'.repeat(9000)}`])(
    'attack 42: gets 401, not a server error, for malformed Authorization header %#',
    async (authorization) => {
      const answer = await network.inject({ url: '/api/v1/me', headers: { authorization } });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toContain('Bearer');
      expect(answer.headers['content-type']).toContain('application/problem+json');
    },
  );

  test.each([
    ['/api/v1/nothing?x=1', '"instance":"/api/v1/nothing"'],
    ['/.well-known/openid-configuration', `"token_endpoint":"${issuer}/oidc/token"`],
    ['/device', `action="${issuer}/device"`],
    ['/oidc/session/end', 'Location: /signed-out'],
  ])('cannot change the response of %s through the host of an absolute request target', async (path, part) => {
    if (!network.server.listening) await network.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((network.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    socket.write(`GET https://evil.example${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    let answer = '';
    for await (const part of socket) answer += part;
    expect(answer).toContain(part);
    expect(answer).not.toContain('evil');
  });

  test('attack 39: gets invalid_request for a text that only PostgreSQL rejects', async () => {
    for (const json of ['"a\\u0000b"', '"\\ud800"']) {
      const asked = poolOf(database).query('select $1::jsonb', [json]);
      await expect(asked, json).rejects.toMatchObject({ problem: { code: 'invalid_request', status: 400 } });
    }
    const written = transaction(database, 'begin', (connection) => connection.query('select $1::text', ['a\0b']));
    await expect(written).rejects.toMatchObject({ problem: { code: 'invalid_request', status: 400 } });
    const { rows } = await poolOf(database).query('select $1::text as text', ['a\0b']);
    expect(rows).toEqual([{ text: 'a\uFFFDb' }]);
  });

  test('cannot reach operator calls over the network', async () => {
    expect((await network.inject('/api/v1/operator/status')).statusCode).toBe(404);
    expect((await operator.inject('/api/v1/operator/status')).json()).toMatchObject({ issuer, setUp: false });
  });

  test('attack 45: cannot read a response from a foreign origin', async () => {
    const answer = await network.inject({ url: '/api/v1/setup', headers: { origin: 'https://evil.example' } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a response', () => {
  test('to a failed request contains a code, the next step, the path and the request id', async () => {
    const problem = (await network.inject('/api/v1/nothing')).json();
    expect(problem).toMatchObject({ code: 'no_such_route', status: 404, instance: '/api/v1/nothing' });
    expect(problem.next).toMatch(/\.$/);
    expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('to a wrong method has status 405 and lists the allowed methods', async () => {
    const answer = await network.inject({ method: 'PUT', url: '/api/v1/users' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, POST']);
  });

  test('for a console page has its own nonce, and for a public page is the smaller document', async () => {
    const [first, second] = await Promise.all([network.inject('/users'), network.inject('/users')]);
    const nonce = /nonce-([\w-]{22})'/.exec(String(first.headers['content-security-policy']))?.[1];
    expect(nonce).toBeDefined();
    expect(first.body).toBe(`<meta property="csp-nonce" content="${nonce}">console`);
    expect(second.body).not.toContain(nonce);
    for (const door of ['/setup', '/set-password', '/sign-in/abc'])
      expect((await network.inject(door)).body).toContain('door');
  });

  test('for an unknown path is the console for browsers, and problem details for programs', async () => {
    const page = await network.inject({ url: '/nothing', headers: { accept: 'text/html,*/*' } });
    expect([page.statusCode, page.body.includes('console')]).toEqual([404, true]);
    for (const url of ['/nothing', '/api/v1/nothing'])
      expect((await network.inject(url)).json()).toMatchObject({ code: 'no_such_route' });
    expect((await network.inject({ url: '/api/v1/nothing', headers: { accept: 'text/html' } })).json()).toMatchObject({
      code: 'no_such_route',
    });
  });

  test('attack 36: forbids inline scripts and framing', async () => {
    const { headers } = await network.inject('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.any(String),
    });
  });

  test('is the OpenAPI document, the health status or the readiness status, depending on the path', async () => {
    expect((await network.inject('/api/openapi.json')).json()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: `${issuer}/api/v1` }],
    });
    expect((await network.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await network.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });

  test('of the readiness check is logged only when it changes', async () => {
    const from = logged.length;
    isReady = false;
    for (let time = 0; time < 5; time += 1) expect((await network.inject('/readyz')).statusCode).toBe(503);
    isReady = true;
    for (let time = 0; time < 5; time += 1) expect((await network.inject('/readyz')).statusCode).toBe(200);
    expect(logged.slice(from).map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'This server is not ready.', reason: 'The database could not complete the request.' },
      { msg: 'This server is ready again.' },
    ]);
  });

  test('to a request for a public document is cached, not computed again', async () => {
    const documents = [
      ['/api/openapi.json', 1, () => openApi(issuer)],
      [configurationSchemaPath, 20, configurationSchema],
    ] as const;
    for (const [path, times, make] of documents) {
      const { payload } = await network.inject(path);
      const { making, asking } = await processorTimes({
        making: () => {
          for (let time = 0; time < times; time += 1) JSON.stringify(make());
        },
        asking: async () => {
          for (let time = 0; time < times; time += 1) expect((await network.inject(path)).payload).toBe(payload);
        },
      });
      expect(asking, path).toBeLessThan(making / 1.5);
    }
  });
});
