import type { Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
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
    const at = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        window.shifts?.push({
          value,
          of: sources.map(({ node, previousRect, currentRect }) => {
            const name = `${node?.nodeName} ${node instanceof Element ? node.className : ''}`;
            return `${name} from ${at(previousRect)} to ${at(currentRect)}`;
          }),
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
