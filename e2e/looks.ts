import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import { axeFindings } from './axe.ts';

/** The widths of a desktop and a phone. */
export const widths = [1440, 390] as const;
export type Width = (typeof widths)[number];

/**
 * Whether `look` checks every width, theme and language, as in `npm run long` and when pictures are requested.
 * Otherwise:
 * - Each state is checked only on a desktop in the light theme and on a phone in the dark theme.
 * - The phone reuses the desktop's page in a narrower window, where axe checks only colours.
 * - German screens are skipped, because the tests with the pseudo-locale cover longer words.
 */
export const wholeLooks = process.env.LICET_LOOKS === 'whole' || process.env.LICET_PICTURES !== undefined;

/** Whether tests in English run on German pages to check their layout. Failed expectations then do not fail a test. */
export const inGerman = process.env.LICET_LOOKS_IN === 'de';

/** Opens a screen in a certain state at one width. */
export type Opening = (width: Width) => Promise<void>;

type Theme = 'light' | 'dark';

const themesAt = (width: Width): Theme[] => (wholeLooks ? ['light', 'dark'] : [width === 1440 ? 'light' : 'dark']);

/**
 * Checks a state at both widths: axe finds nothing, and nothing is wider than the page. If LICET_PICTURES contains a folder, takes pictures
 * in both themes. If `wholeLooks` is true, `open` runs again for each width.
 * @param until waits for the state. Use `loading` for a state that never settles.
 */
export async function look(page: Page, name: string, open?: Opening, until = settled): Promise<void> {
  for (const width of widths) {
    for (const [index, theme] of themesAt(width).entries()) {
      await show(page, width, theme);
      if (index === 0) {
        try {
          if (wholeLooks || width === 1440) await open?.(width);
          await until(page);
        } catch (error) {
          if (!inGerman) throw error;
          console.log(`Not looked at in German: ${name} at ${width} px. ${String(error).split('\n')[0]}`);
          break;
        }
      } else
        await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {})))); // Waits for the images, because the logo may differ between themes.
      const state = `${name}-${width}-${theme}`;
      await take(page, state);
      const findings = await axeFindings(
        page,
        { runOnly: rulesFor(width, theme) },
        unseenOf(page, `${width} ${theme}`),
      );
      expect.soft(findings, `what axe finds on ${state}`).toEqual([]);
      expect.soft(await overflow(page), `how much wider than the page ${state} is, in px`).toBeLessThanOrEqual(0);
    }
  }
  await show(page, 1440, 'light');
}

/** Changes width and theme together, so that the browser lays out the page only once. */
const show = (page: Page, width: Width, colorScheme: Theme) =>
  Promise.all([
    page.setViewportSize({ width, height: width === 390 ? 844 : 900 }),
    page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }),
  ]);

/**
 * Returns a function that opens a URL and then calls `then`. Without `then`, the phone reuses the page of the desktop.
 */
export function opening(page: Page, address: string, then?: (width: Width) => Promise<unknown>): Opening {
  return async (width) => {
    if (then === undefined && width === 390) return;
    await goTo(page, address, width);
    await then?.(width);
  };
}

/** The paths that each page has loaded. */
const loaded = new WeakMap<Page, Set<string>>();

/**
 * Navigates inside the console, which takes a third of the time of a page load and keeps axe injected. With `wholeLooks`, each path is
 * loaded once, at desktop width.
 */
export async function goTo(page: Page, address: string, width?: Width): Promise<void> {
  const before = loaded.get(page) ?? new Set();
  loaded.set(page, before);
  const path = address.replace(/\?.*/, '');
  const isLoaded = wholeLooks ? width !== 1440 || before.has(path) : page.url() !== 'about:blank';
  if (!(isLoaded && (await goInside(page, address)))) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    before.add(path);
  }
  await settled(page);
}

const between = '/between/two/screens';
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], .toast';

/** Navigates as links do, through an empty page, so that no state of a screen remains. Returns false if an overlay is open. */
async function goInside(page: Page, address: string): Promise<boolean> {
  const go = (to: string) => page.evaluate((next) => history.pushState({}, '', next), to);
  await go(between);
  await expect(page.getByText(between)).toBeVisible();
  if (await page.locator(overlays).filter({ visible: true }).count()) return false;
  await go(address);
  await expect(page.getByText(between)).toHaveCount(0);
  return true;
}

/** Matches elements that are loading or that indicate loading. */
export const unsettled = '[aria-busy="true"], .skeleton, .starting, .busy';

export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator(unsettled)).toHaveCount(0, { timeout: 60_000 });
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

export async function loading(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
}

/**
 * Checks a state while a response is pending, and after the request has failed.
 * @param path the end of the path of the API call
 */
export async function lookBefore(page: Page, name: string, path: string, open: Opening): Promise<void> {
  const answers = ({ pathname }: URL) => pathname.startsWith('/api/') && pathname.endsWith(path);
  const held: Route[] = [];
  await page.route(answers, (route) => void held.push(route));
  await look(page, `${name}-loading`, open, loading);
  await page.unroute(answers);
  const failed = (route: Route) => route.fulfill({ status: 500, body: '' });
  // Answers the held requests with status 500. If they were aborted, the browser would log the failures on the page
  // that is still open.
  for (const route of held) await failed(route).catch(() => undefined);
  await page.route(answers, failed);
  await look(page, `${name}-failing`, async (width) => {
    await open(width);
    await expect(page.getByRole('alert').first()).toBeVisible();
  });
  await page.unroute(answers);
}

/** The pages that axe has checked in this worker, by address, width and theme. */
const seen = new WeakMap<Page, Set<string>>();
const laidOver = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * Returns a selector that limits axe to overlays if axe has already checked this page at this width and in this theme.
 * Otherwise returns undefined.
 */
function unseenOf(page: Page, as: string): string | undefined {
  const before = seen.get(page) ?? new Set();
  seen.set(page, before);
  const state = `${page.url()} ${as}`;
  if (!wholeLooks && before.has(state)) return laidOver;
  before.add(state);
  return undefined;
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Returns all rules for a desktop in the light theme and, with `wholeLooks`, for a phone in the dark theme. Otherwise
 * returns only the rules for colours.
 */
function rulesFor(width: Width, theme: Theme): string[] {
  const first = theme === (width === 1440 ? 'light' : 'dark');
  return first && (wholeLooks || width === 1440) ? tags : ['color-contrast'];
}

const overflow = (page: Page) =>
  page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - document.documentElement.clientWidth);

export async function take(page: Page, state: string): Promise<void> {
  const folder = process.env.LICET_PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${state}${inGerman ? '-in-german' : ''}.png`), animations: 'disabled' });
}
