import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  arrange,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
} from '../../identity/steps/sign-in.testing.ts';
import { addLicetClient, addPerson, begin, caller } from '../../identity/steps/steps.testing.ts';
import { nameFailures } from '../../store/credentials/failures.ts';
import { firstPolicy, replacePolicy } from '../../store/policy/policy.ts';
import type { TestStore } from '../../store/store.testing.ts';

let store: TestStore;
let server: TestServer;
let licet: TestClient;

beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store, { api: true });
  licet = await addLicetClient(store);
});
afterAll(async () => {
  await server.close();
  await store.close();
});

async function signedIn(username: string) {
  const signIn = await begin(server, licet);
  return caller(server, (await signIn.finish(await signIn.password(username))).access_token);
}

type Known = { id: string; current: boolean; rememberedUntil: string | null };

test('lists the browsers in which the caller is known, and until when each is remembered; a forgotten one is unknown', async () => {
  const [maya, ines] = [await addPerson(store, server), await addPerson(store, server)];
  const [here, _there, others] = [
    await signedIn(maya.username),
    await signedIn(maya.username),
    await signedIn(ines.username),
  ];
  const list = async () => ((await here('GET', '/me/browsers')).body as unknown as { items: Known[] }).items;
  const [own, other, ...rest] = await list();
  expect([own, other, rest]).toMatchObject([
    { current: true, rememberedUntil: null, address: expect.any(String) },
    { current: false },
    [],
  ]);
  const { version: _, ...first } = firstPolicy;
  await arrange(store, (change) => replacePolicy(change, { ...first, rememberedDays: 2 }));
  const at = Buffer.from(other?.id ?? '', 'hex');
  await store.database.pool.query('update known_browsers set remembered_at = now() where token_hash = $1', [at]);
  const until = Date.parse((await list())[1]?.rememberedUntil ?? '') - Date.now();
  expect(Math.abs(until - 2 * 86_400_000)).toBeLessThan(60_000);

  const address = `/me/browsers/${other?.id}`;
  expect((await others('DELETE', address)).status).toBe(404);
  expect((await here('DELETE', address)).status).toBe(204);
  expect((await here('DELETE', address)).status).toBe(404);
  expect((await list()).map(({ id }) => id)).toEqual([own?.id]);
  expect((await here('GET', '/me/sessions')).body.items).toHaveLength(2);
});

test('shows whether other browsers are locked, by either name of the caller', async () => {
  const user = await addPerson(store, server, { email: 'lena@harbour.example' });
  const call = await signedIn(user.username);
  expect((await call('GET', '/me/browsers')).body).toMatchObject({ lockedElsewhere: false });
  const { key, kind, ever } = nameFailures('lena@harbour.example', true);
  await store.database.pool.query(`insert into failures values ($1, $2, $3, now(), '-infinity')`, [key, kind, ever]);
  expect((await call('GET', '/me/browsers')).body).toMatchObject({ lockedElsewhere: true });
});
