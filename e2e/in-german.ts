import type { BrowserContext, Locator, Page } from '@playwright/test';
import { inGerman } from './phrasebook.ts';

// Checks the German pages with the tests whose expectations are in English. Set LICET_LOOKS_IN=de.

type Text = string | RegExp;
type Options = { exact?: boolean; name?: Text; hasText?: Text; hasNotText?: Text } | undefined;
type Ask = (this: unknown, ...asked: unknown[]) => unknown;

const translated = new WeakSet<object>();

// Milliseconds. Shorter than in the English tests, because the German pages lack some texts.
const patience = 4000;

/** Sets a page to German, and makes queries for English texts find the German texts. */
export async function speakGerman(context: BrowserContext, page: Page): Promise<void> {
  page.setDefaultTimeout(patience);
  await context.addInitScript(() => localStorage.setItem('licet.language', 'de'));
  for (const of of [page, page.locator('body')]) translate(Object.getPrototypeOf(of) as Record<string, Ask>);
  const frame = Object.getPrototypeOf(page.mainFrame()) as Record<string, Ask>;
  if (!translated.has(frame)) softly(frame);
  translated.add(frame);
}

function translate(prototype: Record<string, Ask>): void {
  if (translated.has(prototype)) return;
  translated.add(prototype);
  const around = (name: string, change: (asked: unknown[]) => unknown[]) => {
    const ask = prototype[name];
    if (!ask) return;
    prototype[name] = function (...asked) {
      return ask.apply(this, change(asked));
    };
  };
  for (const name of ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText'])
    around(name, ([text, options]) => [inGerman(text as Text, (options as Options)?.exact === true), options]);
  around('getByRole', ([role, options]) => [role, ofOptions(options as Options)]);
  around('filter', ([options]) => [ofOptions(options as Options)]);
  around('locator', ([selector, options]) => [selector, ofOptions(options as Options)]);
  softly(prototype);
  for (const name of ['click', 'fill', 'press', 'focus', 'hover', 'check', 'scrollIntoViewIfNeeded'])
    firstOf(prototype, name);
}

/**
 * Makes a query use its first match, because two English texts can have the same German text. If nothing matches,
 * records that and continues the test.
 */
function firstOf(prototype: Record<string, Ask>, name: string): void {
  const ask = prototype[name];
  if (!ask) return;
  prototype[name] = async function (this: unknown, ...asked: unknown[]) {
    try {
      return await ask.apply(this, asked);
    } catch (error) {
      if (!isLocator(this)) throw error;
      if (String(error).includes('strict mode violation')) return ask.apply(await shortest(this), asked);
      console.log(`In German this could not be done: ${name} ${this}`);
    }
  };
}

/** Returns the match whose element has the shortest text. If several are equally short, returns the last, which is on top. */
async function shortest(locator: Locator): Promise<Locator> {
  const said = await locator.evaluateAll((all) => all.map((one) => one.textContent?.trim().length ?? 0));
  return locator.nth(said.lastIndexOf(Math.min(...said)));
}

const isLocator = (it: unknown): it is Locator => typeof it === 'object' && it !== null && 'first' in it;

/** Records a failed expectation and continues, because this run checks the pictures and not the texts. */
function softly(prototype: Record<string, Ask>): void {
  const ask = prototype._expect;
  if (!ask) return;
  prototype._expect = async function (expression, options) {
    const asked = options as Expected;
    const said = (await ask.call(this, expression, {
      ...ofExpected(String(expression), asked),
      timeout: patience,
    })) as { matches: boolean };
    if (said.matches !== (asked.isNot === true)) return said;
    console.log(`In German this was not so: ${expression} of ${this}`);
    return { ...said, matches: asked.isNot !== true };
  };
}

function ofOptions(options: Options): Options {
  if (!options) return options;
  const { name, hasText, hasNotText, exact } = options;
  return {
    ...options,
    ...(name !== undefined && { name: inGerman(name, exact === true) }),
    ...(hasText !== undefined && { hasText: inGerman(hasText, false) }),
    ...(hasNotText !== undefined && { hasNotText: inGerman(hasNotText, false) }),
  };
}

interface Expected {
  isNot?: boolean;
  timeout?: number;
  expectedText?: { string?: string; regexSource?: string; regexFlags?: string; matchSubstring?: boolean }[];
}

function ofExpected(expression: string, options: Expected): Expected {
  if (!/^to\.(have|contain)\.(text|title|accessible\.name)/.test(expression)) return options;
  if (!options.expectedText) return options;
  return {
    ...options,
    expectedText: options.expectedText.map((text) => {
      const asked = text.string ?? new RegExp(text.regexSource ?? '', text.regexFlags);
      const found = inGerman(asked, text.string !== undefined && text.matchSubstring !== true);
      if (typeof found === 'string') return text;
      const { string: _, ...rest } = text;
      return { ...rest, regexSource: found.source, regexFlags: found.flags };
    }),
  };
}
