import type { Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}
declare global {
  interface Window {
    shifts?: { value: number; of: string[] }[];
  }
}

/** Records every layout shift of the pages that open from now on. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        window.shifts?.push({
          value,
          of: sources.map(({ node }) => `${node?.nodeName} ${node instanceof Element ? node.className : ''}`),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Returns the total layout shift of the page so far (Cumulative Layout Shift), and its sources. */
export async function shiftsOn(page: Page): Promise<{ total: number; of: string }> {
  const shifts = await page.evaluate(() => window.shifts ?? []);
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    of: shifts.map(({ value, of }) => `${value.toFixed(4)} ${of.join(', ')}`).join('\n'),
  };
}
