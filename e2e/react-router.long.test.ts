import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Generated, generate, packPackages, registryAway } from './generated.ts';
import { type GuideWorld, startGuideWorld } from './generated-world.ts';
import { freePort } from './licet.ts';

// docs/guides/react.md and react-router.md, followed in what the newest create-vite makes, with the newest React Router.
let world: GuideWorld;
let application: Generated;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  if (registryAway) return console.log('Skipped React Router: the registry of its packages is not reached from here.');
  packPackages();
  world = await startGuideWorld();
  application = generate('npm create vite@latest ledger -- --template react-ts --no-interactive');
  application.sh(
    'npm install && npm install react-router express && npm install --save-dev @types/express @types/node',
  );
  const port = await freePort();
  const values = {
    'http://localhost:4080': world.issuer,
    'the client’s id': world.clientId,
    'http://localhost:5173': world.origin,
    'port: 5173': `port: ${new URL(world.origin).port}`,
    'localhost:3001': `localhost:${port}`,
    'listen(3001)': `listen(${port})`,
  };
  for (const guide of ['react', 'react-router']) application.follow(`docs/guides/${guide}.md`, values);
  application.sh('npm run build');
  ends.push(await application.serve(`${process.execPath} server.ts`, `http://localhost:${port}/`));
  ends.push(await application.serve('npm run dev', world.origin));
});
afterAll(async () => {
  for (const end of ends) await end();
  application?.remove();
  await world?.stop();
});

test.skipIf(registryAway)('the newest React Router, by the guides: a guarded deep link, and reloads', async () => {
  await world.grant('reports.read');
  const { page, complaints, signInAt, expectAt } = await world.open();
  await signInAt('/reports', 'Reports');
  await page.reload();
  await expectAt('/reports', 'Reports');
  await page.goto(`${world.origin}/`);
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.goBack();
  await expectAt('/reports', 'Reports');
  // The guide's API has no list of invoices; the loader takes that for none.
  expect(complaints.filter((said) => !said.includes('Failed to load resource'))).toEqual([]);
  await page.close();
});
