import { words } from './words.ts';

/** A browser's own description (RFC 9110, section 10.1.5) in two words: "Chrome on Linux". Nothing when it says nothing known. */
export function browserOf(agent: string | null): string | undefined {
  if (agent === null) return undefined;
  const browser = BROWSERS.find(([, pattern]) => pattern.test(agent))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0];
  if (browser === undefined) return system;
  return system === undefined ? browser : words.browserOn(browser, system);
}

/** Whether it is held in a hand. */
export function isPhone(agent: string | null): boolean {
  return agent !== null && /Mobi|Android|iPhone|iPad/.test(agent);
}

// Others' names stand in nearly every description, so the rarer ones come first.
const BROWSERS = [
  ['Edge', /\bEdgA?\/|\bEdg\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;
