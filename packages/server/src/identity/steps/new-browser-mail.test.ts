import { limits } from '@licet/contract';
import { beforeAll, expect, test } from 'vitest';
import type { TestStore } from '../../store/store.testing.ts';
import {
  addSignInUser,
  arrange,
  Browser,
  signIn,
  type TestClient,
  type TestServer,
  testShop,
} from './sign-in.testing.ts';

let store: TestStore;
let server: TestServer;
let app: TestClient;

beforeAll(async () => {
  const started = await testShop();
  ({ store, server, app } = started);
  return started.close;
});
let no = 0;
const someone = (overrides: object = {}) =>
  arrange(store, (handle) => addSignInUser(server, handle, { email: `maya${no++}@harbour.example`, ...overrides }));
const mailsTo = async ({ id }: { readonly id: string }) =>
  (
    await store.database.pool.query(
      'select m.data, m.language from mails m join jobs j on m.id = (j.data ->> $2)::uuid where m.user_id = $1 order by m.queued_at',
      [id, 'mail'],
    )
  ).rows;

class English extends Browser {
  override go(location: string, init: RequestInit = {}): Promise<Response> {
    return super.go(location, { ...init, headers: { ...init.headers, 'accept-language': 'en' } as HeadersInit });
  }
}

test('a user gets a mail about each unknown browser except the first', async () => {
  const user = await someone();
  const { browser } = await signIn(server, app, user.username);
  await signIn(server, app, user.username, { browser });
  expect(await mailsTo(user)).toEqual([]);
  await signIn(server, app, user.username);
  expect(await mailsTo(user)).toMatchObject([{ data: { network: '127.0.0.1', client: expect.any(String) } }]);
});

test('a mail about a new browser uses the user’s language, not the browser’s', async () => {
  const user = await someone();
  await signIn(server, app, user.username);
  await store.database.pool.query(`update last_sign_ins set language = 'de' where user_id = $1`, [user.id]);
  await signIn(server, app, user.username, { browser: new English(server.issuer) });
  expect(await mailsTo(user)).toMatchObject([{ language: 'de' }]);
  const { rows } = await store.database.pool.query('select language from last_sign_ins where user_id = $1', [user.id]);
  expect(rows).toEqual([{ language: 'de' }]);
});

test('limits mails about new browsers, and sends none to a user without an address', async () => {
  const mute = await someone({ email: null });
  for (let time = 0; time < 2; time += 1) await signIn(server, app, mute.username);
  expect(await mailsTo(mute)).toEqual([]);
  const script = await someone();
  for (let time = 0; time < limits.newBrowsersTold.value + 3; time += 1) await signIn(server, app, script.username);
  expect(await mailsTo(script)).toHaveLength(limits.newBrowsersTold.value);
});
