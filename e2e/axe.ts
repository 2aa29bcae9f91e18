import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/**
 * Axe stores the private fields of each colour in weak maps: six per colour, for thousands of colours per page. Filling and clearing the
 * maps took a fifth of axe's time. These replacement maps store the fields on the object.
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
 * Returns all findings of axe on the page, one line each. Injects axe only once per document, because axe is half a megabyte.
 * @param within a selector: if one of its elements is visible, axe checks only these elements
 */
export async function axeFindings(page: Page, options: axe.RunOptions, within?: string): Promise<string[]> {
  // axe ignores frames when it runs in this way, so a frame would remain unchecked. Examples of mails have their own
  // checks. The selector uses `src`, because a loading frame has no URL yet.
  if (await page.locator('iframe:not([src*="/mail-examples/"])').count())
    throw new Error('The page has frames, into which axe is not brought here.');
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source);
    await page.evaluate(rememberColours);
  }
  const { violations } = await page.evaluate(
    ({ runOptions, parts }) => {
      const shown = parts ? [...document.querySelectorAll(parts)].filter((part) => part.checkVisibility()) : [];
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      return run(shown.length > 0 ? { include: shown } : document, runOptions);
    },
    { runOptions: { ...options, iframes: false, resultTypes: ['violations' as const] }, parts: within },
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

/** Makes axe parse each colour once. Our colours are oklch, and parsing them for each element took a third of axe's time. */
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
