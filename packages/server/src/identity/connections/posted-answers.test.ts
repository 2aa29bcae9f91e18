import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, type UnderWay } from '../steps/steps.testing.ts';
import { type ConnectionsWorld, connectionsWorld, rule } from './connections.testing.ts';
import { nameField, returnPath } from './external-provider.ts';

// Answers that a provider sends by form post (OAuth 2.0 Form Post Response Mode), as Apple does if a scope is
// requested.

let world: ConnectionsWorld;
let posting: string;

beforeAll(async () => {
  world = await connectionsWorld();
  const { provider, connect } = world;
  const scopes = ['openid', 'email', 'name'];
  const how = { issuer: provider.issuer, clientId: provider.client.id, scopes, ...rule };
  posting = await connect({ name: 'Apple', ...how }, provider.client.secret);
});
afterAll(() => world.close());

/** Starts a sign-in at the provider. Returns the authorization request, and the form that the provider's page posts. */
async function leave(
  page: UnderWay,
  connection = posting,
): Promise<{ readonly asked: URL; readonly form: URLSearchParams }> {
  const { body } = await page.post(`/connections/${connection}`, { login: '' });
  const asked = new URL(body.location ?? '');
  const form = new URL(asked);
  form.searchParams.delete('response_mode');
  return { asked, form: new URL(await world.provider.visit(form.href)).searchParams };
}

/**
 * Posts the form as a page of another site does: the first request has no cookies, and the redirect has the browser's
 * cookies.
 */
async function post(page: UnderWay, form: URLSearchParams, browser = page.browser): Promise<string> {
  const posted = await fetch(`${world.server.address}${returnPath}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' },
  });
  expect(posted.status).toBe(303);
  let next = posted.headers.get('location') ?? '';
  for (let hops = 0; hops < 2 && next.startsWith('/'); hops += 1)
    next = (await browser.go(next)).headers.get('location') ?? '';
  return next;
}

const user = (name: object) => JSON.stringify({ name, email: 'somebody-else@acme.example' });

describe('an authorization response by form_post', () => {
  test('signs in a new user under the posted name', async () => {
    const { provider, server, licet, stranger, store } = world;
    provider.person = stranger({ name: undefined, preferred_username: undefined });
    const page = await begin(server, licet);
    const { asked, form } = await leave(page);
    expect(asked.searchParams.get('response_mode')).toBe('form_post');
    form.set('user', user({ firstName: 'Grace', lastName: 'Hopper' }));
    const to = await post(page, form);
    const tokens = await page.finish({ status: 200, body: { location: to } });
    const { rows } = await store.database.pool.query(
      'select name, email from users where id = $1 order by no_from desc',
      [tokens.claims()?.sub],
    );
    expect(rows[0]).toEqual({ name: 'Grace Hopper', email: provider.person?.email });
  });

  test('is the only source of a posted name; a name in the URL is ignored', async () => {
    const { provider, server, licet, stranger, store, connect } = world;
    provider.person = stranger({ name: undefined, preferred_username: undefined });
    const how = { issuer: provider.issuer, clientId: provider.client.id, scopes: ['openid', 'email'], ...rule };
    const plain = await connect({ name: 'Plain', ...how }, provider.client.secret);
    const page = await begin(server, licet);
    const { asked, form } = await leave(page, plain);
    expect(asked.searchParams.has('response_mode')).toBe(false);
    form.set(nameField, 'Made Up');
    const answered = await page.browser.go(`${returnPath}?${form}`);
    const { headers } = await page.browser.go(answered.headers.get('location') ?? '');
    const tokens = await page.finish({ status: 200, body: { location: headers.get('location') ?? '' } });
    const { rows } = await store.database.pool.query('select name from users where id = $1', [tokens.claims()?.sub]);
    expect(rows).not.toEqual([]);
    expect(JSON.stringify(rows)).not.toContain('Made Up');
  });

  test('works only in the browser that started the sign-in', async () => {
    const { provider, server, licet, stranger } = world;
    provider.person = stranger();
    const page = await begin(server, licet);
    const other = await begin(server, licet);
    const { form } = await leave(page);
    expect(await post(page, form, other.browser)).toBe(page.page);
    expect(await world.refusalOf(other)).toBe('none');
  });

  test('can report that the user cancelled', async () => {
    const { server, licet } = world;
    const page = await begin(server, licet);
    const { form } = await leave(page);
    form.delete('code');
    form.set('error', 'user_cancelled_authorize');
    expect(await post(page, form)).toBe(page.page);
    expect(await world.refusalOf(page)).toBe('provider_refused');
  });

  test('is redirected with code and state only; invalid names and other fields are dropped', async () => {
    for (const sent of ['{', '[]', '"x"', user({ firstName: 7 }), user({})]) {
      const form = new URLSearchParams({ state: 's', code: 'c', user: sent, name: 'Made Up', id_token: 'a.b.c' });
      const { address } = world.server;
      const answer = await fetch(`${address}${returnPath}`, { method: 'POST', body: form, redirect: 'manual' });
      expect(answer.headers.get('location'), sent).toBe(`${returnPath}?code=c&state=s`);
    }
  });

  test('is refused beyond 8 kB or as JSON', async () => {
    const address = `${world.server.address}${returnPath}`;
    const long = new URLSearchParams({ state: 's'.repeat(9000) });
    expect((await fetch(address, { method: 'POST', body: long, redirect: 'manual' })).status).toBe(413);
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await fetch(address, json)).status).toBe(415);
  });
});
