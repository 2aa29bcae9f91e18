import { beforeAll, describe, expect, test } from 'vitest';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { addApplication, type TestStore } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  claimsOf,
  nextOf,
  password,
  redirectUri,
  signIn,
  type TestClient,
  type TestServer,
  testShop,
} from '../steps/sign-in.testing.ts';

let store: TestStore;
let server: TestServer;
let app: TestClient;

beforeAll(async () => {
  const started = await testShop();
  ({ store, server, app } = started);
  await arrange(store, (handle) => addSignInUser(server, handle, { username: 'ada' }));
  return started.close;
});

const endOf = (fields: Record<string, string>) =>
  `/oidc/session/end?${new URLSearchParams({ post_logout_redirect_uri: 'http://127.0.0.1:9/bye', state: 's1', ...fields })}`;

/** An unsigned ID token. */
const claimless = `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.x`;

async function refreshes(token: string | undefined, { id }: TestClient = app): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token ?? '', client_id: id });
  return (await fetch(`${server.issuer}/oidc/token`, { method: 'POST', body })).status;
}

/** Submits the form of the confirmation page. */
const press = (browser: Browser, page: string, answer: Record<string, string> = { logout: 'yes' }) => {
  const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [name, value.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))],
  );
  const body = new URLSearchParams([...fields, ...Object.entries(answer)]);
  return browser.go('/oidc/session/end/confirm', { method: 'POST', body, headers: { accept: 'text/html' } });
};

