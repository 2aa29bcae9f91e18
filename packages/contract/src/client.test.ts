import { expect, test } from 'vitest';
import { type ApiError, createClient } from './client.ts';
import { sentenceOf, type WithReason } from './reasons/index.ts';

// The client does not load the sentences of reasons, so it repeats those that it needs.
test.each([
  ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'server_unreachable'],
  ['an error page of a proxy', async () => new Response('<p>', { status: 502 }), 'failure_unexplained'],
  ['a proxy without a server', async () => new Response('', { status: 503 }), 'unavailable_unexplained'],
])('gives %s a reason, and the sentence of that reason', async (_, fetch, reason) => {
  const { problem } = await createClient({ baseUrl: 'http://licet.example', fetch })
    .me.get()
    .then(() => expect.fail('there was an answer'))
    .catch((error: ApiError) => error);
  expect(problem.reason).toBe(reason);
  expect(problem.detail).toBe(sentenceOf(problem.code as WithReason, reason as never, problem.values as never));
});
