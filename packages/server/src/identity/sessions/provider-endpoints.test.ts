import { generateKeyPairSync, randomUUID } from 'node:crypto';
import * as jose from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ConnectionsWorld, connectionsWorld, rule } from '../connections/connections.testing.ts';
import type { Cookies, Person } from '../connections/external-provider.testing.ts';
import { backchannelLogoutPath } from '../connections/external-provider.ts';
import { claimsOf } from '../steps/sign-in.testing.ts';
import { addPersonWithTotp, begin, codesOf } from '../steps/steps.testing.ts';

// An external provider reports that a session has ended there. The sessions that began through it end here immediately, on every server.

let world: ConnectionsWorld;
beforeAll(async () => {
  world = await connectionsWorld();
  const { server, provider, acme } = world;
  provider.register({
    backchannel_logout_uri: server.issuer + backchannelLogoutPath(acme),
    backchannel_logout_session_required: true,
  });
});
afterAll(() => world.close());
afterEach(async () => {
  world.provider.instead = undefined;
  world.store.setClock(0);
  await world.store.database.pool.query(`delete from failures where kind = 'network'`);
});

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const now = () => Math.floor(Date.now() / 1000);

/** Signs a user in through the provider, in a separate session at the provider. */
async function comeBy(person: Person = world.stranger(), cookies: Cookies = new Map()) {
  const { provider, acme, signIn } = world;
  provider.person = person;
  const { tokens, call, claims, page } = await signIn(acme, cookies);
  if (!tokens || !call || !claims) throw new Error('Nobody came.');
  const { rows } = await world.store.database.pool.query<{ sid: string }>(
    'select sid from upstream_sessions where session_uid = $1',
    [claimsOf(tokens.access_token).sid],
  );
  const lives = async () => (await call('GET', '/me')).status === 200;
  return { person, cookies, tokens, call, lives, page, sid: rows[0]?.sid ?? '', userId: claims.sub };
}

/** The claims by which the provider identifies a session. */
const claimsFor = ({ person, sid }: { person: { sub: string }; sid: string }): jose.JWTPayload => ({
  iss: world.provider.issuer,
  aud: world.provider.client.id,
  iat: now(),
  exp: now() + 120,
  jti: randomUUID(),
  sub: person.sub,
  sid,
  events: event,
});
const signed = (claims: jose.JWTPayload, header: Partial<jose.JWTHeaderParameters> = {}) =>
  world.provider.sign(claims, { typ: 'logout+jwt', ...header });

async function tell(token: string, { connection = world.acme, at = world.server.issuer } = {}) {
  const body = new URLSearchParams({ logout_token: token });
  const response = await fetch(at + backchannelLogoutPath(connection), { method: 'POST', body });
  const text = await response.text();
  return { status: response.status, cache: response.headers.get('cache-control'), text };
}

