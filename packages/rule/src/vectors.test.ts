import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { answer, expected } from './cases.testing.ts';
import { allThemes } from './vectors.testing.ts';

const themes = allThemes();

for (const { file, cases } of themes) {
  describe(file, () => {
    for (const each of cases) test(each.name, () => assert.deepEqual(answer(each), expected(each)));
  });
}

test('the test vectors contain at least 200 cases', () => {
  const count = themes.reduce((sum, { cases }) => sum + cases.length, 0);
  assert.ok(count >= 200, String(count));
});
