'use client';

import { type RefObject, useEffect, useSyncExternalStore } from 'react';
import type * as German from './denied/words.de.ts';

/** The languages of this package's texts. */
export type Language = 'en' | 'de';

export interface Reader {
  /** The language that the application sets. It overrides all others. */
  readonly language: Language | undefined;
  /** The element that contains the text. Its nearest `lang` decides. Default: the page's `lang`. */
  readonly at?: RefObject<Element | null> | undefined;
  /** Whether the component shows any text. German is loaded only in this case. */
  readonly reads?: boolean;
}

/**
 * Returns the texts in the user's language. English is available immediately. German is loaded first, with English as
 * the fallback.
 *
 * @returns undefined while German is loading
 */
export const useWordsOf = <Words>(
  english: Words,
  translated: (german: typeof German) => Words,
  { language: chosen, at, reads = true }: Reader,
): Words | undefined => {
  const read = () => chosen ?? languageAt(at?.current);
  const language = useSyncExternalStore(subscribe, read, () => chosen ?? 'en');
  const loaded = useSyncExternalStore(subscribe, germanNow, notYet);
  useEffect(() => {
    if (reads && language === 'de') loadGerman();
  }, [reads, language]);
  if (language !== 'de' || loaded === 'failed') return english;
  return loaded && translated(loaded);
};

/** Loads German before it is needed, for texts that appear when nothing can be loaded any more. */
export const useGermanAhead = (language: Language | undefined, reads: boolean): void =>
  useEffect(() => {
    if (reads && (language ?? languageAt()) === 'de') loadGerman();
  }, [language, reads]);

/**
 * Returns the language of the nearest `lang`, or else the first supported language of the browser. Returns English
 * for all other languages.
 */
const languageAt = (element?: Element | null): Language => {
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

let german: typeof German | 'failed' | undefined;
let asked = false;
const listeners = /* @__PURE__ */ new Set<() => void>();
let watch: MutationObserver | undefined;

const germanNow = () => german;
const notYet = () => undefined;
const tell = () => {
  for (const listener of listeners) listener();
};

const loadGerman = (): void => {
  if (asked) return;
  asked = true;
  import('./denied/words.de.ts')
    .then(
      (words) => {
        german = words;
      },
      () => {
        german = 'failed';
      },
    )
    .then(tell);
};

/** Calls the listener when German was loaded, or when the page's language changed. */
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (!watch) {
    watch = new MutationObserver(tell);
    watch.observe(document.documentElement, { attributeFilter: ['lang'] });
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watch?.disconnect();
    watch = undefined;
  };
};
