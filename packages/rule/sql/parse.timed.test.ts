import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install } from './testing.ts';

let database: Installed;
beforeAll(async () => {
  database = await install();
});
afterAll(() => database.end());

const deep = (levels: number, inside: string) => '['.repeat(levels) + inside + ']'.repeat(levels);
const zeros = (count: number) => Array(count).fill('0').join();
const lists = (count: number, each: string) => `[${Array(count).fill(each).join()}]`;

/**
 * Returns the duration of the fastest of three runs, in milliseconds. Other work on the machine can only slow a run
 * down.
 */
async function parsing(text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3; turn += 1) {
    const startedAt = performance.now();
    await database.one('select licet.parse($1)', [text]);
    least = Math.min(least, performance.now() - startedAt);
  }
  return least;
}

test('parses claims with twice as many resources in at most four times the time', async () => {
  const claims = (count: number) => {
    const on = Array.from({ length: count }, (_, no) => ({
      resources: [`shop:${no}`],
      roles: ['r'],
      permissions: ['p'],
    }));
    return JSON.stringify({ sub: 'ada', exp: 4102444800, on });
  };
  // 125 groups have 500 brackets. Up to that number, the depth is not checked.
  expect(await parsing(claims(240))).toBeLessThan(4 * (await parsing(claims(120))));
});

test('parses a deeply nested megabyte in less than four times the time of a flatter one', async () => {
  const two = await parsing(lists(1000, `[${zeros(500)}]`));
  const many = await parsing(lists(1250, deep(400, '0')));
  const long = await parsing(`${`[${'0,'.repeat(1000)}`.repeat(490)}0${']'.repeat(490)}`);
  expect(many).toBeLessThan(4 * two);
  expect(long).toBeLessThan(4 * two);
});
