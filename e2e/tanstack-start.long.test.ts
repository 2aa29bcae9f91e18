import { expect } from 'vitest';
import { guided } from './guided.ts';

// Follows docs/guides/tanstack-start.md and the Integration tab in the output of TanStack's newest generator.
const startTest = guided(
  'npx @tanstack/cli@latest create ledger --package-manager npm --no-git --no-intent --yes',
  async ({ world: { origin }, application, follow, paste, serve }) => {
    follow('tanstack-start');
    paste('tanstack-start');
    // Replaces the generated first page, which needs the styles of a layout that the guide replaces.
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
    const { port } = new URL(origin);
    await serve(`npx vite preview --port ${port} --strictPort`, 'page', { PUBLIC_URL: origin });
  },
);

startTest(
  'the TanStack Start guide works with the newest version: a deep link, reloads and links',
  async ({ page, signInAt, expectAt }, { world }) => {
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
    expect((await fetch(`${world.origin}/api/invoices/17/refunds`, { method: 'POST' })).status).toBe(401);
  },
);

startTest('the Integration code works as pasted', async ({ page, signInAt }, { world }) => {
  expect((await fetch(`${world.origin}/api/example`, { method: 'POST' })).status).toBe(401);
  await signInAt('/example', 'Example');
  await page.getByRole('button', { name: 'Do it' }).click();
  await page.getByText('Done.').waitFor();
});
