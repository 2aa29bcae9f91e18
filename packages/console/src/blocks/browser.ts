import { browserNames } from '@licet/contract';
import { words } from './words.ts';

/** A browser's User-Agent in two words: "Chrome on Linux". Undefined if it is unknown. */
export function browserOf(agent: string | null): string | undefined {
  const { browser, system } = browserNames(agent);
  if (browser === undefined) return system;
  return system === undefined ? browser : words.browserOn(browser, system);
}

/** Whether the browser runs on a phone. */
export function isPhone(agent: string | null): boolean {
  return agent !== null && /Mobi|Android|iPhone|iPad/.test(agent);
}
