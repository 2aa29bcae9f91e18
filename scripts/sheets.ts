// Makes docs/screens/: pictures of every screen of the console, and their index.
// Usage: npm run sheets [-- NAME…]. Each NAME is a sheet of e2e/screens/sheets.ts. Without names, it makes all sheets.
// LICET_PICTURES=DIR also keeps each picture in its full size.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser as TestBrowser } from '@playwright/test';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { administrator, removeDataDirectory } from '../e2e/licet.ts';
import { makeLongNames } from '../e2e/long-names.ts';
import { settled } from '../e2e/looks.ts';
import { startSample } from '../e2e/made-once.ts';
import { type ShownObjects, showSample } from '../e2e/screen-addresses.ts';
import { failing, loading } from '../e2e/screens/late.ts';
import { besides } from '../e2e/screens/mockups.ts';
import { entriesOf, isGuest, isIn, type Sheet, sheetIndex, sheets, variants } from '../e2e/screens/sheets.ts';
import { type View, viewOf } from '../e2e/screens/view.ts';
import { newVisitor, startSession } from '../e2e/visitor.ts';
import { givePasswords, samplePassword } from '../examples/ledger/sample/members.ts';
import { idOf } from '../examples/ledger/sample/organisation.ts';
import { usernameOf } from '../examples/ledger/sample/people.ts';
import { findChromium } from './chromium.ts';
import { contactSheet, picturesOfMockup, type Row, type Tile } from './contact-sheet.ts';
import { ensureConsole, pinnedNode, root } from './install.mjs';

/** A size of the window, and the width of its picture on a sheet, in px. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly tile: number;
}
const desktop: Size = { width: 1440, height: 900, tile: 480 };
const phone: Size = { width: 390, height: 844, tile: 138 };
const sizes = {
  desktop,
  phone,
  large: { width: 2560, height: 1440, tile: 480 },
  small: { width: 320, height: 640, tile: 135 },
};

type Theme = 'light' | 'dark';

const folder = join(root, 'docs', 'screens');
const mockups = join(root, 'packages', 'console', 'mockups', 'index.html');
const chosen = process.argv.slice(2);
const isChosen = ({ name }: { readonly name: string }) => chosen.length === 0 || chosen.includes(name);
const faults: string[] = [];

ensureConsole(pinnedNode());
mkdirSync(folder, { recursive: true });
const { licet, organisation } = await startSample('requests');
const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: ['--no-sandbox'] });
try {
  const shown = await showSample(licet.operator, licet.url, organisation);
  await prepareViewers();
  for (const sheet of sheets.filter(isChosen)) await write(sheet, await rowsOf(sheet, shown));
  for (const variant of variants.filter(isChosen)) {
    const of = variant.name === 'long-names' ? await makeLongNames(licet.operator, licet.url, organisation) : shown;
    await write(variant, await rowsOfVariant(variant.name, of));
  }
  writeFileSync(join(folder, 'README.md'), sheetIndex());
} finally {
  await browser.close();
  await licet.stop();
  removeDataDirectory(licet.dataDirectory);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

async function write({ name, title }: { readonly name: string; readonly title: string }, rows: readonly Row[]) {
  const picture = await contactSheet(browser, title, rows);
  writeFileSync(join(folder, `${name}.webp`), picture);
  console.log(`${name}: ${rows.length} rows, ${Math.round(picture.length / 1000)} kB`);
}

/** Every address and state of a sheet on a desktop and a phone, light and dark, and the mockup below it. */
async function rowsOf(sheet: Sheet, shown: ShownObjects): Promise<Row[]> {
  const view = await viewer(sheet.guest ? undefined : (sheet.as ?? 'administrator'));
  const rows: Row[] = [];
  for (const { label, open } of entriesOf(sheet, view, shown)) {
    const tiles: Tile[] = [];
    for (const size of [desktop, phone])
      await attempt(`${label} at ${size.width} px`, async () => {
        await view.page.setViewportSize(size);
        await open(size === desktop ? 1440 : 390);
        for (const theme of ['light', 'dark'] as const)
          tiles.push(await tile(view.page, size, theme, `${sheet.name}-${label}`));
      });
    rows.push({ label, tiles });
    const beside = besides[label];
    if (beside === undefined) continue;
    const pictures = await picturesOfMockup(browser, mockups, beside.mockup, [desktop.width, phone.width]);
    rows.push({
      label: `Mockup: ${beside.mockup}`,
      tiles: pictures.map((png, place) => ({ png, width: (place === 0 ? desktop : phone).tile })),
    });
  }
  await view.visitor.leave();
  return rows;
}

