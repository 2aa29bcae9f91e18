// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LicetError } from './error.ts';
import { kit } from './kit.ts';
import { type LiveParts, startLive } from './live.ts';
import type { Session } from './session.ts';
import { backOff } from './waiting.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Simulates a tab whose requests to the server all receive `answer`. */
const tab = (answer: () => Promise<Response>) => {
  const end = new AbortController();
  const asked: string[] = [];
  const tokens = { access: 'a.b.c', refresh: 'r', id: 'i', offset: 0 };
  let look = () => {};
  const session = {
    tokens: () => tokens,
    claims: () => ({}),
    onTokens: (listener: () => void) => {
      look = listener;
      return () => {};
    },
  } as unknown as Session;
  const send: LiveParts['prover']['send'] = (request) => {
    asked.push(new URL(request.url).pathname);
    return answer();
  };
  const nothing = async () => {};
  startLive({
    kit,
    session,
    issuer: 'https://id.example',
    name: crypto.randomUUID(),
    signal: end.signal,
    prover: { send, thumbprint: async () => '' },
    onEvent: () => {},
    onChanged: nothing,
    renew: nothing,
  });
  look();
  return { asked, close: () => end.abort() };
};

const away = async (): Promise<Response> => {
  throw new LicetError('unreachable', { title: 'No answer.' });
};
const stream = async () => new Response(new ReadableStream({}));

test.each([1, 20, 600])(
  'reopens the stream within 5 s of the server’s return from an outage of %i s',
  async (seconds) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999_999);
    let answer = away;
    const { asked, close } = tab(() => answer());
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    const before = asked.length;
    expect(before).toBeGreaterThan(0);
    let opened = 0;
    answer = async () => {
      opened += 1;
      return stream();
    };
    await vi.advanceTimersByTimeAsync(5000);
    expect(opened).toBe(1);
    expect(before).toBeLessThan(3 + seconds);
    close();
  },
);

test('retries less and less often while the server reports overload', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const busy = () => Response.json({ code: 'busy' }, { status: 503 });
  const { asked, close } = tab(async () => busy());
  await vi.advanceTimersByTimeAsync(120_000);
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked.length - before).toBeLessThanOrEqual(6);
  expect(new Set(asked)).toEqual(new Set(['/api/v1/live']));
  close();
});

test.each([0, 700, 3000, 60_000])('spreads the reconnections of 10,000 tabs after an outage of %i ms', (outage) => {
  const returns = Array.from({ length: 10_000 }, () => {
    let at = backOff(0);
    for (let attempt = 1; at < outage; attempt += 1) at += backOff(attempt);
    return at - outage;
  });
  const tenths = new Map<number, number>();
  for (const at of returns) tenths.set(Math.floor(at / 100), (tenths.get(Math.floor(at / 100)) ?? 0) + 1);
  expect(Math.max(...returns)).toBeLessThan(4500);
  // No tenth of a second gets more than one fourteenth of the attempts.
  expect(Math.max(...tenths.values())).toBeLessThan(10_000 / 14);
});
