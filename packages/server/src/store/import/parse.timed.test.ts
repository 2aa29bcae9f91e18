import { expect, test } from 'vitest';
import { processorTimes } from '../../../../../scripts/processor-time.testing.ts';
import { parseImport } from './parse.ts';

test('parses two hundred thousand pairs in less than eight times the time of splitting them', async () => {
  let text = '';
  for (let i = 0; i < 200_000; i += 1) text += `user${i % 4000}\tpermission${(i * 7) % 1999}\n`;
  const { reading, looking } = await processorTimes(
    {
      reading: () => expect(parseImport('permissions', text).lines).toBe(200_000),
      looking: () => Map.groupBy(text.split('\n'), (line) => line.split('\t')[0]),
    },
    3,
  );
  expect(reading).toBeLessThan(8 * looking);
});
