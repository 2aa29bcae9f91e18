import { expect, test } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { take, wholeLooks } from './looks.ts';
import { startSample } from './made-once.ts';
import { type ShownObjects, screenAddresses, screenSubjects, showSample } from './screen-addresses.ts';
import { failing, loading } from './screens/late.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

/** Tests with axe that every screen is accessible while its calls are late and after they have failed. */
let licet: RunningLicet;
let visitor: Visitor;
let shown: ShownObjects;

test.beforeAll(async ({ browser }) => {
  const made = await startSample('requests');
  licet = made.licet;
  shown = await showSample(licet.operator, licet.url, made.organisation);
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  visitor.mayBeRefused(500);
  await openAs(visitor.page, licet.url, administrator.email, administrator.password);
});

test.afterAll(() => endAll(() => visitor?.quiet(), visitor, licet));

/** `npm test` checks a part of the screens, because most share their skeletons and error states. */
const partOf = <T>(all: readonly T[]) => (wholeLooks ? all : all.filter((_, place) => place % 4 === 0));

for (const subject of screenSubjects)
  test(`axe finds nothing on screens of ${subject} while their calls are late and after they failed`, async () => {
    const { page } = visitor;
    for (const address of partOf(screenAddresses(shown)[subject])) {
      const check = async (state: string) => {
        for (const [width, height, colorScheme] of [
          [1440, 900, 'light'],
          [390, 844, 'dark'],
        ] as const) {
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await take(page, `${state}-${address.replace(/[^\w]+/g, '-')}-${width}`);
          expect.soft(await axeFindings(page, {}), `${address}, ${state} at ${width} px`).toEqual([]);
          const moving = await page.evaluate(
            () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
          );
          expect.soft(moving, `animations on ${address}, ${state}`).toBe(0);
        }
      };
      const release = await loading(page, address);
      await check('late');
      await release();
      await failing(page, address);
      await check('failed');
    }
  });
