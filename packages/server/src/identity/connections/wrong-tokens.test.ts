import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { limits } from '@licet/contract';
import * as jose from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../steps/sign-in.testing.ts';
import { begin } from '../steps/steps.testing.ts';
import { type ConnectionsWorld, connectionsWorld, rule } from './connections.testing.ts';

// An attacker between this Licet and a provider, or a malicious provider, sends false data: no user is signed in.

let world: ConnectionsWorld;
beforeAll(async () => {
  world = await connectionsWorld();
});
afterAll(() => world.close());
afterEach(() => {
  world.provider.instead = undefined;
});

const now = () => Math.floor(Date.now() / 1000);

/** Completes a sign-in with an ID token that `make` creates from the expected claims. */
async function comeBackWith(
  make: (claims: jose.JWTPayload) => Promise<string>,
  userInfo: object | string | undefined = undefined,
) {
  const { server, licet, provider, acme, comeBack, refusalOf } = world;
  const page = await begin(server, licet);
  const { body } = await page.post(`/connections/${acme}`, { login: '' });
  const asked = new URL(body.location ?? '').searchParams;
  const idToken = await make({
    iss: provider.issuer,
    aud: provider.client.id,
    sub: 'somebody',
    nonce: asked.get('nonce') ?? '',
    iat: now(),
    exp: now() + 60,
    ...(userInfo ? {} : { name: 'Some Body', email: 'somebody@acme.example', email_verified: true }),
  });
  provider.instead = (request, response) => {
    const answers: Record<string, object | string> = {
      '/token': { access_token: 'x', token_type: 'Bearer', id_token: idToken },
      '/me': userInfo ?? {},
    };
    const answer = answers[request.url ?? ''];
    if (answer)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    return answer !== undefined;
  };
  const answer = new URLSearchParams({ code: randomUUID(), state: asked.get('state') ?? '', iss: provider.issuer });
  const to = await comeBack(page, `${server.issuer}/sign-in/return?${answer}`);
  if (to !== page.page) return to.includes('/oidc/auth/') ? 'signed in' : `no way on: ${to}`;
  expect(page.browser.cookieNames).not.toContain('licet_session');
  return refusalOf(page);
}

