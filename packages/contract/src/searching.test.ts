import { describe, expect, test } from 'vitest';
import { foldForSearch, searchFilter, searchTerms } from './searching.ts';

describe('searching a text', () => {
  test.each([
    ['muller', 'Jürgen Müller'],
    ['Müller', 'Jurgen Muller'],
    ['mu\u0308ller', 'Müller'],
    ['strom', 'Strøm'],
    ['STRØM', 'strom'],
    ['isik', 'Işık'],
    ['ISIK', 'Işık'],
    ['IŞIK', 'Işık'],
    ['İpek', 'ipek'],
    ['ipek', 'İpek'],
    ['strasse', 'Große Straße'],
    ['aerø', 'Ærø'],
    ['lodz', 'Łódź'],
    ["o'brien", 'Sinéad O’Brien'],
    ['o’brien', "Sinead O'Brien"],
    ['obrien', 'Sinéad O´Brien'],
    ['jean-luc', 'Jean\u2010Luc'],
    ['ma\u200bya', 'Maya'],
    ['\ufeffmaya', 'Maya'],
    ['maya', 'Ma\u00adya'],
    ['σισυφος', 'ΣΙΣΥΦΟΣ'],
    ['елка', 'Ёлка'],
    ['ｍａｙａ', 'Maya'],
    ['anna maria', 'Anna\u00a0Maria'],
  ])('with “%s” finds the text “%s”', (query, text) => {
    expect(searchFilter(query)(text)).toBe(true);
  });

  test.each([
    '<maya@example.org>',
    'Maya Lindqvist <maya@example.org>',
    '"Lindqvist, Maya" <maya@example.org>;',
    'mailto:maya@example.org',
    'MAILTO:maya%40example.org?subject=Hello',
    '<mailto:maya@example.org>',
    'maya@example.org.',
    'Lindqvist, Maya',
    'Lindqvist,Maya',
    '(maya@example.org)',
  ])('finds a user by the pasted text %s', (query) => {
    expect(searchFilter(query)('Maya Lindqvist', 'maya.l', 'maya@example.org')).toBe(true);
    expect(searchFilter(query)('Bo Lindqvist', 'bo', 'bo@example.org')).toBe(false);
  });

  test.each([
    ['Maya <Maya@Example.org>', 'Maya@Example.org'],
    ['MAILTO:maya%40example.org?subject=Hello', 'maya@example.org'],
    ['maya.l', 'maya.l'],
    [' Maya  Lindqvist ', 'Maya Lindqvist'],
  ])('in “%s” takes “%s” for the identifier of a user', (query, identifier) => {
    expect(searchTerms(query)?.identifier).toBe(identifier);
  });

  test('matches all words, in any order and across several texts', () => {
    expect(searchFilter('ledger ma')('Maya', 'Ledger desk')).toBe(true);
    expect(searchFilter('ledger bo')('Maya', 'Ledger desk')).toBe(false);
    expect(searchFilter('maya')(null, undefined)).toBe(false);
  });

  test.each([undefined, '', '  ', '\u200b', '’'])('matches everything for an empty query', (query) => {
    expect(searchTerms(query)).toBeUndefined();
    expect(searchFilter(query)('Maya')).toBe(true);
  });

  test('keeps the punctuation of a query that has nothing else', () => {
    expect(searchTerms('()')).toEqual({ words: ['()'], otherWords: [], phrases: ['()'], identifier: '()' });
    expect(searchFilter('*')('Maya')).toBe(false);
  });

  test('tries “first last” if “last, first” was typed', () => {
    expect(searchTerms('Müller, Jürgen')?.phrases).toEqual(['muller jurgen', 'muller, jurgen', 'jurgen muller']);
  });

  test('leaves a folded text unchanged', () => {
    for (let code = 1; code < 0x30000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const once = foldForSearch(String.fromCodePoint(code));
      if (foldForSearch(once) !== once) expect([code.toString(16), once]).toEqual([]);
    }
  });
});
