'use client';

import { explain, type Token } from '@licet/rule';
import { createContext, useContext } from 'react';
import { type Language, useLanguage } from '../language.ts';
import { later, none, useLater } from '../later.ts';
import { texts as english, type Texts } from './words.en.ts';

export const TextsContext = /* @__PURE__ */ createContext(english);

export const useTexts = (): Texts => useContext(TextsContext);

const german = /* @__PURE__ */ later(() => import('./words.de.ts'));

/** Returns the texts of the devtools in German or English. English is shown until German is loaded. */
export const useTextsIn = (chosen: Language | undefined): Texts => {
  const part = useLanguage(chosen, undefined) === 'de' ? german : none;
  return useLater<{ readonly texts: Texts }>(part, part === german)?.texts ?? english;
};

/**
 * Explains in a sentence how the rule decides about a name.
 * @param now seconds since the epoch
 */
export const reasonOf = (
  texts: Texts,
  token: Token | undefined,
  kind: 'permission' | 'role',
  name: string,
  now: number,
): string => {
  if (!token) return texts.noToken;
  const { reason } = explain(token, name, now);
  if (reason === 'malformed' || reason === 'expired' || kind === 'permission') return texts.reason[reason];
  return token.roles.includes(name) ? texts.hasRole : texts.lacksRole;
};

/**
 * Returns the remaining time, such as “4:09” or “1:04:09”.
 * @param seconds until the token expires
 */
export const countdown = (seconds: number): string => {
  const left = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(left / 3600);
  const two = (count: number) => String(count).padStart(2, '0');
  const minutes = Math.floor(left / 60) % 60;
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(left % 60)}`;
};