describe('the end of a session at a provider', () => {
  test('ends the session here on every server, with its tokens, and is recorded on the audit chain', async () => {
    const { store, server, another, provider } = world;
    const here = await comeBy();
    const other = await comeBy();
    const discovery = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json();
    const { end_session_endpoint: end } = discovery as { end_session_endpoint: string };
    const back = `${server.issuer}/sign-out/return`;
    const asked = new URLSearchParams({ client_id: provider.client.id, post_logout_redirect_uri: back });
    await provider.visit(`${end}?${asked}`, here.cookies);
    for (const { identity } of [server, another]) {
      const headers = { authorization: `Bearer ${here.tokens.access_token}` };
      await expect(identity.verify({ method: 'GET', url: '/', headers }, undefined)).rejects.toThrow('revoked');
    }
    expect(await other.lives()).toBe(true);
    const { rows } = await store.database.pool.query(
      `select action, actor_kind, actor_name, target_id, after::jsonb as after from change order by no desc limit 1`,
    );
    expect(rows).toEqual([
      {
        action: 'user.sessions_ended',
        actor_kind: 'system',
        actor_name: 'Acme',
        target_id: here.userId,
        after: { connection: 'Acme', ended: 1 },
      },
    ]);
  });

  test('ends one session by sid, all sessions of a user by sub, or the sessions that match both', async () => {
    const person = world.stranger();
    const one = await comeBy(person);
    const two = await comeBy(person);
    const other = await comeBy();
    const { sub: _, ...bySid } = claimsFor(one);
    expect(await tell(await signed({ ...claimsFor(one), sub: other.person.sub }))).toMatchObject({ status: 200 });
    expect([await one.lives(), await other.lives()]).toEqual([true, true]);
    expect(await tell(await signed(bySid))).toEqual({ status: 200, cache: 'no-store', text: '' });
    expect([await one.lives(), await two.lives()]).toEqual([false, true]);
    const again = await comeBy(person);
    const { sid: __, ...bySub } = claimsFor(one);
    expect((await tell(await signed(bySub))).status).toBe(200);
    expect([await two.lives(), await again.lives(), await other.lives()]).toEqual([false, false, true]);
  });

  test('of an unknown user gets the same response, and records no event', async () => {
    const { events } = world;
    const before = (await events()).length;
    const nobody = { person: { sub: 'nobody' }, sid: 'nothing' };
    expect(await tell(await signed(claimsFor(nobody)))).toEqual({ status: 200, cache: 'no-store', text: '' });
    expect(await events()).toHaveLength(before);
  });

  test('is accepted for a disabled connection', async () => {
    const { store, acme } = world;
    const here = await comeBy();
    await store.database.pool.query('update connections set enabled = false where id = $1', [acme]);
    expect((await tell(await signed(claimsFor(here)))).status).toBe(200);
    await store.database.pool.query('update connections set enabled = true where id = $1', [acme]);
    expect(await here.lives()).toBe(false);
  });

  test('also ends a sign-in that waits for a second factor', async () => {
    const { store, server, licet, provider, acme, stranger, link, leave, comeBack } = world;
    const nextCode = codesOf(store);
    const { secret, call } = await addPersonWithTotp(store, server, licet, nextCode);
    const person = stranger();
    provider.person = person;
    expect((await link(call)).status).toBe(201);
    const page = await begin(server, licet);
    expect(await comeBack(page, await leave(page, acme))).toBe(page.page);
    const { sid: _, ...bySub } = claimsFor({ person, sid: '' });
    expect((await tell(await signed(bySub))).status).toBe(200);
    const { body } = await page.code(nextCode(secret));
    const on = await page.browser.go(body.location ?? '');
    expect(on.headers.get('location') ?? '').not.toContain('code=');
    expect(page.browser.cookieNames).not.toContain('licet_session');
  });
});

describe('a refused logout request ends no session', () => {
  const wrong: Record<string, (claims: jose.JWTPayload) => Promise<string>> = {
    'of another issuer': (claims) => signed({ ...claims, iss: 'https://evil.example' }),
    'for another client': (claims) => signed({ ...claims, aud: 'another' }),
    'with a nonce (an ID token)': (claims) => signed({ ...claims, nonce: 'x' }),
    'without the event': ({ events: _, ...claims }) => signed(claims),
    'with another event': (claims) => signed({ ...claims, events: { 'http://schemas.openid.net/event/other': {} } }),
    'with a malformed event': (claims) => signed({ ...claims, events: { [Object.keys(event)[0] ?? '']: 'yes' } }),
    'without a subject': ({ sub: _, sid: __, ...claims }) => signed(claims),
    'without iat': ({ iat: _, ...claims }) => signed(claims),
    'without jti': ({ jti: _, ...claims }) => signed(claims),
    'that is too old': ({ exp: _, ...claims }) => signed({ ...claims, iat: now() - 700 }),
    'from the future': (claims) => signed({ ...claims, iat: now() + 120 }),
    'that has expired': (claims) => signed({ ...claims, iat: now() - 200, exp: now() - 60 }),
    'with another typ': (claims) => signed(claims, { typ: 'JWT' }),
    'without a typ': (claims) => world.provider.sign(claims),
    'signed with an unpublished key': (claims) => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return new jose.SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'logout+jwt' }).sign(privateKey);
    },
    'signed with the client secret': (claims) =>
      new jose.SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'logout+jwt' })
        .sign(Buffer.from(world.provider.client.secret)),
    'without a signature': async (claims) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none', typ: 'logout+jwt' })}.${part(claims)}.`;
    },
    'that is malformed': async () => 'x.y.z',
  };
  test.each(Object.keys(wrong))('with a token %s', async (name) => {
    const here = await comeBy();
    const answer = await tell((await wrong[name]?.(claimsFor(here))) ?? '');
    expect(answer).toMatchObject({ status: 400, cache: 'no-store' });
    expect(JSON.parse(answer.text)).toEqual({ error: 'invalid_request', error_description: expect.any(String) });
    expect(answer.text).not.toContain(here.person.sub);
    expect(await here.lives()).toBe(true);
  });

  test('with a token that was already used on either server', async () => {
    const { another } = world;
    const here = await comeBy();
    const token = await signed(claimsFor(here));
    expect((await tell(token)).status).toBe(200);
    expect((await tell(token, { at: another.address })).status).toBe(400);
    const [next, same] = [await comeBy(), await comeBy()];
    const twice = await signed(claimsFor(next));
    const answers = await Promise.all([tell(twice), tell(twice, { at: another.address })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([await next.lives(), await same.lives()]).toEqual([false, true]);
  });

  test('with a repeated token, an oversized or JSON body, or an unknown connection', async () => {
    const { server, acme, hub } = world;
    const here = await comeBy();
    const token = await signed(claimsFor(here));
    const post = async (body: BodyInit, headers: Record<string, string> = {}) => {
      const to = server.issuer + backchannelLogoutPath(acme);
      const response = await fetch(to, { method: 'POST', body, headers });
      return [response.status, response.headers.get('cache-control')];
    };
    expect(await post(new URLSearchParams({ logout_token: token, more: 'x'.repeat(20_000) }))).toEqual([
      400,
      'no-store',
    ]);
    expect(await post(new URLSearchParams([1, 2].map(() => ['logout_token', token])))).toEqual([400, 'no-store']);
    expect(await post(JSON.stringify({ logout_token: token }), { 'content-type': 'application/json' })).toEqual([
      400,
      'no-store',
    ]);
    for (const connection of [hub, randomUUID(), 'nothing'])
      expect(await tell(token, { connection })).toMatchObject({ status: 400, cache: 'no-store' });
    expect(await here.lives()).toBe(true);
  });
});

