import { type CallId, callList, errorsOf } from '@licet/contract';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addClient,
  addSignInUser,
  arrange,
  discover,
  signIn,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
} from '../identity/steps/sign-in.testing.ts';
import { Reader } from '../live/live.testing.ts';
import { EventStream } from '../live/stream.ts';
import {
  addApplication,
  addGrant,
  addPermission,
  type TestApplication,
  type TestNamed,
  type TestStore,
} from '../store/store.testing.ts';

let store: TestStore;
let server: TestServer & { readonly address: string };
let shop: TestApplication;
let orders: TestNamed;
let ada: TestNamed & { username: string };
let browser: TestClient;
let consolePage: TestClient;
let token: string;
let service: string;
let consoleToken: string;
let refresh: () => Promise<string>;

const origin = 'http://shop.example:8080';
const elsewhere = 'http://elsewhere.example';

beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store, { api: true });
  const program = await arrange(store, async (handle) => {
    shop = await addApplication(handle, 'shop', 'Shop');
    orders = await addPermission(handle, shop, 'orders.read');
    browser = await addClient(handle, shop, 'browser', { webOrigins: [origin] });
    await addClient(handle, await addApplication(handle, 'other'), 'browser', { webOrigins: [elsewhere] });
    ada = await addSignInUser(server, handle, { username: 'ada' });
    const { rows } = await handle.connection.query<{ id: string }>(`select id from applications where key = 'licet'`);
    const { rows: roles } = await handle.connection.query<{ id: string; name: string }>(
      `select id, name from roles where app_id = $1 and built_in`,
      [rows[0]?.id],
    );
    const licet = { id: rows[0]?.id ?? '', key: 'licet', name: 'Licet', admin: roles[0]?.id ?? '' };
    await addGrant(handle, { application: licet, principal: ada, role: { id: licet.admin, name: 'admin' } });
    consolePage = await addClient(handle, licet, 'browser', { webOrigins: [origin] });
    return addClient(handle, shop, 'service');
  });
  consoleToken = (await signIn(server, consolePage, 'ada')).tokens.access_token;
  const { tokens, config } = await signIn(server, browser, 'ada');
  token = tokens.access_token;
  let next = tokens.refresh_token ?? '';
  refresh = async () => {
    const answer = await client.refreshTokenGrant(config, next);
    next = answer.refresh_token ?? '';
    return answer.access_token;
  };
  service = (await client.clientCredentialsGrant(await discover(server, program))).access_token;
});
afterAll(async () => {
  expect(server.errors).toEqual([]);
  await server.close();
  await store.close();
});

const queries: Partial<Record<CallId, string>> = {
  'me.decision': '?permission=x',
  'access.decide': '?user=ada&permission=x',
  'access.holders': '?permission=x',
  'access.periods': '?user=ada&permission=x',
  'breakGlass.offers': '?application=other',
  'roles.use': '?roles=01a1fd60-b421-70dc-9693-52f823154a02',
  'search.find': '?q=x',
};
const bodies: Partial<Record<CallId, unknown>> = {
  'me.decisions': { permissions: ['x'] },
  'requests.ask': { application: 'other', permission: 'x', reason: 'y', seconds: 3600 },
};

