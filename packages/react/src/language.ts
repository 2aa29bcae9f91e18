'use client';

import { type RefObject, useSyncExternalStore } from 'react';
import type { Languages } from './translation.ts';

/** The language of this package's texts: `en`, `de`, or a name in `languages` of the provider. */
export type Language = 'en' | 'de' | (string & {});

/**
 * Returns the user's language: the chosen one, or else that of the nearest `lang` around an element.
 * @param at the element; by default, the page's `lang` decides
 */
export const useLanguage = (
  chosen: Language | undefined,
  languages: Languages | undefined,
  at?: RefObject<Element | null>,
): Language =>
  useSyncExternalStore(
    subscribe,
    () => chosen ?? languageAt(languages, at?.current),
    () => chosen ?? 'en',
  );

/**
 * Returns the language of the nearest `lang`, or else the first supported language of the browser. Returns English
 * for all other languages.
 */
const languageAt = (languages: Languages | undefined, element: Element | null | undefined): Language => {
  const tag = langAround(element ?? document.documentElement);
  const known = { en: 0, de: 0, ...languages };
  for (const each of tag === '' ? (navigator.languages ?? []) : [tag])
    for (const name of [each.toLowerCase(), each.toLowerCase().replace(/-.*/, '')])
      if (Object.hasOwn(known, name)) return name;
  return 'en';
};

const langAround = (element: Element): string => {
  const near = element.closest('[lang]');
  if (near) return near.getAttribute('lang')?.trim() ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? langAround(root.host) : '';
};

/** Calls the listener when the page's language changed. */
const subscribe = (listener: () => void): (() => void) => {
  const watch = new MutationObserver(listener);
  watch.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => watch.disconnect();
};
