import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openCutOffStream } from './cut-off-stream.ts';
import { createCutOffs } from './cut-offs.ts';
import { audience, client, eventually, startIssuer, type TestIssuer } from './issuer.testing.ts';
import { openKeys } from './keys.ts';
import type { VerifierOptions } from './options.ts';
import { AccessRefused } from './refused.ts';
import { createService } from './service.ts';
import { createVerifier, type Verifier } from './verifier.ts';

let issuer: TestIssuer;
let verifier: Verifier | undefined;
beforeEach(async () => {
  issuer = await startIssuer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await verifier?.close();
  await issuer.close();
});

async function open(options: Partial<VerifierOptions> = {}): Promise<Verifier> {
  const made = createVerifier({ issuer: issuer.url, audience: 'ledger', client, ...options });
  verifier = made;
  await made.ready();
  await eventually(() => made.connected);
  return made;
}

const outcome = async (from: Verifier, token: string): Promise<string> => {
  try {
    return (await from.verify(token)).userId;
  } catch (error) {
    return error instanceof AccessRefused ? error.reason : 'another error';
  }
};

describe('cut-offs', () => {
  test('revoke a token that was verified, and its access', async () => {
    const heard = await open();
    const token = await issuer.token();
    const access = await heard.verify(token);
    issuer.tell('cut-off', { ver: 11, users: ['ada'] }, 11);
    await eventually(() => !access.can('invoices.read'));
    await expect(heard.verify(token)).rejects.toMatchObject({
      status: 401,
      code: 'token_invalid',
      reason: 'cut-off',
      message: expect.stringContaining('revoked after'),
    });
  });

  test('affect only older tokens of the users, roles, sessions and clients that they name', async () => {
    const heard = await open();
    const iat = Math.floor(Date.now() / 1000) - 30;
    const of = (claims: Record<string, unknown>) => issuer.token({ iat, exp: iat + 300, ...claims });
    const tokens = {
      other: await of({ sub: 'other', roles: [], sid: 'a', client_id: 'x' }),
      user: await of({ sub: 'user' }),
      newer: await of({ sub: 'user', ver: 11 }),
      role: await of({ sub: 'in-role', roles: ['cutter'] }),
      roleOnResource: await of({ sub: 'in-role', on: [{ resources: ['shop:1'], roles: ['cutter'] }] }),
      rolesElsewhere: await of({ sub: 'elsewhere', on_ref: 'x' }),
      session: await of({ sub: 'in-session', sid: 'ended', ver: 99 }),
      client: await of({ sub: 'by-client', client_id: 'deleted', ver: 99 }),
      before: await of({ sub: 'timed', ver: 99 }),
      after: await of({ sub: 'timed', iat: iat + 1, ver: 1 }),
      givenUp: await of({ sub: 'in-going-on', sid: 'going-on', ver: 99 }),
      signedInAnew: await of({ sub: 'in-going-on', sid: 'going-on', iat: iat + 1, ver: 1 }),
    };
    issuer.tell('cut-off', { ver: 11, users: ['user'], roles: ['cutter'] });
    issuer.tell('cut-off', { ver: 11, sessions: ['ended'], clients: ['deleted'] });
    issuer.tell('cut-off', { ver: 11, sessions: ['going-on'], before: iat });
    issuer.tell('cut-off', { ver: 11, users: ['timed', 'last'], before: iat });
    const last = await of({ sub: 'last' });
    await eventually(async () => (await outcome(heard, last)) === 'cut-off');
    const answers = Object.entries(tokens).map(async ([name, token]) => [name, await outcome(heard, token)]);
    expect(Object.fromEntries(await Promise.all(answers))).toEqual({
      other: 'other',
      user: 'cut-off',
      newer: 'user',
      role: 'cut-off',
      roleOnResource: 'cut-off',
      rolesElsewhere: 'cut-off',
      session: 'cut-off',
      client: 'cut-off',
      before: 'cut-off',
      after: 'timed',
      givenUp: 'cut-off',
      signedInAnew: 'in-going-on',
    });
  });

  test('affect the older tokens of all users if they contain “everyone”', async () => {
    const heard = await open();
    const old = await issuer.token();
    issuer.tell('cut-off', { ver: 11, everyone: true });
    await eventually(async () => (await outcome(heard, old)) === 'cut-off');
    expect(await outcome(heard, await issuer.token({ ver: 11 }))).toBe('ada');
  });

  test.each(['{', '[]', '{"ver":"11"}', '{"ver":11,"users":[7]}', '{"ver":11,"everyone":"yes"}'])(
    'affect every token issued so far if they are unreadable: %s',
    async (data) => {
      const heard = await open();
      const iat = Math.floor(Date.now() / 1000) - 5;
      const old = await issuer.token({ iat, exp: iat + 300 });
      issuer.tell('cut-off', data);
      await eventually(async () => (await outcome(heard, old)) === 'cut-off');
      expect(await outcome(heard, await issuer.token({ iat: iat + 9, exp: iat + 200 }))).toBe('ada');
    },
  );
});

