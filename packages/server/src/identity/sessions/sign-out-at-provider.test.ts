import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ConnectionsWorld, connectionsWorld, rule } from '../connections/connections.testing.ts';
import type { Cookies } from '../connections/external-provider.testing.ts';
import { type Browser, claimsOf, nextOf } from '../steps/sign-in.testing.ts';
import { addPerson, begin } from '../steps/steps.testing.ts';

// Users who signed in through a provider and sign out here also sign out there, if the connection is configured so.

let world: ConnectionsWorld;
let signingOut: string;
beforeAll(async () => {
  world = await connectionsWorld();
  const { provider, connect } = world;
  const fields = { ...rule, issuer: provider.issuer, clientId: provider.client.id, signsOutThere: true };
  const scopes = ['openid', 'profile', 'email', 'groups'];
  signingOut = await connect({ ...fields, name: 'There', scopes }, provider.client.secret);
});
afterAll(() => world.close());
afterEach(() => {
  world.provider.instead = undefined;
});

const bye = 'http://127.0.0.1:9/bye';

/** Signs a new user in through the provider, in a browser that stays signed in there. */
async function comeBy(connection = signingOut, overrides: object = {}) {
  const { provider, stranger, signIn } = world;
  provider.person = stranger(overrides);
  const cookies: Cookies = new Map();
  const { page, tokens, claims, call } = await signIn(connection, cookies);
  if (!tokens || !claims || !call) throw new Error('Nobody came.');
  return { browser: page.browser, cookies, tokens, sub: claims.sub, call };
}

const endOf = (idToken: string | undefined, fields: Record<string, string> = {}) =>
  `/oidc/session/end?${new URLSearchParams({ ...(idToken && { id_token_hint: idToken }), ...fields })}`;
const toBye = { post_logout_redirect_uri: bye, state: 's1' };
const toldIn = (response: Response): unknown => {
  const [content = ''] = /(?<=licet_signed_out=)[\w-]+/.exec(response.headers.getSetCookie().join()) ?? [];
  return content === '' ? undefined : JSON.parse(Buffer.from(content, 'base64url').toString());
};
const returnOf = (browser: Browser, state: unknown) =>
  browser.go(`/sign-out/return?${new URLSearchParams({ state: String(state) })}`);

