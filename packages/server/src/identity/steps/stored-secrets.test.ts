import { afterAll, beforeAll, expect, test } from 'vitest';
import { readClock } from '../../store/kernel/clock.ts';
import { addSetupCode } from '../../store/sign-in/setup.ts';
import { addApplication, type TestStore } from '../../store/store.testing.ts';
import { askAddressLink, makeAddressLink } from '../../store/users/addresses.ts';
import { whereNamed } from '../../usecases/users/erase.testing.ts';
import { addClient, arrange, password, signInStore, startServer, type TestServer } from './sign-in.testing.ts';
import { addAdministrators, addLicetClient, addPersonWithTotp, begin, codesOf, readBase32 } from './steps.testing.ts';

let store: TestStore;
let server: TestServer & { address: string };
beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store, { api: true });
});
afterAll(async () => {
  await server.close();
  await store.close();
});

/** Returns the tables that contain the value as text, or as bytes. PostgreSQL shows bytes in hexadecimal. */
async function tablesWith(value: string): Promise<string[]> {
  const words = [value, Buffer.from(value).toString('hex'), Buffer.from(value, 'base64url').toString('hex')];
  const found = await whereNamed(
    store.database,
    words.map((word) => new RegExp(word.replace(/\W/g, '\\$&'), 'i')),
  );
  return found.map((row) => row.slice(0, row.indexOf(':')));
}

test('no table stores a password, link, code, cookie or token of a user, or a client’s secret', async () => {
  const nextCode = codesOf(store);
  const licet = await addLicetClient(store);
  const { admin } = await addAdministrators(store, server, licet);
  const { user, secret, recoveryCodes } = await addPersonWithTotp(store, server, licet, nextCode);
  const page = await begin(server, licet);
  await page.password(user.username);
  const tokens = await page.finish(await page.code(nextCode(secret)));
  const link = String((await admin('POST', `/users/${user.id}/password-link`)).body.url).split('token=')[1] ?? '';
  const clerk = await addPersonWithTotp(store, server, licet, nextCode);
  const program = await arrange(store, async (handle) =>
    addClient(handle, await addApplication(handle, 'shop', 'Shop'), 'server'),
  );
  const setupCode = 'ABCD-EFGH-JKLM-NPQR';
  await addSetupCode(store.database, setupCode);
  const address = { own: true, userId: clerk.user.id, address: 'clerk@harbour.example' };
  const now = await readClock(store.database);
  const addressToken = 'QWRkcmVzcy1saW5rLW9mLWEtdGVzdC13aXRoLTQzLWNocw';
  await arrange(store, (handle) => askAddressLink(handle, address));
  const { rows } = await store.database.pool.query('select asked_at as "askedAt" from address_links');
  await makeAddressLink(store.database.pool, { ...address, askedAt: rows[0].askedAt, token: addressToken, now });

  const values: Readonly<Record<string, string | null | undefined>> = {
    password,
    'authenticator app': secret,
    'recovery code': recoveryCodes[0],
    'recovery code as typed': recoveryCodes[0]?.replaceAll('-', ''),
    'password link': link,
    'link of an address': addressToken,
    'set-up code': setupCode,
    'session cookie': page.browser.cookie('licet_session'),
    'known browser': page.browser.cookie('licet_known'),
    'access token': tokens.access_token,
    'refresh token': tokens.refresh_token,
    'client secret': program.secret,
  };
  for (const [name, value] of Object.entries(values)) {
    expect(value?.length, name).toBeGreaterThan(10);
    expect(await tablesWith(value ?? ''), name).toEqual([]);
  }
  expect(await tablesWith(readBase32(secret).toString('base64url'))).toEqual([]);
  expect(await tablesWith(user.username)).toContain('users');
});
