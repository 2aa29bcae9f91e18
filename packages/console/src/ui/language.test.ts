// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const german = { shop: { words: { bread: 'Brot', loaves: (count: number) => `${count} Laibe` } } };
const english = () => ({
  words: { bread: 'Bread', loaves: (count: number) => (count === 1 ? 'one loaf' : `${count} loaves`), late: 'Late' },
});

beforeEach(() => {
  history.replaceState(null, '', '/');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
  localStorage.clear();
  document.documentElement.lang = '';
  document.dir = '';
});

it('an English page starts without loading a translation', async () => {
  const { catalogue, language, learn, locale } = await reading('en-GB', 'de');
  const { words } = catalogue('shop', english());
  const translation = vi.fn(async () => german);
  const start = vi.fn();
  void learn(translation, start);
  expect(start).toHaveBeenCalled();
  expect(translation).not.toHaveBeenCalled();
  expect([language, locale, document.documentElement.lang, words.bread]).toEqual(['en', 'en-GB', 'en-GB', 'Bread']);
});

it('another language is loaded before the page starts, and applies to earlier and later catalogues', async () => {
  const { catalogue, learn, locale } = await reading('de-AT', 'en');
  const { words } = catalogue('shop', english());
  await learn(
    async () => german,
    () => expect(words.bread).toBe('Brot'),
  );
  const later = catalogue('shop', english()).words;
  expect([words.loaves(2), later.loaves(3), locale]).toEqual(['2 Laibe', '3 Laibe', 'de-AT']);
});

it('the page stays in English if the other language cannot be loaded', async () => {
  const { catalogue, learn } = await reading('de');
  const { words } = catalogue('shop', english());
  const start = vi.fn();
  await learn(() => Promise.reject(new Error('offline')), start);
  expect(start).toHaveBeenCalled();
  expect(words.bread).toBe('Bread');
});

it('prefers the language that the application requests, then the chosen one, then that of the browser', async () => {
  localStorage.setItem('licet.language', 'de');
  expect((await reading('en-GB')).language).toBe('de');
  history.replaceState(null, '', '/sign-in/x?ui_locales=fr%20en');
  expect((await reading('de')).language).toBe('en');
  localStorage.clear();
  history.replaceState(null, '', '/');
  expect((await reading('fr', 'it')).language).toBe('en');
});

it('makes every text of the pseudo-language accented, longer and bracketed, and keeps placeholders', async () => {
  localStorage.setItem('licet.language', 'pseudo');
  const { catalogue, learn } = await reading('en-GB');
  const { words } = catalogue('shop', {
    words: { who: 'Ask {who}', many: (count: number) => `${count} loaves`, none: '–' },
  });
  await learn(
    async () => german,
    () => undefined,
  );
  expect([words.who, words.many(12), words.none]).toEqual(['[Ášķ {who} ~ ~]', '[12 łóáṽéš ~ ~]', '–']);
});

it('writes the right-to-left pseudo-language in Arabic letters, with Arabic dates and numbers', async () => {
  localStorage.setItem('licet.language', 'pseudo-rtl');
  const { catalogue, learn, locale } = await reading('en-GB');
  const { words } = catalogue('shop', { words: { who: 'Ask {who}' } });
  await learn(
    async () => german,
    () => undefined,
  );
  expect([words.who, locale, document.dir, document.documentElement.lang]).toEqual([
    '[اقك {who} ~ ~]',
    'ar',
    'rtl',
    'ar',
  ]);
});

it('isolates right-to-left names in sentences of both languages, and leaves others unchanged', async () => {
  const shop = () => ({
    words: { sold: (who: string, count: number) => `${who} sold ${count}`, of: { a: (x: string) => x } },
  });
  const plain = await reading('en');
  const english = plain.catalogue('shop', shop()).words;
  expect([english.sold('ليلى', 2), english.sold('Maya', 2)]).toEqual(['\u2068ليلى\u2069 sold 2', 'Maya sold 2']);
  expect(english.of.a('ليلى')).toBe('\u2068ليلى\u2069');
  const { catalogue, learn } = await reading('de');
  const early = catalogue('shop', shop()).words;
  const sold = (who: string, count: number) => `${who} verkaufte ${count}`;
  await learn(
    async () => ({ shop: { words: { sold } } }),
    () => undefined,
  );
  for (const words of [early, catalogue('shop', shop()).words])
    expect(words.sold('ليلى', 2)).toBe('\u2068ليلى\u2069 verkaufte 2');
});

/** Imports the module again, in a browser with these preferred languages. */
function reading(...languages: string[]): Promise<typeof import('./language.ts')> {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  vi.resetModules();
  return import('./language.ts');
}
