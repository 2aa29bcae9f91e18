import { expect, test } from 'vitest';
import { processorTimes } from '../../../scripts/processor-time.testing.ts';
import { JsonError, parseJson } from './json.ts';

test.each([
  ['that nests too deeply', `${'['.repeat(2 ** 21)}${']'.repeat(2 ** 21)}`],
  ['with too many values', `[${'0,'.repeat(2 ** 21 - 1)}0]`],
])('refuses 4 MiB of JSON %s in less than a quarter of the time that parsing takes', async (_, text) => {
  const { refusing, parsing } = await processorTimes({
    refusing: () => expect(() => parseJson(text)).toThrow(JsonError),
    parsing: () => JSON.parse(text),
  });
  expect(refusing).toBeLessThan(parsing / 4);
});
