import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Generated, generate, packPackages, registryAway } from './generated.ts';
import { type GuideWorld, startGuideWorld } from './generated-world.ts';

// docs/guides/tanstack-start.md, followed in what the newest generator of TanStack makes.
let world: GuideWorld;
let application: Generated;
let end: (() => Promise<void>) | undefined;

beforeAll(async () => {
  if (registryAway)
    return console.log('Skipped TanStack Start: the registry of its generator is not reached from here.');
  packPackages();
  world = await startGuideWorld();
  application = generate('npx @tanstack/cli@latest create ledger --package-manager npm --no-git --no-intent --yes');
  application.follow('docs/guides/tanstack-start.md', {
    'http://localhost:4080': world.issuer,
    'the client’s id': world.clientId,
  });
  // Its own first page has the styles of a layout that the guide’s takes the place of.
  application.write(
    'src/routes/index.tsx',
    `import { createFileRoute, Link } from '@tanstack/react-router';
export const Route = createFileRoute('/')({ component: Home });
function Home() {
  return <main><h1>Home</h1><Link to="/invoices/$number" params={{ number: '17' }}>Invoice 17</Link></main>;
}
`,
  );
  application.sh('npm run build');
  end = await application.serve(`npx vite preview --port ${new URL(world.origin).port} --strictPort`, world.origin);
});
afterAll(async () => {
  await end?.();
  application?.remove();
  await world?.stop();
});

test.skipIf(registryAway)('the newest TanStack Start, by the guide: a deep link, reloads and links', async () => {
  const { page, complaints, signInAt, expectAt } = await world.open();
  await signInAt('/invoices/17', 'Invoice 17');
  await page.reload();
  await expectAt('/invoices/17', 'Invoice 17');
  const refund = page.getByRole('button', { name: 'Refund', exact: true });
  expect(await refund.getAttribute('aria-disabled')).toBe('true');
  await world.grant('invoices.refund');
  await expect.poll(() => refund.getAttribute('aria-disabled'), { timeout: 60_000 }).toBeNull();
  await page.goto(`${world.origin}/`);
  await expectAt('/', 'Home');
  await page.getByRole('link', { name: 'Invoice 17' }).click();
  await expectAt('/invoices/17', 'Invoice 17');
  await page.goBack();
  await expectAt('/', 'Home');
  expect(complaints).toEqual([]);
  await page.close();
});
