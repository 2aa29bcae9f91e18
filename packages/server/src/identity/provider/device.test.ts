import { cliClientId } from '@licet/contract';
import { generateKeyPair } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureLicet } from '../../store/licet/licet.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { addApplication, addGrant, addPermission, type TestNamed } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  claimsOf,
  password,
  type StartedServer,
  type TestClient,
  testServers,
} from '../steps/sign-in.testing.ts';
import { enter, type Form, formOf, send } from './provider.testing.ts';

// Device authorisation (RFC 8628): a program without a browser, and a user who enters its code in a browser.

let both: Awaited<ReturnType<typeof testServers>>;
let store: StartedServer['store'];
let server: StartedServer['server'];
let other: StartedServer['server'];
let tv: TestClient;
let ada: TestNamed & { username: string };

beforeAll(async () => {
  both = await testServers();
  ({ store, server, other } = both);
  await ensureLicet(store.database, server.issuer);
  await arrange(store, async (handle) => {
    const shop = await addApplication(handle, 'shop', 'Shop');
    const permission = await addPermission(handle, shop, 'orders.read');
    ada = await addSignInUser(server, handle, { username: 'ada' });
    await addGrant(handle, { application: shop, principal: ada, permission });
    tv = await addClient(handle, shop, 'device', { name: 'Shop <television>' });
  });
});
beforeEach(async () => void (await store.database.pool.query('delete from failures')));
afterAll(async () => {
  expect(server.errors).toEqual([]);
  await both.close();
});

const noForm: Form = { action: '', fields: {}, text: '' };
const configOf = (id: string) =>
  client.discovery(new URL(server.issuer), id, undefined, client.None(), { execute: [client.allowInsecureRequests] });