describe('an ID token', () => {
  const sign = (claims: jose.JWTPayload) => world.provider.sign(claims);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('that is valid signs the user in', async () => {
    expect(await comeBackWith(sign)).toBe('signed in');
  });

  const wrong: Record<string, (claims: jose.JWTPayload) => Promise<string>> = {
    'for another sign-in (nonce)': (claims) => sign({ ...claims, nonce: 'of another' }),
    'without a nonce': ({ nonce: _, ...claims }) => sign(claims),
    'for another client (aud)': (claims) => sign({ ...claims, aud: 'another' }),
    'for several clients, with another azp': (claims) =>
      sign({ ...claims, aud: [String(claims.aud), 'another'], azp: 'another' }),
    'of another issuer (iss)': (claims) => sign({ ...claims, iss: 'https://evil.example' }),
    'without a subject (sub)': ({ sub: _, ...claims }) => sign(claims),
    'that has expired': (claims) => sign({ ...claims, iat: now() - 600, exp: now() - 300 }),
    'without an end': ({ exp: _, ...claims }) => sign(claims),
    'without a signature (attack 1)': async (claims) => `${part({ alg: 'none' })}.${part(claims)}.`,
    'that is signed by the client secret (attack 2)': (claims) =>
      new jose.SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(world.provider.client.secret)),
    'signed with the key in its own header (attack 4)': (claims) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwk = publicKey.export({ format: 'jwk' }) as jose.JWK;
      return new jose.SignJWT(claims).setProtectedHeader({ alg: 'ES256', jwk }).sign(privateKey);
    },
    'that was altered': async (claims) => {
      const [head, , signature] = (await sign(claims)).split('.');
      return `${head}.${part({ ...claims, sub: 'administrator' })}.${signature}`;
    },
    'that is a logout token': ({ nonce: _, ...claims }) =>
      world.provider.sign(
        { ...claims, jti: 'x', events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
        { typ: 'logout+jwt' },
      ),
  };
  test.each(Object.keys(wrong))('%s signs no user in', async (name) => {
    expect(await comeBackWith((claims) => wrong[name]?.(claims) ?? Promise.resolve(''))).toBe('provider_wrong');
  });

  const unkeepable: Record<string, string> = {
    'an overlong value': randomBytes(20_000).toString('base64'),
    'a lone surrogate': 'some\ud800body',
    'a control character': 'some\0body',
  };
  test.each(Object.keys(unkeepable))('with %s as user or session id signs no user in', async (name) => {
    const wrong = unkeepable[name] ?? '';
    const users = () => world.events().then((events) => events.filter((it) => it === 'user.created').length);
    const before = await users();
    for (const overrides of [{ sub: wrong }, { sid: wrong }])
      expect(await comeBackWith((claims) => sign({ ...claims, ...overrides }))).toBe('provider_wrong');
    expect(await users()).toBe(before);
  });

  test('with thousands of amr values signs in, and a limited number is stored', async () => {
    const amr = ['a\0b', 'x'.repeat(1000), ...Array.from({ length: 5000 }, (_, index) => `way ${index}`)];
    const sub = randomUUID();
    const email = `${sub}@acme.example`;
    expect(await comeBackWith((claims) => sign({ ...claims, sub, email, amr, acr: 'a\0b' }))).toBe('signed in');
    const { rows } = await world.store.database.pool.query('select said from identities where subject = $1', [sub]);
    expect(rows[0].said).toHaveLength(limits.connectionValuesMax.value);
    expect(rows[0].said.filter((value: string) => !value.startsWith('way '))).toEqual([]);
  });

  test('with an unusable name signs in, and the account gets a readable name', async () => {
    const sub = randomUUID();
    const email = `${sub}@acme.example`;
    const named = async () =>
      (await world.store.database.pool.query('select name from identities where subject = $1', [sub])).rows[0].name;
    expect(await comeBackWith((claims) => sign({ ...claims, sub, email }))).toBe('signed in');
    expect(await named()).toBe(email);
    // A look-alike address, an unstorable character, a forged log line, and an overlong name.
    for (const wrong of ['a\0b', '\u202Emoc.emca@nimda', 'a\r\nb', 'half \ud800', '<b>'.repeat(50_000)]) {
      const said = { email: wrong, name: wrong, preferred_username: wrong };
      expect(await comeBackWith((claims) => sign({ ...claims, sub, ...said })), wrong.slice(0, 20)).toBe('signed in');
      expect(await named(), wrong.slice(0, 20)).toBe(sub);
    }
    expect(await comeBackWith((claims) => sign({ ...claims, sub, email: 'a\0b' }))).toBe('signed in');
    expect(await named()).toBe('Some Body');
  });

  test('with an impossible authentication time in UserInfo still signs in', async () => {
    const said = { sub: randomUUID(), name: 'Some Body', email: `${randomUUID()}@acme.example`, email_verified: true };
    const { pool } = world.store.database;
    for (const auth_time of [-1e300, -1, 1e300, '1', null, {}])
      expect(await comeBackWith((claims) => sign({ ...claims, sub: said.sub }), { ...said, auth_time })).toBe(
        'signed in',
      );
    const { rows } = await pool.query(
      `select (proved ->> 'provedAt')::timestamptz > now() as future from upstream_sign_ins
       where proved ->> 'subject' = $1 order by begun_at`,
      [said.sub],
    );
    expect(rows.map(({ future }) => future)).toEqual([false, false, false, null, null, null]);
  });

  test('with huge, deep or hostile UserInfo signs in or is refused, without a server error', async () => {
    const sub = randomUUID();
    const said = { sub, name: 'Some Body', email: `${sub}@acme.example`, email_verified: true };
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const [userInfo, expected] of [
      [{ ...said, groups: Array.from({ length: 100_000 }, (_, index) => `${index % 10}`) }, 'signed in'],
      [`{"__proto__":{"sub":"x"},"constructor":{"x":1},${JSON.stringify(said).slice(1)}`, 'signed in'],
      [{ ...said, amr: [{ toString: null }] }, 'provider_wrong'],
      [`{"amr":${deep},${JSON.stringify(said).slice(1)}`, 'provider_wrong'],
      [`{"a":"${'x'.repeat(3_000_000)}"}`, 'provider_unreachable'],
    ] as const) {
      expect(await comeBackWith((claims) => sign({ ...claims, sub }), userInfo)).toBe(expected);
    }
    expect(world.server.errors).toEqual([]);
  });

  test('is refused if UserInfo has another sub', async () => {
    const said = { name: 'Some Body', email: 'somebody@acme.example', email_verified: true };
    expect(await comeBackWith(sign, { ...said, sub: 'somebody else' })).toBe('provider_wrong');
    expect(await comeBackWith(sign, { ...said, sub: 'somebody' })).toBe('signed in');
  });
});

