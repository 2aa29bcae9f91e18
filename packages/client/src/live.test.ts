// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock } from './clock.ts';
import { kit } from './kit.ts';
import { startLive } from './live.ts';
import { createSession } from './session.ts';

let stopping: AbortController;
beforeEach(() => {
  stopping = new AbortController();
  vi.useFakeTimers();
});
afterEach(() => {
  stopping.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
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
    kit,
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

test('resumes each stream at the last change that the tab knows, and the first stream at the change in its token', async () => {
  const { signal } = stopping;
  const never = () => Promise.reject(new Error('not asked for here'));
  const lists = { known: () => undefined, load: never };
  const store = { read: () => undefined, write: () => {} };
  const session = createSession({ store, lists, clock: createClock(), signal, renew: never });
  const resumed: (string | null)[] = [];
  const pieces = ['id: 12\nevent: ready\ndata: {"no":12}\n\n', ':\n\n', 'id: 15\nevent: change\ndata: {"no":15}\n\n'];
  const send = async (request: Request) => {
    if (!request.url.endsWith('/live')) return Response.json({ changed: false });
    const piece = pieces[resumed.length] ?? ':\n\n';
    resumed.push(request.headers.get('last-event-id'));
    return new Response(piece);
  };
  const prover = { send, thumbprint: async () => '' };
  const idle = async () => {};
  startLive({
    kit,
    session,
    prover,
    issuer: 'https://id.example',
    name: 'resumed',
    signal,
    renew: idle,
    onEvent: () => {},
    onChanged: idle,
  });
  session.set({ access: `a.${btoa('{"ver":7}')}.c`, refresh: 'r', id: 'i', offset: 0 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(resumed.slice(0, 4)).toEqual(['7', '12', '12', '15']);
});

test('a tab that takes over the stream resumes at the change in the first token that it had', async () => {
  const { signal } = stopping;
  const never = () => Promise.reject(new Error('not asked for here'));
  const session = createSession({
    store: { read: () => undefined, write: () => {} },
    lists: { known: () => undefined, load: never },
    clock: createClock(),
    signal,
    renew: never,
  });
  const { promise: turn, resolve: takeOver } = Promise.withResolvers<void>();
  const locks = { request: (_name: string, _options: object, lead: () => Promise<void>) => turn.then(lead) };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks }));
  const resumed: (string | null)[] = [];
  const send = async (request: Request) => {
    if (request.url.endsWith('/live')) resumed.push(request.headers.get('last-event-id'));
    return new Response(':\n\n');
  };
  const idle = async () => {};
  startLive({
    kit,
    session,
    prover: { send, thumbprint: async () => '' },
    issuer: 'https://id.example',
    name: 'taken over',
    signal,
    renew: idle,
    onEvent: () => {},
    onChanged: idle,
  });
  const tokenOf = (ver: number) => ({
    access: `a.${btoa(JSON.stringify({ ver }))}.c`,
    refresh: 'r',
    id: 'i',
    offset: 0,
  });
  session.set(tokenOf(7));
  session.set(tokenOf(9)); // the tab with the stream has renewed the token
  await vi.advanceTimersByTimeAsync(1000);
  expect(resumed).toEqual([]);
  takeOver();
  await vi.advanceTimersByTimeAsync(0);
  expect(resumed).toEqual(['7']);
});
