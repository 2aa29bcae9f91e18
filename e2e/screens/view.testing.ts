import { test as base } from '@playwright/test';
import { administrator, removeDataDirectory } from '../licet.ts';
import { startSample } from '../made-once.ts';
import { newVisitor, openAs } from '../visitor.ts';
import { type View, viewOf } from './view.ts';

/**
 * The fixture of screens: one server and one signed-in administrator per worker, shared by all files. No test changes data that another
 * test sees.
 */
export const test = base.extend<{ quiet: undefined }, { view: View }>({
  view: [
    async ({ browser }, use) => {
      const { licet, organisation } = await startSample('requests');
      const visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
      const { page } = visitor;
      await openAs(page, licet.url, administrator.email, administrator.password);
      const seen = { tokenSeen: true, closed: true };
      await page.evaluate((guide) => localStorage.setItem('licet.guide', JSON.stringify(guide)), seen);
      await use(viewOf(licet, organisation, visitor));
      await visitor.leave();
      await licet.stop();
      removeDataDirectory(licet.dataDirectory);
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  quiet: [
    async ({ view: { visitor } }, use) => {
      visitor.expectsNoRefusal();
      // The test before this one may have left the page at the width of a phone, and with a draft.
      await visitor.page.setViewportSize({ width: 1440, height: 900 });
      await visitor.page.evaluate(() => {
        for (const key of Object.keys(sessionStorage))
          if (key.startsWith('licet.draft ')) sessionStorage.removeItem(key);
      });
      await use(undefined);
      visitor.quiet();
    },
    { auto: true },
  ],
});
