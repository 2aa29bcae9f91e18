import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/**
 * Axe keeps what is private to each colour in weak maps, six a colour and thousands of colours a page, and filling and sweeping
 * those was a fifth of its time. Here it is given maps that keep it on the object itself.
 */
const source = `(() => {
  class OnTheObject {
    key = Symbol();
    has(object) { return Object.hasOwn(object, this.key); }
    get(object) { return object[this.key]; }
    set(object, value) { object[this.key] = value; return this; }
    add(object) { return this.set(object, true); }
    delete(object) { return this.has(object) && delete object[this.key]; }
  }
  ((WeakMap, WeakSet) => { ${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')} })(OnTheObject, OnTheObject);
})()`;

/**
 * Everything that axe finds wrong with what the page shows, a line each. A document that has axe already is not given it
 * again: it is half a megabyte to read.
 * @param within a selector: axe reads only these elements if any of them is visible
 */
export async function axeFindings(page: Page, options: axe.RunOptions, within?: string): Promise<string[]> {
  // This axe knows nothing of frames, and would be silent about what is in them; examples of mails are looked at by themselves.
  // They are known by what they are to load: one that is still on its way has no address yet.
  if (await page.locator('iframe:not([src*="/mail-examples/"])').count())
    throw new Error('The page has frames, into which axe is not brought here.');
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source);
    await page.evaluate(rememberColours);
  }
  const { violations } = await page.evaluate(
    ({ wanted, parts }) => {
      const shown = parts ? [...document.querySelectorAll(parts)].filter((part) => part.checkVisibility()) : [];
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      return run(shown.length > 0 ? { include: shown } : document, wanted);
    },
    { wanted: { ...options, iframes: false, resultTypes: ['violations' as const] }, parts: within },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${help}: ${target.join(' ')}: ${any[0]?.message ?? ''}`),
  );
}

interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): Colour;
}

/** Lets axe read each colour once: ours are oklch, and reading them for each element anew was a third of its time. */
function rememberColours(): void {
  const { Color } = (window as unknown as { axe: { commons: { color: { Color: { prototype: Colour } } } } }).axe.commons
    .color;
  const read = Color.prototype.parseString;
  const known = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>();
  Color.prototype.parseString = function (this: Colour, text) {
    const before = known.get(text);
    if (before) return Object.assign(this, before);
    read.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
}
