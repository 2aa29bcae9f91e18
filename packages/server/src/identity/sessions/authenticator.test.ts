import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApplication, type TestStore } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  claimsOf,
  signIn,
  signInStore,
  startServer,
  type TestServer,
} from '../steps/sign-in.testing.ts';
import { openWebOrigins, ownOrigin } from './web-origins.ts';

describe('activity', () => {
  let store: TestStore;
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    store = await signInStore();
    server = await startServer(store, { api: true });
    const registered = await arrange(store, async (handle) => {
      await addSignInUser(server, handle, { username: 'ada' });
      return addClient(handle, await addApplication(handle, 'ledger'));
    });
    ({ access_token: token } = (await signIn(server, registered, 'ada')).tokens);
  });
  afterAll(async () => {
    await server.close();
    await store.close();
  });

  /** Returns whether the server counts the call as activity of the user. */
  async function noted(headers: Record<string, string>, path = '/whoami'): Promise<boolean> {
    const session = claimsOf(token).sid;
    const idle = async () => {
      const { rows } = await store.database.pool.query<{ idle: boolean }>(
        `select seen_at < now() - interval '5 minutes' as idle from sessions where uid = $1`,
        [session],
      );
      return rows[0]?.idle;
    };
    await store.database.pool.query(`update sessions set seen_at = now() - interval '10 minutes' where uid = $1`, [
      session,
    ]);
    const response = await fetch(`${server.issuer}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    expect(response.status).toBe(200);
    for (let turn = 0; turn < 20 && (await idle()); turn += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    return !(await idle());
  }

  test('includes a user’s actions, but not automatic requests of a page', async () => {
    expect(await noted({ 'licet-unattended': '?1' })).toBe(false);
    expect(await noted({}, '/live/version')).toBe(false);
    expect(await noted({ 'licet-unattended': '?0' })).toBe(true);
  });
});

describe('the console’s own origin', () => {
  const local = ['http://127.0.0.1:5173', 'http://localhost:5173', 'http://[::1]:5173'];
  const strange = [
    'https://evil.example',
    'https://id.example.evil.example',
    'https://id.example:8443',
    'http://id.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1@evil.example',
    'file://localhost',
    'null',
    '',
  ];

  test('is exactly the issuer’s origin for an issuer on the network, and no local address', () => {
    const isOwn = ownOrigin('https://id.example/licet');
    expect(isOwn('https://id.example')).toBe(true);
    for (const origin of [...local, ...strange]) expect(isOwn(origin), origin).toBe(false);
  });

  test.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])(
    'is the issuer’s origin or any local address for an issuer at %s',
    (issuer) => {
      const isOwn = ownOrigin(issuer);
      for (const origin of [issuer, ...local]) expect(isOwn(origin), origin).toBe(true);
      for (const origin of strange) expect(isOwn(origin), origin).toBe(false);
    },
  );
});

describe('cached origins of clients', () => {
  const origin = 'https://shop.example';

  function counted(keep?: number) {
    const state = { reads: 0, fails: false, origins: [] as string[] };
    const read = async () => {
      state.reads += 1;
      if (state.fails) throw new Error('The database is away.');
      return new Set(state.origins);
    };
    return { state, origins: openWebOrigins(read, keep) };
  }

  test('are read once for a thousand preflights', async () => {
    const { state, origins } = counted();
    const answers = await Promise.all(Array.from({ length: 1000 }, () => origins.has(origin)));
    expect([state.reads, answers.some(Boolean)]).toEqual([1, false]);
  });

  test('are replaced immediately after a notification, or when they expire without one', async () => {
    const { state, origins } = counted(20);
    expect(await origins.has(origin)).toBe(false);
    state.origins = [origin];
    origins.forget();
    expect(await origins.has(origin)).toBe(true);
    state.origins = [];
    await expect.poll(() => origins.has(origin)).toBe(false);
  });

  test('are read again after a failed read', async () => {
    const { state, origins } = counted();
    state.fails = true;
    await expect(origins.has(origin)).rejects.toThrow('away');
    state.fails = false;
    state.origins = [origin];
    expect(await origins.has(origin)).toBe(true);
  });
});
