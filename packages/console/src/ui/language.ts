const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const FIRST_STRONG_ISOLATE = '\u2068';

/**
 * Prepares a name for a plain-text sentence: isolates a right-to-left name, so that it does not reorder the words
 * around it.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) && !name.startsWith(FIRST_STRONG_ISOLATE) ? `\u2068${name}\u2069` : name;
}

/** The languages of the console, each named in that language. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

/**
 * `pseudo` is English with accents and longer words. It reveals texts that are not in a catalogue, and layouts that are
 * too tight. Stored as `pseudo-rtl`, it has Arabic letters and runs from right to left.
 */
export type Language = keyof typeof languages | 'pseudo';

const KEY = 'licet.language';

/** The language of this page. It does not change while the page is open. */
export const language: Language = preferred().find(isLanguage) ?? 'en';

/**
 * The locale for dates, numbers and lists, such as en-GB or de-AT. Includes the reader's region, if the browser names
 * one for this language.
 */
export const locale: string =
  storedLanguage() === 'pseudo-rtl' ? 'ar' : regionOf(language === 'pseudo' ? 'en' : language);

/** The texts of one feature, and functions that return a text. */
export type Catalogue = Readonly<Record<string, object>>;

/** The catalogues of another language, by the names of the English ones. */
export type Translation = Readonly<Record<string, Catalogue>>;

let translate: ((name: string, english: Catalogue) => Catalogue) | undefined;
const early = new Map<string, Catalogue>();

/**
 * Sets the language of the page, then starts it. English is part of the code. Another language is loaded first and
 * replaces the English texts. Therefore a module that loads before `start` must not copy texts into constants.
 */
export async function learn(translation: () => Promise<Translation>, start: () => void): Promise<void> {
  document.documentElement.lang = locale;
  if (locale === 'ar') document.dir = 'rtl';
  if (language !== 'en') {
    translate = await translator(translation);
    for (const [name, english] of early) put(name, english);
  }
  start();
}

/**
 * The texts of one feature in the language of this page.
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

/** Stores the language in this browser, and reloads the page. */
export function speak(chosen: keyof typeof languages): void {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Storage may be blocked; the browser's preferred languages then decide.
  }
  location.reload();
}

/**
 * The preferred languages in order: the application's (OpenID Connect `ui_locales`), the user's choice, the browser's.
 */
function preferred(): string[] {
  if (typeof document === 'undefined') return [];
  const requested = new URLSearchParams(location.search).get('ui_locales')?.split(' ') ?? [];
  return [...requested, storedLanguage(), ...navigator.languages].map((tag) => tag.toLowerCase().split('-')[0] ?? '');
}

function storedLanguage(): string {
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
  // If the translation cannot be loaded, the page keeps the English texts.
  const words = await translation().catch(() => ({}) as Translation);
  return (name) => words[name] ?? {};
}

function put(name: string, english: Catalogue): void {
  const words = translate?.(name, english) ?? {};
  for (const [part, texts] of Object.entries(english)) isolateNames(Object.assign(texts, words[part]));
}

/** Isolates right-to-left names in all sentences, so that they do not reorder the words around them. */
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