/** Every address, on a larger and a smaller window. */
async function rowsOfVariant(name: string, shown: ShownObjects): Promise<Row[]> {
  const [large, small] = name === 'sizes' ? [sizes.large, sizes.small] : [desktop, phone];
  const options: BrowserContextOptions = name === 'german' ? { locale: 'de-DE' } : {};
  const language = { german: 'de', 'right-to-left': 'pseudo-rtl' }[name];
  const rows: Row[] = [];
  for (const guest of [false, true]) {
    if (guest && ['loading', 'failing', 'print'].includes(name)) continue;
    const view = await viewer(guest ? undefined : 'administrator', options, language);
    for (const { label, open, address } of sheets.flatMap((sheet) =>
      entriesOf({ ...sheet, states: undefined }, view, shown),
    )) {
      if (guest !== isGuest(label) || !isIn(name, label)) continue;
      const tiles: Tile[] = [];
      await attempt(`${label} in ${name}`, async () => {
        await view.page.setViewportSize(large);
        let release: (() => Promise<void>) | undefined;
        if (name === 'loading') release = await loading(view.page, address);
        else if (name === 'failing') await failing(view.page, address);
        else await open(1440);
        if (name === 'print') {
          await view.page.emulateMedia({ media: 'print' });
          tiles.push(await tile(view.page, { width: 1032, height: 1460, tile: 400 }, 'light', `${name}-${label}`));
          await view.page.emulateMedia({ media: 'screen' });
          return;
        }
        tiles.push(await tile(view.page, large, 'light', `${name}-${label}`));
        tiles.push(await tile(view.page, small, 'dark', `${name}-${label}`));
        await release?.();
      });
      rows.push({ label, tiles });
    }
    await view.visitor.leave();
  }
  return rows;
}

async function tile(page: Page, size: Size, colorScheme: Theme, name: string): Promise<Tile> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const png = await page.screenshot({ animations: 'disabled' });
  const keep = process.env.LICET_PICTURES;
  if (keep) {
    mkdirSync(keep, { recursive: true });
    const file = `${name.replace(/[^\w.-]+/g, '_')}-${size.width}-${colorScheme}.png`;
    writeFileSync(join(keep, file), png);
  }
  return { png, width: size.tile };
}

/** Runs `act` and records its failure. A state that does not open leaves a gap on its sheet, but the other states are still shown. */
async function attempt(what: string, act: () => Promise<void>): Promise<void> {
  try {
    // Outside of a test, an expectation waits only five seconds, which a busy machine can exceed.
    await act().catch(act);
  } catch (error) {
    faults.push(`${what}: ${String(error).split('\n').slice(0, 4).join(' ')}`);
  }
}

/** Opens a browser window of a user of the sample, or of a guest. */
async function viewer(as: string | undefined, options: BrowserContextOptions = {}, language?: string): Promise<View> {
  const visitor = await newVisitor(browser as TestBrowser, {
    baseURL: licet.url,
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    reducedMotion: 'reduce',
    viewport: desktop,
    ...options,
  });
  const { page } = visitor;
  page.setDefaultTimeout(30_000);
  if (as !== undefined) {
    const [login, password] =
      as === 'administrator' ? [administrator.email, administrator.password] : [usernameOf(as), samplePassword];
    await startSession(page.context(), licet.url, login, password);
  }
  await page.goto(as === undefined ? '/signed-out' : '/');
  await page.evaluate((chosenLanguage) => {
    localStorage.setItem('licet.guide', JSON.stringify({ tokenSeen: true, closed: true }));
    if (chosenLanguage) localStorage.setItem('licet.language', chosenLanguage);
  }, language);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /./ }).first().waitFor();
  await settled(page);
  return viewOf(licet, organisation, visitor);
}

/** Lets two users sign in: a member, and one who becomes an auditor. */
async function prepareViewers(): Promise<void> {
  const { operator } = licet;
  const [maya, priya] = ['Maya Lindqvist', 'Priya Raghunathan'].map((name) => idOf(organisation.users, name));
  if (maya === undefined || priya === undefined) return;
  await givePasswords(operator, [maya, priya]);
  const params = { application: 'licet' };
  const { items } = await operator.roles.list({ params, query: { q: 'auditor' } });
  const role = items.find(({ name }) => name === 'auditor')?.id ?? '';
  await operator.grants.create({
    params,
    body: { principal: { kind: 'user', id: priya }, gives: { kind: 'role', id: role } },
  });
}