async function ask(id: CallId, as: string, headers: Record<string, string> = {}, on = 'other') {
  const definition = callList.find(([known]) => known === id)?.[1];
  const uuid = '01a1fd60-b421-70dc-9693-52f823154a02';
  const values: Readonly<Record<string, string>> = { application: on, no: '1' };
  const path = definition?.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? uuid) ?? '';
  const query = id === 'requests.list' || id === 'requests.catalogue' ? `?application=${on}` : (queries[id] ?? '');
  const leaving = new AbortController();
  const response = await fetch(`${server.address}/api/v1${path}${query}`, {
    method: definition?.method ?? 'GET',
    headers: {
      authorization: `Bearer ${as}`,
      ...(definition?.body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(definition?.body ? { body: JSON.stringify(bodies[id] ?? {}) } : {}),
    signal: leaving.signal,
  });
  const stream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const body = stream ? {} : ((await response.json().catch(() => ({}))) as { code?: string });
  leaving.abort();
  return { status: response.status, code: body.code, headers: response.headers };
}

describe('an administrator’s token for another application', () => {
  const guarded = callList.filter(([, { access }]) => access.kind !== 'anyone' && access.kind !== 'operator');
  const aboutItself: readonly CallId[] = ['live.changes', 'live.version'];
  const ofNobody: readonly CallId[] = ['requests.get', 'requests.withdraw', 'requests.comments'];

  test.each(guarded)('gives no access to Licet in the call %s', async (id, { access, body }) => {
    const { status, code } = await ask(id, token);
    if (aboutItself.includes(id)) return expect(status).toBe(200);
    if (ofNobody.includes(id)) return expect(code).toBe('not_found');
    // A call that validates its input first may refuse the input instead. The call is never carried out.
    const expected = access.kind === 'serviceToken' ? 'not_a_service' : 'foreign_application';
    if (body && code !== expected) return expect(code).toBe('invalid_request');
    expect([status, code]).toEqual([403, expected]);
  });

  test('reads the data of its own application', async () => {
    for (const id of ['me.accessIn', 'me.decision', 'me.catalogue', 'requests.list'] as const)
      expect((await ask(id, token, {}, 'shop')).status, id).toBe(200);
  });
});

test.each(callList.filter(([, { access }]) => access.kind === 'anyone'))(
  'the public call %s ignores an invalid token',
  async (id, definition) => {
    const { code } = await ask(id, 'none.of.ours', { authorization: 'Bearer none.of.ours', dpop: 'none' });
    if (code !== undefined) expect(errorsOf(definition)).toContain(code);
  },
);

describe('the token of a program', () => {
  test('is refused by calls for users, and accepted by calls for programs', async () => {
    for (const id of ['me.get', 'users.list', 'me.decision', 'live.changes'] as const)
      expect((await ask(id, service)).code, id).toBe('token_invalid');
    expect((await ask('live.cutOffs', service)).status).toBe(200);
    const { status } = await fetch(`${server.address}/api/v1/usage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service}`, 'content-type': 'application/json' },
      body: JSON.stringify({ exercised: [] }),
    });
    expect(status).toBe(204);
  });
});

