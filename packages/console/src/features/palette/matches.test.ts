import { describe, expect, it } from 'vitest';
import { splitMatches } from './matches.ts';

const hits = (text: string, query: string) =>
  splitMatches(text, query).flatMap((piece) => (piece.hit ? [piece.text] : []));

describe('marking matches', () => {
  it('marks the beginnings of words, in order, and keeps their case', () => {
    expect(hits('May Maya refund an invoice?', 'ma ref')).toEqual(['Ma', 'ref']);
    expect(hits('invoices.refund', 'ref')).toEqual(['ref']);
  });

  it('ignores accents and word order like the search, and shows the original spelling', () => {
    expect(hits('Jürgen Müller', 'Müller, Jürgen')).toEqual(['Jürgen', 'Müller']);
    expect(hits('Anna Ju\u0308rgens', 'jurg')).toEqual(['Ju\u0308rg']);
    expect(hits('Große Straße', 'strasse')).toEqual(['Straße']);
    expect(hits('Große Straße', 'stras')).toEqual(['Straß']);
    expect(hits('Sinéad O’Brien', 'brien')).toEqual(['Brien']);
    expect(hits('Sinéad O’Brien', "o'b")).toEqual(['O’B']);
  });

  it('does not mark the middle of a word', () => {
    expect(hits('Emma', 'ma')).toEqual([]);
  });

  it('keeps the whole text, whatever the query', () => {
    for (const query of ['', 'ma', '.*', 'x y z', ' ']) {
      expect(
        splitMatches('Maya Lindqvist', query)
          .map((piece) => piece.text)
          .join(''),
      ).toBe('Maya Lindqvist');
    }
  });
});
