import { expect, test } from 'vitest';
import { linesOf } from './lines-of.ts';

async function read(text: string): Promise<object[]> {
  const lines: object[] = [];
  for await (const line of linesOf<object>(new Response(text))) lines.push(line);
  return lines;
}

test('yields the last line with or without a newline', async () => {
  expect(await read('{"a":1}\n\n{"b":2}\n')).toEqual([{ a: 1 }, { b: 2 }]);
  expect(await read('{"a":1}\n{"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
});

test('fails when the response ends in the middle of a line', async () => {
  await expect(read('{"a":1}\n{"b":')).rejects.toThrow(SyntaxError);
});

test('cancels a response that is not read to its end', async () => {
  let cancelled = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('{"a":1}\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const line of linesOf<object>(new Response(body))) {
    expect(line).toEqual({ a: 1 });
    break;
  }
  expect(cancelled).toBe(true);
});