describe('pages of another origin', () => {
  const preflight = async (from: string, path = '/api/v1/live', method = 'GET') => {
    const response = await fetch(`${server.address}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      },
    });
    return { status: response.status, headers: response.headers };
  };

  test('may send requests without cookies and read the response, if a client registers the origin', async () => {
    const { status, headers } = await preflight(origin);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-methods')).toBe('GET');
    expect(headers.get('access-control-allow-headers')).toContain('dpop');
    expect(headers.get('vary')).toBe('Origin');
    const good = await ask('live.version', token, { origin });
    expect(good.status).toBe(200);
    expect(good.headers.get('access-control-allow-origin')).toBe(origin);
    expect(good.headers.get('access-control-expose-headers')).toMatch(/\bdate\b/);
    const bad = await ask('me.decision', token, { origin });
    expect([bad.code, bad.headers.get('access-control-allow-origin')]).toEqual(['foreign_application', origin]);
    const nobody = await ask('live.version', 'rubbish', { origin });
    expect([nobody.status, nobody.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
    for (const { headers: sent } of [good, bad, nobody, { headers }])
      expect(sent.get('access-control-allow-credentials')).toBeNull();
  });

  test('attack 45: refuses pages without a registered client, however the origin is written', async () => {
    const forged = [
      elsewhere.toUpperCase(),
      `${origin}.evil.example`,
      `${origin}/`,
      'null',
      '*',
      `${origin} ${elsewhere}`,
      'http://shop.example',
    ];
    for (const from of forged) {
      const { headers } = await preflight(from);
      expect(
        [...headers.keys()].filter((name) => name.startsWith('access-control')),
        from,
      ).toEqual([]);
      const answer = await ask('live.version', token, { origin: from });
      expect([answer.status, answer.code], from).toEqual([403, 'origin_refused']);
      expect(answer.headers.get('access-control-allow-origin'), from).toBeNull();
    }
  });

  test('are refused with another client’s token, and may read the refusal', async () => {
    const answer = await ask('live.version', token, { origin: elsewhere });
    expect([answer.status, answer.code]).toEqual([403, 'origin_refused']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(elsewhere);
  });

  test('may use a token for Licet only at the issuer’s origin, at an origin of the token’s client, or at a local one', async () => {
    for (const from of [undefined, server.address, origin, 'http://localhost:5173']) {
      const answer = await ask('me.get', consoleToken, from === undefined ? {} : { origin: from });
      expect(answer.status, from).toBe(200);
    }
    for (const from of [elsewhere, 'https://evil.example', 'http://127.0.0.1.evil.example', 'null', ''])
      expect((await ask('me.get', consoleToken, { origin: from })).code, from).toBe('origin_refused');
  });

  test('are accepted as soon as a client registers the origin, despite the cache', async () => {
    const allowed = async () => (await preflight('https://new.example')).headers.get('access-control-allow-origin');
    expect(await allowed()).toBeNull();
    await arrange(store, (handle) => addClient(handle, shop, 'browser', { webOrigins: ['https://new.example'] }));
    await expect.poll(allowed).toBe('https://new.example');
  });

  test('are refused by calls that take a token for Licet', async () => {
    for (const [id, { access, path, method }] of callList) {
      if (access.kind === 'anyApplicationToken' || access.kind === 'operator') continue;
      const { headers } = await preflight(origin, `/api/v1${path.replace(/:\w+/g, 'x')}`, method);
      expect(headers.get('access-control-allow-methods')?.split(', ') ?? [], id).not.toContain(method);
      const answer = access.kind === 'anyone' ? undefined : await ask(id, token, { origin });
      expect(answer?.headers.get('access-control-allow-origin') ?? null, id).toBeNull();
    }
  });

  test('may read the Date header of the token, discovery and key endpoints', async () => {
    for (const path of ['/.well-known/openid-configuration', '/oidc/jwks']) {
      const response = await fetch(`${server.address}${path}`, { headers: { origin } });
      expect(response.headers.get('access-control-expose-headers'), path).toMatch(/\bDate\b/);
      expect(response.headers.get('date'), path).not.toBeNull();
    }
    for (const [from, allowed] of [
      [origin, origin],
      [elsewhere, null],
    ] as const) {
      const response = await fetch(`${server.address}/oidc/token`, {
        method: 'POST',
        headers: { origin: from },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: browser.id }),
      });
      expect(response.headers.get('access-control-allow-origin')).toBe(allowed);
      if (allowed) expect(response.headers.get('access-control-expose-headers')).toMatch(/\bDate\b/);
    }
  });
});

test('refuses HEAD requests for exports', async () => {
  for (const path of ['audit/events/export', 'audit/sign-ins/export', 'separations/violations/export']) {
    const answer = async (method: string) => {
      const headers = { authorization: `Bearer ${consoleToken}` };
      const response = await fetch(`${server.address}/api/v1/${path}`, { method, headers });
      await response.text();
      return response.ok;
    };
    expect([await answer('GET'), await answer('HEAD')], path).toEqual([true, false]);
  }
});

describe('the event stream over HTTP', () => {
  test('is not opened by a HEAD request', async () => {
    const response = await fetch(`${server.address}/api/v1/live`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(404);
    expect(server.live.open).toBe(0);
  });

  const open = async (as: string, leaving = new AbortController()) => {
    const response = await fetch(`${server.address}/api/v1/live`, {
      headers: { authorization: `Bearer ${as}` },
      signal: leaving.signal,
    });
    const text = response.body?.pipeThrough(new TextDecoderStream());
    return { response, reader: new Reader(text ?? new ReadableStream<string>()), leaving };
  };

  test('closes the connection of a reader that was dropped because it does not read', async () => {
    const begun = vi.spyOn(EventStream.prototype, 'onDrop');
    const headers = { authorization: `Bearer ${await refresh()}` };
    const unread = await fetch(`${server.address}/api/v1/live`, { headers });
    const stream = begun.mock.contexts[0] as EventStream;
    begun.mockRestore();
    const taken = vi.spyOn(stream, 'next');
    const long = 'x'.repeat(32_000_000); // more than the system buffers
    stream.write(long);
    stream.write(long);
    await expect.poll(() => taken.mock.calls.length).toBeGreaterThan(0);
    stream.drop();
    await expect(unread.text()).rejects.toThrow('terminated');
  });

  test('is sent uncompressed, uncached and unbuffered, and reports a new grant', async () => {
    const { response, reader, leaving } = await open(await refresh());
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('content-encoding')).toBeNull();
    await arrange(store, (handle) => addGrant(handle, { application: shop, principal: ada, permission: orders }));
    expect((await reader.next('version')).data.wait).toBe(0);
    const renewed = await open(await refresh());
    expect(await renewed.reader.quiet('version')).toEqual([]);
    expect(server.live.open).toBe(2);
    for (const { leaving: away, reader: gone } of [{ leaving, reader }, renewed]) {
      gone.done.catch(() => undefined);
      away.abort();
    }
    await expect.poll(() => server.live.open).toBe(0);
  });
});