/** Confirms the form, signs in when the server requires it, and follows redirects to the last page. */
async function confirm(browser: Browser, form: Form, login = ada.username): Promise<string> {
  let answer = await send(browser, form);
  for (let step = 0; step < 8 && answer.headers.has('location'); step += 1) {
    const location = answer.headers.get('location') ?? '';
    const uid = /\/sign-in\/([\w-]+)/.exec(location)?.[1];
    if (uid === undefined) answer = await browser.go(location);
    else {
      const signedIn = await browser.go(`/sign-in/${uid}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.issuer },
        body: JSON.stringify({ login, password }),
      });
      answer = await browser.go(((await signedIn.json()) as { location: string }).location);
    }
  }
  return answer.text();
}

describe('a program without a browser', () => {
  test('gets a token for the user who enters its code, and refreshes it until the session ends', async () => {
    const config = await configOf(tv.id);
    const begun = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
    expect(begun).toMatchObject({ verification_uri: `${server.issuer}/device`, expires_in: 600 });
    expect(begun.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const DPoP = client.getDPoPHandle(config, await generateKeyPair('ES256', { extractable: true }));
    const poll = () =>
      client.genericGrantRequest(
        config,
        'urn:ietf:params:oauth:grant-type:device_code',
        { device_code: begun.device_code },
        { DPoP },
      );
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });

    const browser = new Browser(server.issuer);
    const form = await enter(browser.at(other.address), begun.user_code.toLowerCase().replace('-', ' '));
    expect(form.text).toContain('Sign in to Shop &#60;television&#62;?');
    expect(form.text).toContain(begun.user_code);
    expect(form.text).toContain('Continue only if you have just started this yourself');
    expect(form.text).toContain('<dt>Program</dt><dd>Shop &#60;television&#62; (Shop)</dd>');
    expect(form.text).toContain('<dd>In Shop, everything that you may do, until you sign out</dd>');
    expect(form.text).toMatch(/<dt>Requested from<\/dt><dd>[\d.:af]+, the same address as yours<\/dd>/);
    expect(form.text).not.toContain('class="warning"');
    expect(await confirm(browser, form)).toContain('You are signed in.');

    expect((await enter(browser, begun.user_code)).text).toContain('The code has already been used.');
    const tokens = await poll();
    expect(claimsOf(tokens.access_token)).toMatchObject({ sub: ada.id, aud: 'shop', permissions: ['orders.read'] });
    // The first token has the same claims as refreshed tokens (RFC 9068 section 2.2.1).
    expect(claimsOf(tokens.access_token)).toMatchObject({ auth_time: expect.any(Number), acr: expect.any(String) });
    await expect(poll()).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('refreshes without rotation with its DPoP key, until the session ends', async () => {
    const config = await configOf(cliClientId);
    const begun = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
    const keys = await generateKeyPair('ES256', { extractable: true });
    const DPoP = client.getDPoPHandle(config, keys);
    const browser = new Browser(server.issuer);
    await confirm(browser, await enter(browser, begun.user_code));
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...begun, interval: 1 }, undefined, { DPoP });
    expect(claimsOf(tokens.access_token)).toMatchObject({ sub: ada.id, aud: 'licet', client_id: cliClientId });
    const refresh = tokens.refresh_token ?? '';
    const renewed = await client.refreshTokenGrant(config, refresh, undefined, { DPoP });
    expect(renewed.refresh_token ?? refresh).toBe(refresh);
    await expect(client.refreshTokenGrant(config, refresh)).rejects.toMatchObject({ error: 'invalid_grant' });
    await arrange(store, (handle) => endSessionsOf(handle, ada.id));
    await expect(client.refreshTokenGrant(config, refresh, undefined, { DPoP })).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('gets access_denied when the user cancels', async () => {
    const config = await configOf(tv.id);
    const begun = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
    const browser = new Browser(server.issuer);
    const answer = await send(browser, await enter(browser, begun.user_code), { abort: 'yes' });
    expect(await answer.text()).toContain('The program was not signed in.');
    const poll = client.pollDeviceAuthorizationGrant(config, { ...begun, interval: 1 });
    await expect(poll).rejects.toMatchObject({ error: 'access_denied' });
  });

  test('attack 11: signs in one of several users who confirm its code at the same moment', async () => {
    const bob = await arrange(store, (handle) => addSignInUser(server, handle));
    const config = await configOf(tv.id);
    const begun = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
    const browsers = [server, other, server, other].map(({ address }) => new Browser(address));
    const forms = await Promise.all(browsers.map((browser) => enter(browser, begun.user_code)));
    const people = [ada, bob, ada, bob];
    const pages = await Promise.all(
      browsers.map((browser, place) => confirm(browser, forms[place] ?? noForm, people[place]?.username)),
    );
    const done = pages.flatMap((text, place) => (text.includes('You are signed in.') ? [people[place]?.id] : []));
    expect(done).toHaveLength(1);
    expect(pages.filter((text) => text.includes('The code has already been used.'))).toHaveLength(3);
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...begun, interval: 1 });
    expect([claimsOf(tokens.access_token).sub]).toEqual(done);
  });

  test('attack 12: ends the token of a code that is used again before the token is signed', async () => {
    const config = await configOf(cliClientId);
    const begun = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
    const browser = new Browser(server.issuer);
    expect(await confirm(browser, await enter(browser, begun.user_code))).toContain('You are signed in.');
    const { pool } = store.database;
    const poll = async () => {
      await pool.query(`update oidc_records set payload = payload - 'polledAt' where model = 'DeviceCode'`);
      const grant = 'urn:ietf:params:oauth:grant-type:device_code';
      const body = new URLSearchParams({ client_id: cliClientId, grant_type: grant, device_code: begun.device_code });
      const answer = await fetch(`${server.address}/oidc/token`, { method: 'POST', body });
      return (await answer.json()) as { access_token?: string; error?: string };
    };
    const holder = await pool.connect();
    try {
      // The first poll uses the code, and then waits for the user's account.
      await holder.query('begin; lock table users in access exclusive mode');
      const first = poll();
      const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await pool.query(waits)).rowCount, { timeout: 60_000 }).toBe(1);
      expect(await poll()).toMatchObject({ error: 'invalid_grant' });
      store.setClock(2000);
      await holder.query('commit');
      const { access_token: token = '' } = await first;
      expect(claimsOf(token)).toMatchObject({ sub: ada.id });
      const me = () => fetch(`${other.address}/api/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });
      await expect.poll(async () => (await me()).status, { timeout: 60_000 }).toBe(401);
    } finally {
      holder.release();
      store.setClock(0);
    }
  });

  test('attack 18: another client cannot start the flow or redeem a stolen code', async () => {
    const shop = await configOf(tv.id);
    const begun = await client.initiateDeviceAuthorization(shop, { scope: 'openid' });
    const browser = new Browser(server.issuer);
    await confirm(browser, await enter(browser, begun.user_code));
    const cli = await configOf(cliClientId);
    const poll = client.pollDeviceAuthorizationGrant(cli, { ...begun, interval: 1 });
    await expect(poll).rejects.toMatchObject({ error: 'invalid_grant' });
    const page = await arrange(store, (handle) => addApplication(handle).then((app) => addClient(handle, app)));
    await expect(client.initiateDeviceAuthorization(await configOf(page.id), {})).rejects.toMatchObject({
      error: 'invalid_request',
    });
  });
});

