import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newDpopKey } from './dpop.testing.ts';
import { startIssuer, type TestIssuer, usual } from './issuer.testing.ts';
import { reasonOf } from './keys.ts';
import type { VerifierOptions } from './options.ts';
import { createVerifier, type Verifier } from './verifier.ts';

let issuer: TestIssuer;
const opened: Verifier[] = [];
beforeEach(async () => {
  issuer = await startIssuer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const each of opened.splice(0)) await each.close();
  await issuer.close();
});

async function open(options: Partial<VerifierOptions> = {}): Promise<Verifier> {
  const verifier = createVerifier({ issuer: issuer.url, audience: 'ledger', ...options });
  opened.push(verifier);
  await verifier.ready();
  return verifier;
}

describe('the access of a verified token', () => {
  test('has the user, their permissions, and the claims for a database', async () => {
    const verifier = await open();
    const access = await verifier.verify(await issuer.token());
    expect(access).toMatchObject({
      userId: 'ada',
      clientId: 'front',
      sessionId: 'session',
      service: false,
      audience: 'ledger',
      roles: ['clerk'],
      permissions: ['invoices.read'],
      version: 10,
    });
    expect([access.can('invoices.read'), access.can('invoices.refund')]).toEqual([true, false]);
    expect([access.hasRole('clerk'), access.hasRole('admin')]).toEqual([true, false]);
    expect(JSON.parse(access.sqlClaims())).toEqual(access.claims);
  });

  test('is frozen: one request cannot change what another one sees', async () => {
    const verifier = await open();
    const access = await verifier.verify(await issuer.token({ cnf: undefined, extra: { deep: [1] } }));
    for (const value of [access, access.roles, access.permissions, access.claims, access.claims.extra])
      expect(Object.isFrozen(value)).toBe(true);
    expect(() => Object.assign(access.claims, { roles: ['admin'] })).toThrow(TypeError);
  });

  test('permits nothing from the moment the token expires', async () => {
    let now = Date.now();
    const verifier = await open({ clock: () => now });
    const access = await verifier.verify(await issuer.token());
    now = access.expiresAt * 1000 - 1;
    expect(access.can('invoices.read')).toBe(true);
    expect(JSON.parse(access.sqlClaims())).toEqual(access.claims);
    now = access.expiresAt * 1000;
    expect([access.can('invoices.read'), access.hasRole('clerk'), access.sqlClaims()]).toEqual([false, false, '{}']);
  });

  test('is marked as a service, without a session, for a program', async () => {
    const verifier = await open();
    const token = await issuer.token({ sub: 'front', sid: undefined, roles: [], permissions: [] });
    const access = await verifier.verify(token);
    expect(access).toMatchObject({ service: true, sessionId: null });
    await expect(verifier.requirePermission(token, 'invoices.read')).rejects.toMatchObject({ status: 403 });
  });
});