describe('the stream', () => {
  test('authenticates with its own access token, and resumes after the last event', async () => {
    const heard = await open();
    expect(issuer.streams[0]?.headers).toMatchObject({ authorization: expect.stringMatching(/^Bearer ey/) });
    expect(issuer.streams[0]?.headers['last-event-id']).toBeUndefined();
    issuer.tell('cut-off', { ver: 12, users: ['bob'] }, 12);
    const bob = await issuer.token({ sub: 'bob' });
    await eventually(async () => (await outcome(heard, bob)) === 'cut-off');
    issuer.hangUp();
    await eventually(() => issuer.streams.length === 2 && heard.connected);
    expect(issuer.streams[1]?.headers['last-event-id']).toBe('12');
    expect(await outcome(heard, bob)).toBe('cut-off');
  });

  test('reconnects after an outage of Licet, and reports each change of the connection', async () => {
    const statuses: boolean[] = [];
    const heard = await open({ onStatus: ({ connected }) => statuses.push(connected) });
    issuer.broken.set('/api/v1/live/cut-offs', 503);
    issuer.hangUp();
    await eventually(() => !heard.connected);
    const asked = issuer.asked.length;
    await eventually(() => issuer.asked.length > asked);
    issuer.broken.clear();
    await eventually(() => heard.connected);
    expect([statuses[0], statuses[1], statuses.at(-1)]).toEqual([true, false, true]);
  });

  test('names the address and the reason when Licet goes away and does not answer', async () => {
    const details: string[] = [];
    const heard = await open({ onStatus: ({ connected, detail }) => void (connected || details.push(detail)) });
    await issuer.close();
    await eventually(() => details.length > 1 && !heard.connected);
    expect(details[0]).toBe(`The connection to Licet at ${issuer.url} broke off: terminated (UND_ERR_SOCKET).`);
    expect(details[1]).toBe(`Licet does not answer at ${issuer.url}: fetch failed (ECONNREFUSED).`);
  });

  test('reports why Licet refuses it, also through ready()', async () => {
    const detail = 'This client already has 200 streams open on this server.';
    const full = async (address: string, init: RequestInit) =>
      address.endsWith('/cut-offs')
        ? Response.json({ code: 'live_full', detail }, { status: 503 })
        : fetch(address, init);
    const details: string[] = [];
    verifier = createVerifier({
      issuer: issuer.url,
      audience: 'ledger',
      client,
      whenDisconnected: 'refuse',
      fetch: full,
      onStatus: (status) => void details.push(status.detail),
    });
    await eventually(() => details.length > 0);
    const refused = `Licet answered the stream of cut-offs with 503: ${detail}`;
    expect(details[0]).toBe(refused);
    await expect(verifier.ready(50)).rejects.toThrow(refused);
  });

  test.each(['serve', 'refuse'] as const)(
    'stays disconnected with “%s” if the client belongs to another application, and ready() rejects',
    async (whenDisconnected) => {
      const details: string[] = [];
      const onStatus = ({ detail }: { detail: string }) => void details.push(detail);
      verifier = createVerifier({ issuer: issuer.url, audience: 'crm', client, whenDisconnected, onStatus });
      const wrong = `The client ${client.id} belongs to the application “ledger”, but “audience” is “crm”.`;
      await expect(verifier.ready()).rejects.toThrow(wrong);
      await eventually(() => details.length > 0);
      expect(details[0]).toContain(wrong);
      expect(issuer.streams).toEqual([]);
    },
  );

  test('reconnects with growing delays if a proxy closes it immediately', async () => {
    vi.useFakeTimers();
    let asked = 0;
    const service = {
      call: async () => {
        asked += 1;
        return new Response('event: ready\ndata: {"ver":1}\n\n', { headers: { 'content-type': 'text/event-stream' } });
      },
    } as unknown as ReturnType<typeof createService>;
    const now = () => Date.now() / 1000;
    const cutOffs = createCutOffs({ keep: 360, most: 1000, now });
    const stream = openCutOffStream({ service, cutOffs, now, silence: 20_000, grace: 5000, onStatus: () => undefined });
    try {
      await vi.advanceTimersByTimeAsync(60_000);
      // After the first few failures, the verifier retries about once a second. A fixed pause of 100 ms would cause
      // about 600 requests.
      expect(asked).toBeGreaterThan(50);
      expect(asked).toBeLessThan(130);
    } finally {
      stream.close();
      vi.useRealTimers();
    }
  });

  test('requests a new access token if its own is refused', async () => {
    const heard = await open();
    issuer.broken.set('/api/v1/live/cut-offs', 401);
    issuer.hangUp();
    await eventually(() => issuer.asked.filter((path) => path === '/token').length > 1);
    issuer.broken.clear();
    await eventually(() => heard.connected);
  });
});

