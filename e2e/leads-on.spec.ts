import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { type SmallApplication, serveSmallApplication } from './small-application.ts';
import { fillIn, newVisitor, startSession, type Visitor } from './visitor.ts';

// Tests an application whose registered redirect URIs redirect to a third site. After a form, Chromium checks every
// redirect against the content security policy of the form's page.

let licet: RunningLicet;
let books: SmallApplication;
let third: Server;
let shelf: string;
let visitor: Visitor;

test.beforeAll(async () => {
  licet = await startWithAdministrator();
  third = createServer((request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Shelf</title><p>Shelf ${request.url}</p>`),
  );
  await once(third.listen(0, '127.0.0.1'), 'listening');
  shelf = `http://127.0.0.1:${(third.address() as AddressInfo).port}`;
  books = await serveSmallApplication(licet.operator, 'Books', (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', shelf);
    if (pathname === '/') return false;
    response.writeHead(303, { location: `${shelf}${pathname}${search}` }).end();
    return true;
  });
});

test.afterAll(() => endAll(books, third, licet));

test.beforeEach(async ({ browser }) => {
  visitor = await newVisitor(browser, { baseURL: licet.url });
});

test.afterEach(async () => {
  visitor.quiet();
  await visitor.leave();
});

const arrives = (page: Page, path: string) => expect(page.getByText(`Shelf ${path}`)).toBeVisible();

for (const mode of ['query', 'form_post'])
  test(`a sign-in by ${mode} follows the redirect of the application to a third site`, async () => {
    const { page } = visitor;
    await page.goto(books.signIn(licet.url, 's1', { response_mode: mode }));
    await fillIn(page, administrator.username, administrator.password);
    await arrives(page, '/callback');
  });

for (const mode of ['query', 'form_post'])
  test(`a sign-in by ${mode} that replaces another user's session follows the redirect to a third site`, async () => {
    const { page } = visitor;
    const password = 'a long enough passphrase of paula';
    const username = `paula.${mode}`;
    const { id } = await licet.operator.users.create({ body: { username, name: 'Paula' } });
    const { url } = await licet.operator.users.passwordLink({ params: { user: id } });
    const token = new URL(url).hash.replace('#token=', '');
    const set = await page.request.post(`${licet.url}/api/v1/password-links/redeem`, { data: { token, password } });
    expect(set.ok()).toBe(true);
    await startSession(page.context(), licet.url, administrator.email, administrator.password);
    await page.goto(books.signIn(licet.url, 's2', { response_mode: mode, prompt: 'login' }));
    await fillIn(page, username, password);
    await arrives(page, '/callback');
  });

test('a sign-out follows the redirect of the application to a third site', async () => {
  const { page } = visitor;
  await startSession(page.context(), licet.url, administrator.email, administrator.password);
  await page.goto(`${books.origin}/`);
  const asked = new URLSearchParams({ client_id: books.clientId, post_logout_redirect_uri: books.bye, state: 's3' });
  await page.evaluate((address) => location.assign(address), `${licet.url}/oidc/session/end?${asked}`);
  await page.getByRole('button', { name: 'Sign out' }).click({ noWaitAfter: true });
  await arrives(page, '/bye?state=s3');
});