describe('the device code page', () => {
  test('attack 27: refuses a form with a wrong token or from another browser', async () => {
    const begun = await client.initiateDeviceAuthorization(await configOf(tv.id), { scope: 'openid' });
    const browser = new Browser(server.issuer);
    const form = await enter(browser, begun.user_code);
    const forged = await send(browser, { ...form, fields: { ...form.fields, xsrf: 'x'.repeat(48) } });
    expect(await forged.text()).not.toContain('You are signed in');
    const stranger = await send(new Browser(server.issuer), form);
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/device?again=']);
    expect((await formOf(await browser.go('/device?again='))).text).toContain('your browser blocks cookies');
  });

  test('starts again for an unknown or malformed id in its path', async () => {
    for (const uid of ['made-up', '%00', 'x'.repeat(21)]) {
      const answer = await new Browser(server.issuer).go(`/device/${uid}`);
      expect([answer.status, answer.headers.get('location')], uid).toEqual([303, '/device?again=']);
    }
  });

  test('is in German for a German browser, warns of a remote request, and escapes its text', async () => {
    const headers = { 'accept-language': 'de', 'user-agent': '<b>box</b>' };
    const body = new URLSearchParams({ client_id: tv.id, scope: 'openid' });
    const begun = await fetch(`${server.address}/oidc/device`, { method: 'POST', body, headers });
    const { user_code: code } = (await begun.json()) as { user_code: string };
    await store.database.pool.query(
      `update oidc_records set payload = jsonb_set(payload, '{deviceInfo,address}', '"203.0.113.9"') where payload ->> 'userCode' = $1`,
      [code.replace('-', '')],
    );
    const browser = new Browser(server.issuer);
    const german = { headers };
    const first = await formOf(await browser.go('/device', german));
    expect(first.text).toContain('<html lang="de">');
    expect(first.text).toContain('Geben Sie keinen ein, den Ihnen jemand geschickt hat');
    const asked = await formOf(
      await browser.go(first.action, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ ...first.fields, user_code: code }),
      }),
    );
    expect(asked.text).toContain('<dt>Angefragt von</dt><dd>203.0.113.9</dd>');
    expect(asked.text).toContain('Die Anfrage kam von einer anderen Adresse als Ihrer.');
    expect(asked.text).toContain('&#60;b&#62;box&#60;/b&#62;');
    expect(asked.text).not.toContain('<b>box');
  });

  test('reports an expired code and asks for another one', async () => {
    const begun = await client.initiateDeviceAuthorization(await configOf(tv.id), { scope: 'openid' });
    await store.database.pool.query(
      `update oidc_records set payload = jsonb_set(payload, '{exp}', '1'), expires_at = now() - interval '1 minute' where payload ->> 'userCode' = $1`,
      [begun.user_code.replace('-', '')],
    );
    const { text } = await enter(new Browser(server.issuer), begun.user_code);
    expect(text).toContain('The code has expired.');
    expect(text).toMatch(/name="user_code"[^>]* aria-invalid="true"/);
  });

  test('attack 45: is not shown in a frame', async () => {
    const answer = await fetch(`${server.address}/device`, { headers: { 'sec-fetch-dest': 'iframe' } });
    expect(answer.status).toBe(403);
    const own = await fetch(`${server.address}/device`);
    expect(own.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('limits code entries per network across servers, and stores device codes sealed', async () => {
    const begun = await client.initiateDeviceAuthorization(await configOf(tv.id), { scope: 'openid' });
    const browser = new Browser(server.issuer);
    for (let tries = 0; tries < 30; tries += 1) {
      const { text } = await enter(tries % 2 ? browser : browser.at(other.address), 'BBBB-BBBB');
      if (text.includes('Too many codes')) break;
      expect(text).toContain('This code does not exist.');
    }
    expect((await enter(browser, begun.user_code)).text).toContain(
      'Too many codes were entered from your network address.',
    );
    const { rows } = await store.database.pool.query<{ all: string }>(
      'select json_agg(r)::text as all from oidc_records r',
    );
    expect(rows[0]?.all).not.toContain(begun.device_code);
  });
});