describe('the cache of verified tokens', () => {
  test('returns the access of a known token without a promise until it expires', async () => {
    let now = Date.now();
    const verifier = await open({ clock: () => now });
    const token = await issuer.token();
    const access = await verifier.admit(token);
    expect(verifier.admit(token)).toBe(access);
    // Move the clock past the expiry of the token.
    now += 400_000;
    expect(() => verifier.admit(token)).toThrow('expired');
  });

  test('refuses a token whose issue time is in the future, and empties its access', async () => {
    let now = Date.now();
    const verifier = await open({ clock: () => now });
    const token = await issuer.token();
    const access = await verifier.verify(token);
    now -= 5_000;
    expect(access.can('invoices.read')).toBe(true);
    now -= 1_800_000;
    expect(() => verifier.admit(token)).toThrow('from the future');
    expect([access.can('invoices.read'), access.hasRole('clerk')]).toEqual([false, false]);
  });

  test('refuses an expired token even if the clock was set back', async () => {
    let back = 0;
    const verifier = await open({ clock: () => Date.now() - back });
    const exp = Math.floor(Date.now() / 1000) + 2;
    const token = await issuer.token({ iat: exp - 299, exp });
    const access = await verifier.verify(token);
    back = 60_000;
    expect(access.can('invoices.read')).toBe(true);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 2100);
    expect(access.can('invoices.read')).toBe(false);
    expect(() => verifier.admit(token)).toThrow('expired');
  });

  test('verifies an unknown token once for fifty simultaneous requests', async () => {
    const verifier = await open();
    const token = await issuer.token();
    const all = await Promise.all(Array.from({ length: 50 }, () => verifier.verify(token)));
    expect(new Set(all).size).toBe(1);
  });

  test('is bounded, and can be switched off', async () => {
    const verifier = await open({ cache: { tokens: 2 } });
    const tokens = await Promise.all(['a', 'b', 'c', 'd'].map((sub) => issuer.token({ sub })));
    for (const token of tokens) await verifier.verify(token);
    expect(tokens.filter((token) => !(verifier.admit(token) instanceof Promise)).length).toBeLessThanOrEqual(2);
    const without = await open({ cache: { tokens: 0 } });
    const [token = ''] = tokens;
    await without.verify(token);
    expect(without.admit(token)).toBeInstanceOf(Promise);
  });

  test('is emptied by a key rotation, so that a token of a removed key is refused', async () => {
    const verifier = await open();
    const old = await issuer.token();
    for (let time = 0; time < 3; time += 1) await verifier.verify(old);
    await issuer.rotate();
    const access = await verifier.verify(await issuer.token());
    expect(access.userId).toBe('ada');
    await expect(verifier.verify(old)).rejects.toMatchObject({ status: 401, reason: 'signature' });
  });

  test('checks the proof of a bound token at each request', async () => {
    const verifier = await open();
    const key = await newDpopKey();
    const token = await issuer.token({ cnf: { jkt: key.thumbprint } });
    const url = 'http://api.example/me';
    const dpop = await key.proof({ url, token });
    const request = () => new Request(url, { headers: { authorization: `DPoP ${token}`, dpop } });
    await verifier.verify(request());
    await expect(verifier.verify(request())).rejects.toMatchObject({ status: 401, reason: 'replay' });
    await expect(verifier.verify(token)).rejects.toMatchObject({ status: 401, reason: 'binding' });
  });
});