describe('signing out', () => {
  test('asks for no confirmation if the ID token is from this session', async () => {
    const { tokens, browser } = await signIn(server, app, 'ada');
    const response = await browser.go(endOf({ id_token_hint: tokens.id_token ?? '' }));
    expect(response.status).toBeGreaterThanOrEqual(302);
    expect(response.headers.get('location')).toBe('http://127.0.0.1:9/bye?state=s1');
    expect(browser.cookieNames).not.toContain('licet_session');
    expect(await refreshes(tokens.refresh_token)).toBe(400);
    await expect(signIn(server, app, 'nobody', { browser })).rejects.toThrow('sign_in_failed');
  });

  test('attack 27: asks for confirmation if the ID token is missing or from another session', async () => {
    const elsewhere = await signIn(server, app, 'ada');
    const { tokens, browser } = await signIn(server, app, 'ada');
    for (const fields of [{ id_token_hint: elsewhere.tokens.id_token ?? '' }, { client_id: app.id }]) {
      const response = await browser.go(endOf(fields));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(await response.text()).toContain('Sign out?');
    }
    expect(await refreshes(tokens.refresh_token)).toBe(200);
  });

  test('ends the session when the user confirms', async () => {
    const { tokens, browser } = await signIn(server, app, 'ada');
    const page = await (await browser.go(endOf({ client_id: app.id }))).text();
    const forged = new URLSearchParams({ xsrf: 'forged', logout: 'yes' });
    expect((await browser.go('/oidc/session/end/confirm', { method: 'POST', body: forged })).status).toBe(400);
    const done = await press(browser, page);
    expect(done.status).toBe(200);
    expect(nextOf(done)).toBe('http://127.0.0.1:9/bye?state=s1');
    expect(await refreshes(tokens.refresh_token)).toBe(400);
  });

  test('the confirmation page may send its form only to the registered address', async () => {
    const { browser } = await signIn(server, app, 'ada');
    const policy = async (fields: Record<string, string>) =>
      /form-action [^;]*/.exec(
        (await browser.go(endOf({ client_id: app.id, ...fields }))).headers.get('content-security-policy') ?? '',
      )?.[0];
    expect(await policy({})).toBe("form-action 'self' http://127.0.0.1:9");
    expect(await policy({ post_logout_redirect_uri: 'http://evil.example/' })).toBe("form-action 'self'");
    expect(await policy({ client_id: '' })).toBe("form-action 'self'");
  });

  test('each tab returns to its own application, whichever is confirmed first', async () => {
    const other = await arrange(store, async (handle) =>
      addClient(handle, await addApplication(handle, 'books', 'Books'), 'browser', {
        postLogoutRedirectUris: ['http://127.0.0.1:9/books'],
      }),
    );
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { browser, tokens } = await signIn(server, app, 'ada');
      const asked = [
        endOf({ client_id: app.id }),
        endOf({ client_id: other.id, post_logout_redirect_uri: 'http://127.0.0.1:9/books', state: '“2”&<' }),
      ];
      const pages = [];
      for (const address of asked) pages.push(await (await browser.go(address)).text());
      const back = [
        'http://127.0.0.1:9/bye?state=s1',
        `http://127.0.0.1:9/books?${new URLSearchParams({ state: '“2”&<' })}`,
      ];
      for (const tab of order) {
        const first = await press(browser, pages[tab] ?? '');
        const location = nextOf(first);
        // The second tab finds no session and starts again.
        const end = location.startsWith('http://127.0.0.1:9')
          ? location
          : (await browser.go(location)).headers.get('location');
        expect(end, `tab ${tab} of ${order}`).toBe(back[tab]);
      }
      expect(await refreshes(tokens.refresh_token)).toBe(400);
    }
  });

  test('an open page returns to the application even if its session has already ended', async () => {
    const { browser, tokens } = await signIn(server, app, 'ada');
    const question = await (await browser.go(endOf({ client_id: app.id }))).text();
    await arrange(store, (change) => endSessionsOf(change, String(claimsOf(tokens.access_token).sub)));
    for (const _ of [1, 2]) {
      let answer = await press(browser, question);
      if (nextOf(answer).startsWith(server.issuer)) answer = await browser.go(nextOf(answer));
      expect(nextOf(answer)).toBe('http://127.0.0.1:9/bye?state=s1');
    }
    await expect(signIn(server, app, 'nobody', { browser })).rejects.toThrow('sign_in_failed');
  });

  test('attack 27: an open page asks again before it ends a newer session', async () => {
    const { browser } = await signIn(server, app, 'ada');
    const question = await (await browser.go(endOf({ client_id: app.id }))).text();
    await press(browser, question);
    const { tokens } = await signIn(server, app, 'ada', { browser });
    const answer = await press(browser, question);
    const again = await (await browser.go(nextOf(answer))).text();
    expect(again).toContain('Sign out?');
    expect(await refreshes(tokens.refresh_token)).toBe(200);
    expect(nextOf(await press(browser, again))).toBe('http://127.0.0.1:9/bye?state=s1');
  });

  test('attack 17: the confirmation page redirects only to registered addresses', async () => {
    for (const [forged, to] of [
      ['http://evil.example/', '/signed-out?address=unknown'],
      ['//evil.example', '/signed-out?address=unknown'],
      ['javascript:alert(1)', '/signed-out?address=unknown'],
    ] as const) {
      const { browser } = await signIn(server, app, 'ada');
      const question = await (await browser.go(endOf({ client_id: app.id }))).text();
      const done = await press(
        browser,
        question.replace(/(name="post_logout_redirect_uri" value=")[^"]*/, `$1${forged}`),
      );
      expect(nextOf(done)).toBe(to);
      const late = await press(
        browser,
        question.replace(/(name="post_logout_redirect_uri" value=")[^"]*/, `$1${forged}`),
      );
      expect((await browser.go(nextOf(late))).headers.get('location')).toBe(to);
    }
  });

  test('redirects without a confirmation when there is no session', async () => {
    const response = await new Browser(server.issuer).go(endOf({ client_id: app.id }));
    expect(response.headers.get('location')).toBe('http://127.0.0.1:9/bye?state=s1');
  });

  test('ends the session despite an unregistered address, and does not redirect there', async () => {
    const { browser, tokens } = await signIn(server, app, 'ada');
    const elsewhere = { post_logout_redirect_uri: 'http://evil.example/' };
    const response = await browser.go(endOf({ id_token_hint: tokens.id_token ?? '', ...elsewhere }));
    expect(response.headers.get('location')).toBe('/signed-out?address=unknown');
    const [content = ''] = /(?<=licet_signed_out=)[\w-]+/.exec(response.headers.getSetCookie().join()) ?? [];
    expect(JSON.parse(Buffer.from(content, 'base64url').toString())).toMatchObject({
      address: elsewhere.post_logout_redirect_uri,
    });
    expect(browser.cookieNames).not.toContain('licet_session');
    expect(await refreshes(tokens.refresh_token)).toBe(400);
    const again = await browser.go(endOf({ client_id: app.id, ...elsewhere, ui_locales: 'de' }));
    expect(nextOf(again)).toBe('/signed-out?address=unknown&ui_locales=de');
  });

  test('asks for confirmation despite an unregistered address, and does not redirect there', async () => {
    const { browser, tokens } = await signIn(server, app, 'ada');
    const asked = await browser.go(endOf({ client_id: app.id, post_logout_redirect_uri: 'http://evil.example/' }));
    const question = await asked.text();
    const done = await press(browser, question);
    expect(nextOf(done)).toBe('/signed-out?address=unknown');
    expect(await refreshes(tokens.refresh_token)).toBe(400);
  });

  test('asks for confirmation when the client or the ID token is not valid', async () => {
    const { browser } = await signIn(server, app, 'ada');
    for (const fields of [
      { client_id: '01900000-0000-7000-8000-000000000000' },
      { id_token_hint: 'nonsense' },
      { id_token_hint: claimless },
    ]) {
      const response = await browser.go(endOf(fields), { headers: { accept: 'text/html' } });
      expect(response.status).toBe(303);
      expect(await (await browser.go(response.headers.get('location') ?? '')).text()).toContain('Sign out?');
    }
  });

  test('asks for confirmation in the browser’s first available language', async () => {
    const { browser } = await signIn(server, app, 'ada');
    for (const [accepted, title] of [
      ['de-AT,de;q=0.9,en;q=0.5', 'Abmelden?'],
      ['fr,en;q=0.5', 'Sign out?'],
      ['fr', 'Sign out?'],
    ] as const) {
      const headers = { 'accept-language': accepted };
      const question = await browser.go(`/oidc/session/end?client_id=${app.id}`, { headers });
      expect(await question.text(), accepted).toContain(`<h1>${title}</h1>`);
    }
    const asked = await browser.go(`/oidc/session/end?client_id=${app.id}&ui_locales=fr+de-AT`); // the application's preference comes first
    expect(await asked.text()).toContain('<h1>Abmelden?</h1>');
  });

  test('signing in as another user replaces the session', async () => {
    await arrange(store, (handle) => addSignInUser(server, handle, { username: 'bob' }));
    const { browser } = await signIn(server, app, 'ada');
    const fields = {
      client_id: app.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      prompt: 'login',
    };
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    const page = await browser.go(`/oidc/auth?${new URLSearchParams({ ...fields, ...challenge })}`);
    const answer = await browser.go(page.headers.get('location') ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.issuer },
      body: JSON.stringify({ login: 'bob', password }),
    });
    const { location } = (await answer.json()) as { location: string };
    // The provider ends the first session with a form that submits itself.
    const form = await (await browser.go(location)).text();
    const inputs = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const ended = await browser.go('/oidc/session/end/confirm', { method: 'POST', body: new URLSearchParams(inputs) });
    const back = await browser.go(nextOf(ended));
    expect(back.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:9\/callback\?code=/);
  });

  test('accepts a token of a later session, issued in the same second as a cut-off', async () => {
    const first = await signIn(server, app, 'ada');
    const accepted = (token: string) =>
      server.identity.verify({ method: 'GET', url: '/', headers: { authorization: `Bearer ${token}` } }, undefined);
    for (let round = 0; round < 3; round += 1) {
      await arrange(store, (change) => endSessionsOf(change, String(claimsOf(first.tokens.access_token).sub)));
      await expect(accepted(first.tokens.access_token)).rejects.toThrow();
      const { tokens } = await signIn(server, app, 'ada');
      await expect(accepted(tokens.access_token)).resolves.toMatchObject({ audience: 'shop' });
    }
  });
});