const discovered = (overrides: object) => {
  const { provider } = world;
  provider.instead = (request, response) => {
    if (!request.url?.startsWith('/.well-known/')) return false;
    provider.instead = undefined;
    void fetch(`${provider.issuer}/.well-known/openid-configuration`)
      .then((answer) => answer.json())
      .then((whole) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ ...(whole as object), ...overrides })),
      );
    return true;
  };
};

describe('attack 38: refuses an internal address in a provider’s metadata', () => {
  test.each([
    ['tokens', { token_endpoint: 'http://169.254.169.254/token' }],
    ['keys', { jwks_uri: 'http://10.0.0.1/keys' }],
    ['profile', { userinfo_endpoint: 'http://[::ffff:192.168.0.1]/me' }],
  ])('as the endpoint for %s', async (name, overrides) => {
    const { server, licet, provider, connect, disable, stranger, leave, comeBack, refusalOf } = world;
    const fields = { ...rule, issuer: provider.issuer, clientId: provider.client.id };
    const inside = await connect({ ...fields, name: `Inside ${name}` }, provider.client.secret);
    provider.person = stranger(name === 'profile' ? { name: undefined } : {});
    const page = await begin(server, licet);
    discovered(overrides);
    const back = await leave(page, inside);
    expect(await comeBack(page, back)).toBe(page.page);
    expect(await refusalOf(page)).toBe('provider_unreachable');
    expect(JSON.stringify(await page.details())).toMatch(/leads to (the link-local network|a private network)/);
    await disable(inside);
  });
});

test('refuses a provider whose discovery names another issuer', async () => {
  const { server, licet, provider, connect, disable } = world;
  const fields = { ...rule, issuer: provider.issuer, clientId: provider.client.id };
  const other = await connect({ ...fields, name: 'Another issuer' }, provider.client.secret);
  discovered({ issuer: 'https://evil.example' });
  const page = await begin(server, licet);
  expect((await page.post(`/connections/${other}`, { login: '' })).body.code).toBe('provider_wrong');
  await disable(other);
});

describe('the browser', () => {
  test('attack 25: returns to the configured address, whatever Host it sends', async () => {
    const { server, licet, acme } = world;
    const page = await begin(server, licet);
    const { body } = await page.post(
      `/connections/${acme}`,
      { login: '' },
      new ForgedHost(page.browser, server.issuer),
    );
    expect(new URL(body.location ?? '').searchParams.get('redirect_uri')).toBe(`${server.issuer}/sign-in/return`);
  });

  test('attack 26: gets a new session after a provider sign-in, and the old one is void', async () => {
    const { server, licet, provider, stranger, leave, comeBack } = world;
    provider.person = stranger();
    const page = await begin(server, licet);
    const first = await comeBack(page, await leave(page));
    await page.finish({ status: 200, body: { location: first } });
    const old = page.browser.copy();
    const before = page.browser.cookie('licet_session');
    provider.person = stranger();
    const again = await begin(server, licet, page.browser, { prompt: 'login' });
    const location = await comeBack(again, await leave(again));
    // The provider ends the first session by a form that submits itself.
    const form = await (await page.browser.go(location)).text();
    const inputs = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
    await page.browser.go('/oidc/session/end/confirm', { method: 'POST', body: new URLSearchParams(inputs) });
    expect(page.browser.cookie('licet_session')).not.toBe(before);
    await expect(begin(server, licet, old)).resolves.toBeDefined();
  });
});

/** A browser whose requests name another host. */
class ForgedHost extends Browser {
  readonly #browser: Browser;

  constructor(browser: Browser, address: string) {
    super(address);
    this.#browser = browser;
  }

  override go(location: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    return this.#browser.go(location, { ...init, headers });
  }
}