describe('addresses and proofs', () => {
  test('a proof is compared with the public address behind a proxy, including a stripped path', async () => {
    const verifier = await open({ publicUrl: 'https://example.org/api/' });
    const key = await newDpopKey();
    const token = await issuer.token({ cnf: { jkt: key.thumbprint } });
    const ask = async (htu: string, url: string) => {
      const dpop = await key.proof({ url: htu, token });
      const headers = {
        host: '10.0.0.7:3000',
        'x-forwarded-host': 'evil.example',
        authorization: `DPoP ${token}`,
        dpop,
      };
      return verifier.verify({ method: 'GET', url, headers });
    };
    await expect(ask('https://example.org/api/me', '/me?page=2')).resolves.toMatchObject({ userId: 'ada' });
    for (const [htu, url] of [
      ['http://10.0.0.7:3000/me', '/me'],
      ['https://evil.example/me', '/me'],
      ['https://example.org/me', '/me'],
      ['https://example.org/api/me', '/x/../me'],
      ['https://example.org/api/me', '/x/%2e%2e/me'],
      ['https://example.org/api/me', '\\me'],
      ['https://example.org/api/me', 'https://example.org/api/me'],
    ] as const)
      await expect(ask(htu, url)).rejects.toMatchObject({ status: 401, reason: 'proof' });
  });

  test('publicUrl refuses a proof for another server, despite a forged Host header', async () => {
    const verifier = await open({ publicUrl: 'http://localhost:4090' });
    const key = await newDpopKey();
    const token = await issuer.token({ cnf: { jkt: key.thumbprint } });
    const ask = async (origin: string, host: string) => {
      const dpop = await key.proof({ url: `${origin}/me`, token });
      return verifier.verify({ method: 'GET', url: '/me', headers: { host, authorization: `DPoP ${token}`, dpop } });
    };
    await expect(ask('http://evil.example', 'evil.example')).rejects.toMatchObject({ status: 401, reason: 'proof' });
    await expect(ask('http://localhost:4090', 'localhost:4090')).resolves.toMatchObject({ userId: 'ada' });
  });

  test('a refusal names the address of the proof, the address of the request, and publicUrl', async () => {
    const refusalOf = async (options: Partial<VerifierOptions>, url: string) => {
      const verifier = await open(options);
      const key = await newDpopKey();
      const token = await issuer.token({ cnf: { jkt: key.thumbprint } });
      const dpop = await key.proof({ url: 'http://localhost:5173/api/me?page=2', token });
      const headers = { host: '127.0.0.1:3000', authorization: `DPoP ${token}`, dpop };
      return verifier.verify({ method: 'GET', url, headers }).catch(({ message }) => message);
    };
    const unset = await refusalOf({}, '/me');
    expect(unset).toContain('is for http://localhost:5173/api/me, but the request came to http://127.0.0.1:3000/me.');
    expect(unset).toMatch(/through a proxy say, give where it begins to createVerifier as “publicUrl”/);
    const set = await refusalOf({ publicUrl: 'https://example.org/api' }, '/me');
    expect(set).toContain(
      'came to https://example.org/api/me. “publicUrl” of createVerifier is https://example.org/api',
    );
    expect(await refusalOf({}, '/x/../me')).toContain('The address of the request cannot be compared with it.');
  });

  test('a flood of proofs from one key is refused, and those of other keys are accepted', async () => {
    const verifier = await open({ cache: { proofs: 6000 } });
    const url = 'http://api.example/me';
    const of = async (sub: string) => {
      const key = await newDpopKey();
      const token = await issuer.token({ sub, cnf: { jkt: key.thumbprint } });
      return async () => {
        const dpop = await key.proof({ url, token });
        return verifier.verify(new Request(url, { headers: { authorization: `DPoP ${token}`, dpop } }));
      };
    };
    const [flood, other] = [await of('flood'), await of('other')];
    for (let at = 0; at < 50; at += 1) await Promise.all(Array.from({ length: 100 }, flood));
    await expect(flood()).rejects.toMatchObject({
      status: 401,
      reason: 'replay',
      message: expect.stringMatching(/too many proofs were used with this key/i),
    });
    await expect(other()).resolves.toMatchObject({ userId: 'other' });
  });

  test('with dpop “required”, a token that is not bound to a key is refused', async () => {
    const verifier = await open({ dpop: 'required', publicUrl: 'https://api.example.org' });
    await expect(verifier.verify(await issuer.token())).rejects.toMatchObject({ code: 'proof_invalid', status: 401 });
  });
});

