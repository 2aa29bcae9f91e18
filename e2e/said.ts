import { screens } from '@licet/contract';
import { expect, type Page } from '@playwright/test';

/** The texts of a page. */
export interface Said {
  /** The visible texts outside of alerts and times. */
  readonly texts: readonly string[];
  /** The texts of alerts. */
  readonly alerts: readonly string[];
}

/** Returns what the page says. Skips times and measured durations, because they differ each time. */
export const saidOn = (page: Page): Promise<Said> =>
  page.evaluate(() => {
    const texts = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      const text = (textContent ?? '').replace(/\s+/g, ' ').trim();
      if (
        text &&
        !/\d m?s$/.test(text) &&
        parent?.checkVisibility() &&
        !parent.closest('time, [role="alert"], .toasts, svg, .skip-link')
      )
        texts.add(text);
    }
    const alerts = [...document.querySelectorAll<HTMLElement>('[role="alert"]')].filter((it) => it.checkVisibility());
    return {
      texts: [...texts],
      alerts: alerts.map((it) => it.innerText.replace(/\s+/g, ' ').trim()).filter(Boolean),
    };
  });

const titles = new Set<string>(Object.values(screens).map(({ title }) => title));
/** Texts that are shown only without data, and state no fact: a missing value, and the id of an application without its name. */
const withoutFact = new Set(['Could not be loaded', '–', 'ledger', 'depot', 'ward']);
const raw = /\bundefined\b|\bNaN\b|\[object|\bnull\b|_unexplained|TypeError/;

/**
 * Returns the faults of a page while calls have failed.
 * @param whole the texts of the same page with all data. Any other text is a statement without data, such as “No user has access.”
 */
export async function faultsOfFailure(page: Page, whole: readonly string[]): Promise<string[]> {
  const { texts, alerts } = await saidOn(page);
  const known = new Set(whole);
  // The hidden heading of an error page repeats the title of the error.
  const isError = (text: string) => alerts.some((it) => it.startsWith(text));
  const faults = texts
    .filter((it) => !known.has(it) && !titles.has(it) && !withoutFact.has(it) && !isError(it))
    .map((it) => `says “${it}” without data`);
  if (alerts.length === 0) faults.push('does not say that a call has failed');
  if ((await retries(page).count()) === 0) faults.push('has no button to try again');
  for (const text of [...texts, ...alerts]) if (raw.test(text)) faults.push(`shows raw text: ${text}`);
  if ((await page.getByRole('heading', { level: 1 }).count()) !== 1) faults.push('has no heading, or several');
  return faults;
}

/** The visible buttons that repeat failed calls. */
export const retries = (page: Page) => page.getByRole('button', { name: 'Try again' }).filter({ visible: true });

/** Presses *Try again* until no such button is left. Each press repeats calls, and can lead to new calls that fail. */
export async function tryAgain(page: Page, rested: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < 12 && (await retries(page).count()) > 0; round += 1) {
    // The last button is that of the report, which may be above the others.
    // By keyboard, because on a phone a panel can cover the report.
    await retries(page).last().press('Enter');
    await rested();
  }
  await expect.soft(retries(page)).toHaveCount(0);
}
