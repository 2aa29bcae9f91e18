// Makes docs/console.png, the picture of the README. The picture shows the current console with the sample organisation, Maya's access, and
// a refund permission that Chiara approved for two hours.
// Usage: npm run picture
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { administrator, removeDataDirectory } from '../e2e/licet.ts';
import { startSample } from '../e2e/made-once.ts';
import { openAs } from '../e2e/visitor.ts';
import { callerFor, givePasswords } from '../examples/ledger/sample/members.ts';
import { findChromium } from './chromium.ts';
import { ensureConsole, pinnedNode, root } from './install.mjs';

const size = { width: 1440, height: 900 };

ensureConsole(pinnedNode());
const { licet, organisation, requests } = await startSample('requests');
const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: ['--no-sandbox'] });
try {
  await approveRefund();
  const page = await browser.newPage({
    viewport: size,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  await openAs(page, licet.url, administrator.email, administrator.password);
  await page.goto(`${licet.url}/users/${organisation.users.get('Maya Lindqvist')}`);
  await page.getByText('invoices.refund', { exact: true }).first().waitFor();
  // The live stream keeps the network busy, so the script waits for the elements that load last.
  for (const late of ['Signed in', 'Revoke…']) await page.getByText(late).first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const picture = join(root, 'docs', 'console.png');
  writeFileSync(picture, await page.screenshot());
  console.log(`${picture} is made anew. Look at it before you commit it.`);
} finally {
  await browser.close();
  await licet.stop();
  removeDataDirectory(licet.dataDirectory);
}

/** The owner of Ledger approves Maya's request for two hours. */
async function approveRefund(): Promise<void> {
  await givePasswords(licet.operator, [organisation.users.get('Chiara Benedetti') ?? '']);
  const chiara = await callerFor(licet.url, 'chiara.benedetti');
  await chiara.requests.approve({
    params: { request: requests.get('Maya Lindqvist') ?? '' },
    body: {
      gives: { kind: 'permission', id: organisation.permissions.get('invoices.refund') ?? '' },
      seconds: 2 * 3600,
      note: 'For Northgate, until their auditor has left.',
    },
  });
}
