import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fenced } from '../scripts/examples.ts';
import { guided } from './guided.ts';

// Follows docs/guides/next.md and the code of the Integration tab in the output of the newest create-next-app.
const nextTest = guided(
  'npx create-next-app@latest ledger --yes --use-npm --disable-git',
  async ({ world: { origin }, application, follow, paste, serve }) => {
    follow('next');
    paste('next');
    // Replaces the generated page, which has its own pictures and styles, and adds the links that the guide's layout lacks.
    application.write(
      'app/page.tsx',
      `import Link from 'next/link';
const Home = () => <main><h1>Home</h1><Link href="/invoices/17">Invoice 17</Link></main>;
export { Home as ${'default'} };
`,
    );
    // Adds the guide's setting for `next dev` to the generated configuration.
    const [, instant = ''] =
      /```js\n {2}(experimental: .*)\n```/.exec(readFileSync('docs/guides/next.md', 'utf8')) ?? [];
    const config = application.sh('cat next.config.ts');
    application.write(
      'next.config.ts',
      config.replace('cacheComponents: true,', `cacheComponents: true,\n  ${instant}`),
    );
    application.sh('npm run build');
    await serve(`npx next start -p ${new URL(origin).port}`, 'page', { PUBLIC_URL: origin });
  },
);

nextTest(
  'the Next.js guide works with the newest version: a deep link, reloads, links and a route handler',
  async ({ page, signInAt, expectAt }, { world }) => {
    await signInAt('/invoices/17', 'Invoice 17');
    await page.reload();
    await expectAt('/invoices/17', 'Invoice 17');
    const refund = page.getByRole('button', { name: 'Refund', exact: true });
    expect(await refund.getAttribute('aria-disabled')).toBe('true');
    await page.goto(`${world.origin}/`);
    await expectAt('/', 'Home');
    await page.reload();
    await expectAt('/', 'Home');
    await page.getByRole('link', { name: 'Invoice 17' }).click();
    await expectAt('/invoices/17', 'Invoice 17');
    await page.goBack();
    await expectAt('/', 'Home');
    await page.goForward();
    await expectAt('/invoices/17', 'Invoice 17');
    expect((await fetch(`${world.origin}/api/invoices/17/refunds`, { method: 'POST' })).status).toBe(401);
    await world.grant('invoices.refund');
    await expect.poll(() => refund.getAttribute('aria-disabled'), { timeout: 60_000 }).toBeNull();
    await refund.click();
    await page.getByText('Refunded.').waitFor();
  },
);

nextTest('a sign-in that starts at a fragment returns to it', async ({ page, signInAt }) => {
  await signInAt('/invoices/18?tab=lines#second', 'Invoice 18');
  await page.reload();
  await page.getByRole('heading', { name: 'Invoice 18' }).waitFor();
});

nextTest(
  'the development server does not complain about guarded pages',
  async ({ page, signInAt }, { world, serve }) => {
    await serve(`npx next dev -p ${new URL(world.origin).port}`, 'page', { PUBLIC_URL: world.origin });
    await signInAt('/invoices/17', 'Invoice 17');
    await page.goto(`${world.origin}/`);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    // Reloads, because the server validates a page after sending it and reports the result with the next page.
    await page.reload();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  },
);

nextTest('the Integration code works as pasted', async ({ page, signInAt }) => {
  await signInAt('/example', 'Example');
  await page.getByRole('button', { name: 'Do it' }).click();
  await page.getByText('Done.').waitFor();
});

nextTest(
  'an application with a service client builds without the client’s secret, and the development server keeps one stream',
  async (_visit, { world, application, serve }) => {
    const guide = 'docs/guides/next.md';
    const guards = fenced(guide, readFileSync(guide, 'utf8')).filter(({ code }) => code.includes('NEXT_PHASE'));
    expect(guards.length).toBe(1);
    const guard = guards[0]?.code.replaceAll('http://localhost:4080', world.issuer);
    const save = (count: number) => application.write('lib/guard.ts', `${guard}export const saved = ${count};\n`);
    application.write(
      'app/api/saved/route.ts',
      `import { requireAccess, saved } from '../../../lib/guard';
export const GET = () => Response.json(saved);
export const POST = requireAccess(() => Response.json(saved));
`,
    );
    save(0);
    application.sh('npm run build');
    const { id, secret } = await world.service();
    await serve(`npx next dev -p ${new URL(world.origin).port}`, 'page', {
      PUBLIC_URL: world.origin,
      LICET_CLIENT_ID: id,
      LICET_CLIENT_SECRET: secret,
    });
    const refused = async (path: string) => (await fetch(`${world.origin}${path}`, { method: 'POST' })).status;
    for (let count = 1; count < 5; count += 1) {
      save(count);
      const saved = async () => (await fetch(`${world.origin}/api/saved`)).json().catch(() => undefined);
      await expect.poll(saved, { timeout: 60_000 }).toBe(count);
      expect([await refused('/api/saved'), await refused('/api/invoices/17/refunds')]).toEqual([401, 401]);
      await expect.poll(() => world.apiStreams(), { timeout: 60_000 }).toBeGreaterThan(0);
    }
    expect(await world.apiStreams()).toBe(1);
  },
);