describe('staying signed in', () => {
  let other: TestClient;
  beforeAll(async () => {
    other = await arrange(store, async (handle) =>
      addClient(handle, await addApplication(handle, 'maps', 'Maps'), 'browser', {
        postLogoutRedirectUris: ['http://127.0.0.1:9/maps'],
      }),
    );
  });

  /** Signs in to both applications in one browser; `still` returns which of the two refresh tokens are still valid. */
  async function inBoth() {
    const first = await signIn(server, app, 'ada');
    const second = await signIn(server, other, 'ada', { browser: first.browser });
    const still = async () => [
      await refreshes(first.tokens.refresh_token),
      await refreshes(second.tokens.refresh_token, other),
    ];
    return { browser: first.browser, still };
  }

  test.each([
    ['a question without a client', ''],
    ['a question for one client', 'client_id=app'],
    ['a question for one client and its address', 'client_id=app&post_logout_redirect_uri=http://127.0.0.1:9/bye'],
    ['a question for one client and another address', 'client_id=app&post_logout_redirect_uri=http://evil.example/'],
  ])('keeps the tokens of every application after %s', async (_, asked) => {
    const { browser, still } = await inBoth();
    const page = await (await browser.go(`/oidc/session/end?${asked.replace('=app', `=${app.id}`)}`)).text();
    const answer = await press(browser, page, {});
    if (asked.endsWith('/bye')) expect(nextOf(answer)).toBe('http://127.0.0.1:9/bye');
    else expect(await answer.text()).toContain('You stay signed in.');
    expect(await still()).toEqual([200, 200]);
  });

  test('returns to the application of its own tab, even after another tab asked to sign out', async () => {
    const { browser, still } = await inBoth();
    const mine = await (await browser.go(endOf({ client_id: app.id }))).text();
    const theirs = { client_id: other.id, post_logout_redirect_uri: 'http://127.0.0.1:9/maps', state: 's2' };
    const second = await (await browser.go(endOf(theirs))).text();
    const none = await (await browser.go('/oidc/session/end')).text();
    expect(nextOf(await press(browser, mine, {}))).toBe('http://127.0.0.1:9/bye?state=s1');
    expect(nextOf(await press(browser, second, {}))).toBe('http://127.0.0.1:9/maps?state=s2');
    expect(await (await press(browser, none, {})).text()).toContain('You stay signed in.');
    expect(await still()).toEqual([200, 200]);
  });

  test('still allows signing out later from the same page', async () => {
    const { browser, still } = await inBoth();
    const page = await (await browser.go(endOf({ client_id: app.id }))).text();
    await press(browser, page, {});
    expect(nextOf(await press(browser, page))).toBe('http://127.0.0.1:9/bye?state=s1');
    expect(await still()).toEqual([400, 400]);
  });

  test('in one tab lets another tab sign out, whether its page was opened before or after that', async () => {
    for (const asksFirst of [true, false]) {
      const { browser, still } = await inBoth();
      const ask = async (id: string) => (await browser.go(endOf({ client_id: id }))).text();
      const tab = asksFirst ? await ask(other.id) : undefined;
      await press(browser, await ask(app.id), {});
      expect(await still()).toEqual([200, 200]);
      await press(browser, tab ?? (await ask(other.id)));
      expect(await still()).toEqual([400, 400]);
    }
  });

  test('attack 27: signing out requires the page’s token and redirects only to registered addresses', async () => {
    const { browser, still } = await inBoth();
    const page = await (await browser.go(endOf({ client_id: app.id }))).text();
    const forged = page.replace(/(name="xsrf" value=")[^"]*/, '$1x');
    expect(await (await browser.go(nextOf(await press(browser, forged, {})))).text()).toContain('Sign out?');
    for (const to of ['http://evil.example/', '//evil.example', 'javascript:alert(1)', 'http://127.0.0.1:9/maps']) {
      const led = page.replace(/(name="post_logout_redirect_uri" value=")[^"]*/, `$1${to}`);
      expect(await (await press(browser, led, {})).text(), to).toContain('You stay signed in.');
    }
    expect(await still()).toEqual([200, 200]);
  });
});
