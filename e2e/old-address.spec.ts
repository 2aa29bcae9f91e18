import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { expect, test } from '@playwright/test';
import { freePort } from '../scripts/free-port.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, newVisitor, type Visitor } from './visitor.ts';

// Tests a changed public address. The server still listens at the old address. A proxy serves the new address, and does
// not forward the Host header.

let licet: RunningLicet;
let proxy: Server;
let publicAddress: string;
let leadsBack = false;
let visitor: Visitor;

test.beforeAll(async () => {
  const [port, own] = [await freePort(), await freePort()];
  publicAddress = `http://localhost:${port}`;
  proxy = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    if (leadsBack) return void outgoing.writeHead(302, { location: licet.url + url }).end();
    const toLicet = { port: own, method, path: url, headers: { ...headers, host: 'licet.internal' } };
    const onward = request({ host: 'localhost', ...toLicet }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  proxy.listen(port, 'localhost');
  await once(proxy, 'listening');
  licet = await startWithAdministrator({ port: own, environment: { LICET_ISSUER: publicAddress } });
});
test.beforeEach(async ({ browser }) => {
  leadsBack = false;
  visitor = await newVisitor(browser);
});
test.afterEach(() => visitor.leave());
test.afterAll(() => endAll(() => proxy?.closeAllConnections(), proxy, licet));

test('a page opened at the old public address redirects to the same page at the new one', async () => {
  const { page } = visitor;
  await page.goto(`${licet.url}/users?q=ingrid`);
  await enter(page, administrator.username, administrator.password);
  await expect(page).toHaveURL(`${publicAddress}/users?q=ingrid`);
  await expect(page.getByRole('row', { name: /ingrid@aurelia/ })).toBeVisible();
  visitor.quiet();
});

test('a link that was mailed with the old public address works', async () => {
  const { page } = visitor;
  const { items } = await licet.operator.users.list({});
  const { url } = await licet.operator.users.passwordLink({ params: { user: items[0]?.id ?? '' } });
  await page.goto(url.replace(publicAddress, licet.url));
  await page.waitForURL(`${publicAddress}/set-password`);
  await page.getByLabel('New password').fill(administrator.password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  visitor.quiet();
});

test('a page tries the new address only once if that address redirects back to the old one', async () => {
  const { page } = visitor;
  leadsBack = true;
  await page.goto(`${licet.url}/users`);
  await expect(page.getByText(/^No Licet at/)).toBeVisible();
  expect(page.url()).toBe(`${licet.url}/users`);
});
