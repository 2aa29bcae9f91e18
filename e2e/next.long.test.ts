import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Generated, generate, packPackages, registryAway } from './generated.ts';
import { type GuideWorld, startGuideWorld } from './generated-world.ts';

// docs/guides/next.md, followed in what the newest create-next-app makes.
let world: GuideWorld;
let application: Generated;
let end: (() => Promise<void>) | undefined;

beforeAll(async () => {
  if (registryAway) return console.log('Skipped Next.js: the registry of its generator is not reached from here.');
  packPackages();
  world = await startGuideWorld();
  application = generate('npx create-next-app@latest ledger --yes --use-npm --disable-git');
  application.follow('docs/guides/next.md', {
    'http://localhost:4080': world.issuer,
    'the client’s id': world.clientId,
  });
  // Its own first page has pictures and styles; the guide's layout has no frame for links.
  application.write(
    'app/page.tsx',
    `import Link from 'next/link';
const Home = () => <main><h1>Home</h1><Link href="/invoices/17">Invoice 17</Link></main>;
export { Home as ${'default'} };
`,
  );
  application.sh('npm run build');
  const { port } = new URL(world.origin);
  end = await application.serve(`npx next start -p ${port}`, world.origin, { PUBLIC_URL: world.origin });
});
afterAll(async () => {
  await end?.();
  application?.remove();
  await world?.stop();
});

test.skipIf(registryAway)(
  'the newest Next.js, by the guide: a deep link, reloads, links and a route handler',
  async () => {
    const { page, complaints, signInAt, expectAt } = await world.open();
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
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.skipIf(registryAway)('a sign-in that was begun at a fragment comes back to it', async () => {
  const { page, complaints, signInAt } = await world.open();
  await signInAt('/invoices/18?tab=lines#second', 'Invoice 18');
  await page.reload();
  await page.getByRole('heading', { name: 'Invoice 18' }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
