'use client';

import { type RefObject, useSyncExternalStore } from 'react';

/** The languages of this package's texts. */
export type Language = 'en' | 'de';

/**
 * Returns the user's language: the chosen one, or else that of the nearest `lang` around an element.
 * @param at the element; by default, the page's `lang` decides
 */
export const useLanguage = (chosen: Language | undefined, at?: RefObject<Element | null>): Language =>
  useSyncExternalStore(
    subscribe,
    () => chosen ?? languageAt(at?.current),
    () => chosen ?? 'en',
  );

/**
 * Returns the language of the nearest `lang`, or else the first supported language of the browser. Returns English
 * for all other languages.
 */
const languageAt = (element: Element | null | undefined): Language => {
  const tag = langAround(element ?? document.documentElement);
  return known(tag === '' ? (navigator.languages ?? []) : [tag]);
};

const known = (tags: readonly string[]): Language => {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'de' || language === 'en') return language;
  }
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