describe('the issuer', () => {
  test('makes requests wait while its keys load', async () => {
    issuer.broken.set('/jwks', 500);
    const verifier = createVerifier({ issuer: issuer.url, audience: 'ledger' });
    opened.push(verifier);
    const waiting = verifier.verify(await issuer.token());
    issuer.broken.clear();
    await expect(waiting).resolves.toMatchObject({ userId: 'ada' });
    await verifier.ready();
  });

  test('causes a 503 if its keys cannot be fetched', async () => {
    issuer.broken.set('/jwks', 500);
    const verifier = createVerifier({ issuer: issuer.url, audience: 'ledger' });
    opened.push(verifier);
    await expect(verifier.verify(await issuer.token())).rejects.toMatchObject({ status: 503, reason: 'keys' });
    await expect(verifier.ready(1)).rejects.toThrow('/jwks answered 500.');
  });

  test('may become unreachable once its keys are known', async () => {
    const verifier = await open();
    const asked = issuer.asked.length;
    for (const path of ['/jwks', '/.well-known/openid-configuration']) issuer.broken.set(path, 500);
    for (const sub of ['ada', 'bob']) expect((await verifier.verify(await issuer.token({ sub }))).userId).toBe(sub);
    expect(issuer.asked.length).toBe(asked);
  });

  test('must equal the configured one, or ready() rejects', async () => {
    const { port } = new URL(issuer.url);
    const other = `http://127.0.0.1:${port}`;
    const set = issuer.url === other ? `http://localhost:${port}` : other;
    const verifier = createVerifier({ issuer: set, audience: 'ledger' });
    opened.push(verifier);
    await expect(verifier.ready()).rejects.toThrow(`“issuer” is ${set}, but what answers there is ${issuer.url}.`);
    expect(issuer.asked).toEqual(['/.well-known/openid-configuration']);
  });

  test('is named in the rejection of ready(), with the next step, if it does not answer', async () => {
    const verifier = createVerifier({ issuer: 'http://127.0.0.1:9', audience: 'ledger' });
    opened.push(verifier);
    await expect(verifier.ready(1)).rejects.toThrow(
      /^Licet does not answer at http:\/\/127\.0\.0\.1:9: .*\. Start it there, or set “issuer” to its public address\.$/,
    );
  });

  test('is reported with the system’s error if it cannot be reached', async () => {
    const error = await fetch('http://127.0.0.1:9').catch((cause: unknown) => cause);
    expect(reasonOf(error)).toMatch(/^fetch failed/);
    const refused = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
    expect(reasonOf(refused)).toBe('fetch failed (ECONNREFUSED)');
  });

  test('is not trusted if its metadata name another issuer or an endpoint elsewhere', async () => {
    const elsewhere = {
      issuer: issuer.url,
      jwks_uri: 'https://evil.example/jwks',
      token_endpoint: `${issuer.url}/token`,
    };
    const refuses = async (metadata: unknown) => {
      const asked: string[] = [];
      const verifier = createVerifier({
        issuer: issuer.url,
        audience: 'ledger',
        fetch: async (address) => {
          asked.push(address);
          return Response.json(metadata);
        },
      });
      opened.push(verifier);
      const access = verifier.verify(await issuer.sign(usual(issuer.url)));
      await expect(access).rejects.toMatchObject({ status: 503 });
      expect(asked.every((address) => address.startsWith(issuer.url))).toBe(true);
    };
    await Promise.all([refuses(elsewhere), refuses({ ...elsewhere, issuer: 'https://evil.example' })]);
  });
});

test.each([
  [{ issuer: 'id.example.org', audience: 'ledger' }, 'is not a valid issuer'],
  [{ issuer: 'http://id.example.org', audience: 'ledger' }, 'Only localhost may use http'],
  [{ issuer: 'https://id.example.org', audience: '' }, '“audience” is missing'],
  [
    { issuer: 'https://id.example.org', audience: 'ledger', client: { id: 'x', secret: '' } },
    'lacks its id or its secret',
  ],
  [{ issuer: 'https://id.example.org', audience: 'ledger', whenDisconnected: 'refuse' }, 'would refuse everything'],
  [{ issuer: 'https://id.example.org', audience: 'ledger', dpop: 'required' }, 'made for other servers'],
  [{ issuer: 'https://id.example.org', audience: 'ledger', publicUrl: 'api' }, 'is not a public address'],
  [{ issuer: 'https://id.example.org', audience: 'ledger', cache: { tokens: -1 } }, 'is not a whole number'],
] satisfies [VerifierOptions, string][])(
  'createVerifier throws for a mistake in the options: %o',
  (options, message) => {
    expect(() => createVerifier(options)).toThrow(message);
  },
);

describe('a guard without a name', () => {
  let verifier: Verifier;
  beforeAll(async () => {
    const own = await startIssuer();
    verifier = createVerifier({ issuer: own.url, audience: 'ledger' });
    await own.close();
  });
  afterAll(() => verifier.close());

  test.each([undefined, '', null, 7])('throws a TypeError: %s', async (name) => {
    await expect(verifier.requirePermission('a.b.c', name as 'invoices.read')).rejects.toThrow(TypeError);
    await expect(verifier.requireRole('a.b.c', name as 'clerk')).rejects.toThrow(TypeError);
  });
});
