import { expect, test } from 'vitest';
import { type Span, Spans } from './spans.ts';

const whole: Span = { noFrom: 0, noTo: Number.MAX_SAFE_INTEGER };

/** Counts how often links are followed. */
class Counting extends Spans {
  followed = 0;
  override through(from: string, to: string, span: Span): boolean {
    this.followed += 1;
    return super.through(from, to, span);
  }
}

test.each(['in order', 'in reverse'])('follows each link of a long chain once, with the links %s', async (order) => {
  const spans = new Counting([1, 2, 3], ['a', 'b', 'c']);
  const links = Array.from({ length: 500 }, (_, at) => ({ ...whole, from: `${at}`, to: `${at + 1}` }));
  spans.add('0', { ...whole, noFrom: 2 });
  await spans.carry(order === 'in order' ? links : links.toReversed());
  expect([0, 1, 2].map((place) => spans.has('500', place))).toEqual([false, true, true]);
  expect(spans.followed).toBe(500);
});

test('follows a cycle until no set grows', async () => {
  const spans = new Spans([1, 2, 3], ['a', 'b', 'c']);
  spans.add('one', { noFrom: 1, noTo: 2 });
  spans.add('two', { noFrom: 3, noTo: 4 });
  await spans.carry([
    { ...whole, from: 'one', to: 'two' },
    { ...whole, from: 'two', to: 'one' },
  ]);
  expect(spans.ranges()).toEqual({ ids: ['one', 'one', 'two', 'two'], froms: [0, 2, 0, 2], tos: [1, 3, 1, 3] });
});

test('follows each link once if a user holds one role of each layer, each at a different time', async () => {
  const [layers, width] = [40, 5];
  const numbers = Array.from({ length: layers + 1 }, (_, n) => n);
  const spans = new Counting(
    numbers,
    numbers.map((n) => new Date(n * 86_400_000).toISOString()),
  );
  const roles = (layer: number) => Array.from({ length: width }, (_, n) => `${layer}-${n}`);
  const links = numbers
    .slice(1)
    .flatMap((layer) => [
      { from: 'user', to: `${layer}-0`, noFrom: layer, noTo: layer + 1 },
      ...roles(layer).flatMap((from) => roles(layer - 1).map((to) => ({ ...whole, from, to }))),
    ]);
  spans.always('user');
  await spans.carry(links);
  expect(numbers.map((place) => spans.has('0-0', place))).toEqual(numbers.map((place) => place > 0));
  expect(spans.followed).toBe(links.length);
});

test('lets other requests run while it follows layers of roles whose inclusions were reversed', async () => {
  const [layers, width] = [60, 20];
  const spans = new Counting([0, 1], ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']);
  const roles = (layer: number) => Array.from({ length: width }, (_, n) => `${layer}-${n}`);
  const links = Array.from({ length: layers }, (_, layer) => layer).flatMap((layer) =>
    roles(layer).flatMap((below) =>
      roles(layer + 1).flatMap((above) => [
        { from: below, to: above, noFrom: 0, noTo: 1 },
        { from: above, to: below, noFrom: 1, noTo: 2 },
      ]),
    ),
  );
  for (const layer of [0, layers]) links.push({ from: 'user', to: `${layer}-0`, noFrom: 0, noTo: 2 });
  spans.always('user');
  let others = 0;
  const count = setInterval(() => {
    others += 1;
  }, 0);
  await spans.carry(links);
  clearInterval(count);
  expect(spans.has(`${layers}-1`, 0) && spans.has('0-1', 1)).toBe(true);
  expect(others).toBeGreaterThan(0);
});
