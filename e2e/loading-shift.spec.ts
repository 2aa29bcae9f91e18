import { expect } from '@playwright/test';
import { settled, unsettled } from './looks.ts';
import { test } from './screens/view.testing.ts';
import { shiftsOn, watchShifts } from './shifts.ts';

const pages = {
  'a user who holds much': ['users', 'Maya Lindqvist', ''],
  'a user without a password': ['users', 'Adaeze Nwosu', '?tab=groups'],
  'a suspended user': ['users', 'Dmytro Kovalenko', ''],
  'a user with grants that end': ['users', 'Tomasz Wójcik', '?show=direct'],
  'what ends soon': ['users', 'Tomasz Wójcik', '?show=ending'],
  'sign-ins and sessions': ['users', 'Maya Lindqvist', '?tab=sessions'],
  'a group': ['groups', 'Finance', ''],
} as const;

test('Home, and the page of a user or a group, keep their layout while they load, in whichever order the answers arrive', async ({
  view: { page, id, licet },
}) => {
  // Violated separations appear above all other content.
  const parts = ['ledger/clerk', 'ledger/reader'].map((role) => ({
    elements: [{ kind: 'role' as const, id: id('roles', role) }],
  }));
  const separation = await licet.operator.separations.create({ body: { name: 'Clerks do not read', parts } });
  await watchShifts(page);
  for (const order of ['as asked', 'the other way round']) {
    const held: (() => void)[] = [];
    let holding = true;
    await page.route(
      ({ pathname }) => pathname.startsWith('/api/v1/') && !pathname.includes('/live'),
      async (route) => {
        if (holding) await new Promise<void>((go) => held.push(go));
        await route.continue().catch(() => undefined);
      },
    );
    const addresses = Object.entries(pages).map(([name, [kind, who, tab]]) => [
      name,
      `/${kind}/${id(kind, who)}${tab}`,
    ]);
    for (const [name, address = ''] of [['Home', '/'], ...addresses]) {
      holding = true;
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      // Releases one response at a time and waits until the page has drawn it. Repeats this until the page has been quiet for a while,
      // because a slow page sends its last request late.
      let quiet = 0;
      const step = async () => {
        const next = order === 'as asked' ? held.shift() : held.pop();
        next?.();
        await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
        quiet = next || (await page.locator(unsettled).count()) > 0 ? 0 : quiet + 1;
        return quiet;
      };
      await expect.poll(step, { intervals: [1], timeout: 60_000 }).toBe(12);
      // Stops holding responses. Nothing would release the response of a request that begins now, such as a request
      // after a renewed token.
      holding = false;
      for (const go of held.splice(0)) go();
      await settled(page);
      const { total, of } = await shiftsOn(page);
      expect.soft(total, `${name}, answers ${order}:\n${of}`).toBeLessThan(0.02);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const go of held) go();
  }
  await licet.operator.separations.remove({ params: { separation: separation.id } });
});