describe('signing out at a provider', () => {
  test('follows the local sign-out, sends the ID token, and returns to the application', async () => {
    const { server, provider, signIn } = world;
    const { browser, cookies, tokens, call } = await comeBy();
    await wait(1100);
    const left = new URL(nextOf(await browser.go(endOf(tokens.id_token, toBye))));
    expect((await call('GET', '/me')).status).toBe(401);
    expect(browser.cookieNames).not.toContain('licet_session');
    expect(left.origin).toBe(provider.issuer);
    const asked = Object.fromEntries(left.searchParams);
    expect(asked).toEqual({
      id_token_hint: expect.any(String),
      client_id: provider.client.id,
      post_logout_redirect_uri: `${server.issuer}/sign-out/return`,
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(claimsOf(asked.id_token_hint ?? '').sub).toBe(provider.person?.sub);
    const logins = provider.logins;
    await signIn(signingOut, new Map(cookies));
    expect(provider.logins).toBe(logins);
    const back = new URL(await provider.visit(left.href, cookies));
    expect(back.origin + back.pathname).toBe(`${server.issuer}/sign-out/return`);
    expect(nextOf(await browser.go(back.href))).toBe(`${bye}?state=s1`);
    // The return address works once; a forged one never works.
    expect(nextOf(await browser.go(back.href))).toBe('/signed-out');
    expect(nextOf(await returnOf(browser, 'made up'))).toBe('/signed-out');
    await signIn(signingOut, cookies);
    expect(provider.logins).toBe(logins + 1);
  });

  test('on another server returns to Licet’s own page if the application gave no address', async () => {
    const { another, provider } = world;
    const { browser, cookies, tokens } = await comeBy();
    const left = nextOf(await browser.at(another.address).go(endOf(tokens.id_token, { ui_locales: 'de' })));
    expect(new URL(left).searchParams.get('ui_locales')).toBe('de');
    expect(nextOf(await browser.go(await provider.visit(left, cookies)))).toBe('/signed-out?ui_locales=de');
  });

  test('continues from the confirmation by a refresh page, because browsers restrict the redirects of forms', async () => {
    const { licet, provider } = world;
    for (const [asked, to] of [
      [toBye, `${bye}?state=s1`],
      [{}, '/signed-out'],
      [{ post_logout_redirect_uri: 'http://evil.example/' }, '/signed-out?address=unknown'],
    ] as const) {
      const { browser, cookies, call } = await comeBy();
      const question = await (await browser.go(endOf(undefined, { client_id: licet.id, ...asked }))).text();
      const hidden = [...question.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
      const fields = hidden.map(([, name = '', value = '']) => [name, value]);
      const body = new URLSearchParams([...fields, ['logout', 'yes']]);
      const done = await browser.go('/oidc/session/end/confirm', { method: 'POST', body });
      expect([done.status, done.headers.get('location')]).toEqual([200, null]);
      expect((await call('GET', '/me')).status).toBe(401);
      const [, left = ''] = /^0;url=(.+)$/.exec(done.headers.get('refresh') ?? '') ?? [];
      expect(new URL(left).origin).toBe(provider.issuer);
      expect(await done.text()).toContain(`<a href="${left.replaceAll('&', '&#38;')}">`);
      expect(nextOf(await browser.go(await provider.visit(left, cookies)))).toBe(to);
    }
  });

  test('is skipped for password users and for connections without this setting', async () => {
    const { store, server, licet, acme } = world;
    const { browser, tokens } = await comeBy(acme);
    expect(nextOf(await browser.go(endOf(tokens.id_token, toBye)))).toBe(`${bye}?state=s1`);
    const user = await addPerson(store, server);
    const page = await begin(server, licet);
    const { id_token: own } = await page.finish(await page.password(user.username));
    expect(nextOf(await page.browser.go(endOf(own, toBye)))).toBe(`${bye}?state=s1`);
  });

  test('is skipped when another user signs in in the same browser', async () => {
    const { server, licet, provider, stranger, leave, comeBack } = world;
    const { browser, call } = await comeBy();
    provider.person = stranger();
    const page = await begin(server, licet, browser, { prompt: 'login' });
    const form = await (await browser.go(await comeBack(page, await leave(page, signingOut)))).text();
    const inputs = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
    const body = new URLSearchParams(inputs);
    const ended = await browser.go('/oidc/session/end/confirm', { method: 'POST', body });
    expect((await call('GET', '/me')).status).toBe(401);
    expect(nextOf(ended)).toContain(`${server.issuer}/oidc/auth/`);
    expect(nextOf(await browser.go(nextOf(ended)))).toContain('code=');
  });

  test('ends only this browser’s session; the user’s other sessions continue', async () => {
    const { signIn } = world;
    const { browser, tokens } = await comeBy();
    const other = await signIn(signingOut);
    await browser.go(endOf(tokens.id_token));
    expect((await other.call?.('GET', '/me'))?.status).toBe(200);
  });

  test('omits an ID token that is too long for a URL', async () => {
    const { browser, tokens } = await comeBy(signingOut, {
      groups: Array.from({ length: 300 }, (_, no) => `a group ${no}`),
    });
    const left = new URL(nextOf(await browser.go(endOf(tokens.id_token))));
    expect(left.searchParams.get('id_token_hint')).toBeNull();
    expect(left.searchParams.get('client_id')).toBe(world.provider.client.id);
  });
});

describe('when the provider cannot sign out, the local session ends and the page says so', () => {
  const discovery = (answer: (whole: Record<string, unknown>) => object | undefined) => {
    const { provider } = world;
    provider.instead = (request, response) => {
      if (!request.url?.startsWith('/.well-known/')) return false;
      provider.instead = undefined;
      void fetch(`${provider.issuer}/.well-known/openid-configuration`).then(async (whole) => {
        const said = answer((await whole.json()) as Record<string, unknown>);
        if (said) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
        else response.writeHead(500).end();
      });
      return true;
    };
  };

  test.each([
    ['without an endpoint for it', ({ end_session_endpoint: _, ...rest }: Record<string, unknown>) => rest],
    ['with broken metadata', () => undefined],
    [
      'whose endpoint is not a web address',
      (whole: object) => ({ ...whole, end_session_endpoint: 'javascript:alert(1)' }),
    ],
  ])('for a provider %s', async (_, answer) => {
    const { store, another } = world;
    // Metadata is cached for a version of the connection, so a new version fetches it again.
    await store.database.pool.query('update connections set no_from = no_from - 1 where id = $1', [signingOut]);
    const { browser, tokens, call } = await comeBy();
    await store.database.pool.query('update connections set no_from = no_from - 1 where id = $1', [signingOut]);
    discovery(answer);
    const response = await browser.at(another.address).go(endOf(tokens.id_token, { ...toBye, ui_locales: 'de' }));
    expect((await call('GET', '/me')).status).toBe(401);
    expect(nextOf(response)).toBe('/signed-out?ui_locales=de&there=unknown');
    const content = toldIn(response) as { provider?: string; on?: string };
    expect(content).toEqual({ provider: 'There', on: expect.any(String) });
    expect(nextOf(await returnOf(browser, content.on))).toBe(`${bye}?state=s1`);
  });
});

test('stores the ID token encrypted and only if needed, and deletes it with the session', async () => {
  const { store, acme } = world;
  const kept = async (sub: string) =>
    (
      await store.database.pool.query<{ token: Buffer | null }>(
        'select id_token as token from upstream_sessions u join sessions s on s.uid = u.session_uid where s.user_id = $1',
        [sub],
      )
    ).rows;
  const without = await comeBy(acme);
  expect(await kept(without.sub)).toEqual([{ token: null }]);
  const { browser, tokens, sub, call } = await comeBy();
  const [row] = await kept(sub);
  expect(row?.token?.length).toBeGreaterThan(100);
  expect(row?.token?.toString('latin1')).not.toContain('eyJ');
  const shown = JSON.stringify((await call('GET', '/me/sessions')).body);
  expect(shown).not.toMatch(/idToken|eyJ/);
  await browser.go(endOf(tokens.id_token));
  expect(await kept(sub)).toEqual([]);
});
