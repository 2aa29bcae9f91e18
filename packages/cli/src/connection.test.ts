import { expect, test } from 'vitest';
import { brokenOff, linesOf } from './connection.ts';

test('reports a broken connection when a response ends in the middle of a line', async () => {
  const lines = linesOf<object>(new Response('{"a":1}\n{"b":'));
  expect((await lines.next()).value).toEqual({ a: 1 });
  await expect(lines.next()).rejects.toThrow(brokenOff);
});
