import { foldForSearch } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestStore, testStore } from '../store.testing.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

async function foldedInSql(texts: readonly string[]): Promise<string[]> {
  const { rows } = await store.database.pool.query<{ folded: string }>(
    'select search_fold(t) as folded from unnest($1::text[]) with ordinality as given(t, place) order by place',
    [texts],
  );
  return rows.map(({ folded }) => folded);
}

test('PostgreSQL folds every character as the browser does, except letters newer than its ICU', async () => {
  const texts: string[] = [];
  for (let code = 1; code < 0x110000; code += 1)
    if (code < 0xd800 || code >= 0xe000) texts.push(`x${String.fromCodePoint(code)}X`);
  const folded = await foldedInSql(texts);
  const different = texts.filter((text, index) => folded[index] !== foldForSearch(text));
  // Capital letters and signs that Unicode added in version 11 or later: PostgreSQL does not fold them.
  expect(different.filter((text) => (text.codePointAt(1) ?? 0) < 0x1c89)).toEqual([]);
  expect(different.length).toBeLessThan(250);
  const left = texts.flatMap((text, index) => (different.includes(text) ? [[text, folded[index]]] : []));
  expect(left.filter(([text, now]) => now !== `${text?.slice(0, -1)}x`)).toEqual([]);
});

test('PostgreSQL folds words as the browser does', async () => {
  const texts = [
    'Jürgen Müller',
    'IŞIK İpek',
    'Große STRASSE ẞ',
    'ΣΊΣΥΦΟΣ ΣΑΣ',
    "O´Brien O’Brien O'Brien",
    'Ærø\u200b Þór',
    '한글 ガギ',
  ];
  expect(await foldedInSql(texts)).toEqual(texts.map(foldForSearch));
});
