import { expect, test } from 'vitest';
import { type ApiError, createClient, linesOf } from './client.ts';
import { sentenceOf, type WithReason } from './reasons/index.ts';

// The client contains copies of some sentences, so that its bundle does not include all of them. This test compares the
// copies with the originals.
test.each([
  ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'server_unreachable'],
  ['an error page of a proxy', async () => new Response('<p>', { status: 502 }), 'failure_unexplained'],
  ['a proxy without a server', async () => new Response('', { status: 503 }), 'unavailable_unexplained'],
])('gives %s a reason and the sentence of that reason', async (_, fetch, reason) => {
  const { problem } = await createClient({ baseUrl: 'http://licet.example', fetch })
    .me.get()
    .then(() => expect.fail('there was an answer'))
    .catch((error: ApiError) => error);
  expect(problem.reason).toBe(reason);
  expect(problem.detail).toBe(sentenceOf(problem.code as WithReason, reason as never, problem.values as never));
});

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

test('cancels a response that is not read to the end', async () => {
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