describe('protection against floods of logout tokens', () => {
  const fetchesDuring = async (work: () => Promise<unknown>) => {
    const { provider } = world;
    const before = provider.requests.length;
    await work();
    return provider.requests.slice(before);
  };

  test('refuses a token of another issuer before it fetches anything', async () => {
    const { server, provider, connect, disable } = world;
    const fields = { ...rule, issuer: provider.issuer, clientId: provider.client.id };
    const fresh = await connect({ ...fields, name: 'Fresh' }, provider.client.secret);
    const claims = claimsFor({ person: { sub: 'a' }, sid: 'b' });
    const fetched = await fetchesDuring(async () => {
      for (const overrides of [{ iss: 'https://evil.example' }, { aud: 'x' }, { events: {} }, { nonce: 'x' }])
        expect((await tell(await signed({ ...claims, ...overrides }), { connection: fresh })).status).toBe(400);
    });
    expect(fetched).toEqual([]);
    expect(server.errors).toEqual([]);
    await disable(fresh);
  });

  test('attack 5: rarely fetches keys, even for many unknown key ids', async () => {
    const here = await comeBy();
    expect((await tell(await signed(claimsFor(here)))).status).toBe(200);
    const fetched = await fetchesDuring(async () => {
      for (let no = 0; no < 40; no += 1) await tell(await signed(claimsFor(here), { kid: `made up ${no}` }));
    });
    expect(fetched.filter((line) => line.endsWith('/jwks')).length).toBeLessThanOrEqual(1);
  });

  test('does not repeat a failed key fetch immediately, and later accepts the token', async () => {
    const { provider, connect, disable } = world;
    const fields = { ...rule, issuer: provider.issuer, clientId: provider.client.id };
    const down = await connect({ ...fields, name: 'Down' }, provider.client.secret);
    provider.instead = (_, response) => {
      response.writeHead(503).end();
      return true;
    };
    const claims = claimsFor({ person: { sub: 'a' }, sid: 'b' });
    const fetched = await fetchesDuring(async () => {
      for (let no = 0; no < 5; no += 1)
        expect(await tell(await signed({ ...claims, jti: `${no}` }), { connection: down })).toMatchObject({
          status: 503,
          cache: 'no-store',
        });
    });
    expect(fetched).toHaveLength(1);
    await disable(down);
  });

  test('throttles a network that sends invalid tokens, and still accepts valid ones', async () => {
    const here = await comeBy();
    const token = await signed(claimsFor(here), { typ: 'JWT' });
    let status = 400;
    for (let no = 0; no < 60 && status === 400; no += 1) ({ status } = await tell(token));
    expect(status).toBe(429);
    expect((await tell(await signed(claimsFor(here)))).status).toBe(200);
    expect(await here.lives()).toBe(false);
  });

  test('fetches the provider’s new keys after a while', async () => {
    const { provider } = world;
    const here = await comeBy();
    let at = performance.now() + 31_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => at);
    await tell(await signed(claimsFor(here), { kid: 'has them fetched now' }));
    provider.rotate();
    const token = await signed(claimsFor(here));
    expect((await tell(token)).status).toBe(400);
    at += 31_000;
    expect((await tell(token)).status).toBe(200);
    clock.mockRestore();
    expect(await here.lives()).toBe(false);
  });
});