describe('without cut-offs', () => {
  const cutConnection = () => {
    issuer.broken.set('/api/v1/live/cut-offs', 503);
    issuer.hangUp();
  };

  test('tokens are still accepted by default', async () => {
    const heard = await open();
    cutConnection();
    await eventually(() => !heard.connected);
    expect(await outcome(heard, await issuer.token())).toBe('ada');
  });

  test('a verifier without a client accepts tokens and opens no stream', async () => {
    verifier = createVerifier({ issuer: issuer.url, audience: 'ledger' });
    expect(await outcome(verifier, await issuer.token())).toBe('ada');
    expect(verifier.connected).toBe(false);
    expect(issuer.streams).toEqual([]);
  });

  test('a stream becomes stale after the longest allowed silence', {
    retry: 3,
  }, async () => {
    const keys = openKeys({ issuer: issuer.url, fetch, onChange: () => undefined });
    const service = createService({ address: issuer.url, audience, client, issuer: keys.issuer, fetch });
    const now = () => Date.now() / 1000;
    const cutOffs = createCutOffs({ keep: 360, most: 1000, now });
    const parts = { service, cutOffs, now, silence: 400, grace: 5000, onStatus: () => undefined };
    const stream = openCutOffStream(parts);
    try {
      expect(stream.stale).toBe(true);
      await stream.first;
      for (let beat = 0; beat < 4; beat += 1) {
        await new Promise((resolve) => setTimeout(resolve, 150));
        issuer.tell('beat', '');
      }
      expect([stream.stale, issuer.streams.length]).toEqual([false, 1]);
      issuer.broken.set('/api/v1/live/cut-offs', 503);
      await eventually(() => stream.stale);
    } finally {
      stream.close();
      keys.close();
    }
  });

  test('with “refuse”, requests get 503 before the stream opens and five seconds after it ends', async () => {
    issuer.greet = false;
    const heard = createVerifier({ issuer: issuer.url, audience: 'ledger', client, whenDisconnected: 'refuse' });
    verifier = heard;
    const token = await issuer.token();
    await expect(heard.verify(token)).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
      reason: 'disconnected',
    });
    await eventually(() => issuer.streams.length === 1);
    issuer.tell('ready', { ver: 1 }, 1);
    await heard.ready();
    const access = await heard.verify(token);
    cutConnection();
    await eventually(() => !heard.connected);
    expect(await outcome(heard, token)).toBe('ada');
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 5100);
    expect(await outcome(heard, token)).toBe('disconnected');
    expect(access.can('invoices.read')).toBe(false);
    issuer.greet = true;
    issuer.broken.clear();
    await heard.ready();
    await eventually(() => heard.connected);
    expect(await outcome(heard, token)).toBe('ada');
  });
});
