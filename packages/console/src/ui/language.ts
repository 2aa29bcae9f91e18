import { isolated } from './isolated.ts';

/** The languages of the console, each named in itself. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

/** `pseudo` is English made strange and longer, to find text that goes through no catalogue and places that are too tight. */
export type Language = keyof typeof languages | 'pseudo';

const KEY = 'licet.language';

/** The language of this page, for as long as it is open. */
export const language: Language = wanted().find(isLanguage) ?? 'en';

/** How dates, numbers and lists are written: the reader's own region where they read this language, such as en-GB or de-AT. */
export const locale: string = regionOf(language === 'pseudo' ? 'en' : language);

/** The words of one feature: objects of texts, and of functions that give a text. */
export type Catalogue = Readonly<Record<string, object>>;

/** Catalogues in another language, by the names that the English ones are given. */
export type Translation = Readonly<Record<string, Catalogue>>;

let translate: ((name: string, english: Catalogue) => Catalogue) | undefined;
const early = new Map<string, Catalogue>();

/**
 * Gives the page its language, then starts it. English stands in the code and starts at once; another language is loaded first,
 * and is put in its place. Nothing that is loaded with the page may read words before `start`, in a module's constant; what is
 * loaded later may.
 */
export async function learn(translation: () => Promise<Translation>, start: () => void): Promise<void> {
  document.documentElement.lang = locale;
  if (language !== 'en') {
    translate = await translator(translation);
    for (const [name, english] of early) put(name, english);
  }
  start();
}

/**
 * The words of one feature in the language of this page.
 *
 * @example
 * import * as english from './words.ts';
 * export const { words } = catalogue('users', english);
 */
export function catalogue<T extends Catalogue>(name: string, english: T): T {
  if (translate) put(name, english);
  else early.set(name, english);
  for (const texts of Object.values(english)) isolateNames(texts);
  return english;
}

/** Keeps the choice in this browser, and begins the page again in that language. */
export function speak(chosen: keyof typeof languages): void {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Storage may be closed to us; then the browser's own languages decide.
  }
  location.reload();
}

/** Wishes, the strongest first: of the application that sent the reader here (OpenID Connect), their own, their browser's. */
function wanted(): string[] {
  if (typeof document === 'undefined') return [];
  const asked = new URLSearchParams(location.search).get('ui_locales')?.split(' ') ?? [];
  return [...asked, kept(), ...navigator.languages].map((tag) => tag.toLowerCase().split('-')[0] ?? '');
}

function kept(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function isLanguage(tag: string): tag is Language {
  return tag in languages || tag === 'pseudo';
}

async function translator(translation: () => Promise<Translation>): Promise<NonNullable<typeof translate>> {
  if (language === 'pseudo') {
    const { pseudo } = await import('./pseudo.ts');
    return (_name, english) => pseudo(english);
  }
  // Without a network there is still the English that is in the code.
  const words = await translation().catch(() => ({}) as Translation);
  return (name) => words[name] ?? {};
}

function put(name: string, english: Catalogue): void {
  const words = translate?.(name, english) ?? {};
  for (const [part, texts] of Object.entries(english)) isolateNames(Object.assign(texts, words[part]));
}

/** A name in a sentence that is written from right to left does not turn the words around it, wherever the sentence is shown. */
function isolateNames(texts: object): void {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'function')
      Object.assign(texts, { [name]: (...given: unknown[]) => text(...given.map(isolatedName)) });
    else if (typeof text === 'object' && text !== null) isolateNames(text);
  }
}

const isolatedName = (given: unknown) => (typeof given === 'string' ? isolated(given) : given);

function regionOf(tag: string): string {
  const own = typeof navigator === 'undefined' ? [] : (navigator.languages ?? []);
  return own.find((each) => each.toLowerCase().split('-')[0] === tag) ?? (tag === 'en' ? 'en-GB' : tag);
}
