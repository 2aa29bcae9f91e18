// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock } from './clock.ts';
import { startLive } from './live.ts';
import { createSession } from './session.ts';

const stopping = new AbortController();
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  stopping.abort();
  vi.useRealTimers();
});

test('retries less often while the server rejects every token', async () => {
  const { signal } = stopping;
  const never = () => Promise.reject(new Error('not asked for here'));
  const lists = { known: () => undefined, load: never };
  const store = { read: () => undefined, write: () => {} };
  const session = createSession({ store, lists, clock: createClock(), signal, renew: never });
  let asked = 0;
  let renewed = 0;
  const renew = async () => {
    if (renewed === 100) throw new Error('asked without end');
    renewed += 1;
    session.set({ access: `a.${renewed}.c`, refresh: 'r', id: 'i', offset: 0 });
  };
  const send = async () => {
    asked += 1;
    return new Response('{}', { status: 401 });
  };
  const prover = { send, thumbprint: async () => '' };
  startLive({
    session,
    prover,
    issuer: 'https://id.example',
    name: 'live',
    signal,
    renew,
    onEvent: never,
    onChanged: renew,
  });
  await renew();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBeGreaterThan(10);
  expect(asked).toBeLessThan(60);
});
