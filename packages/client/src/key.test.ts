import { afterEach, expect, test, vi } from 'vitest';
import { keyPair } from './key.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['opens', () => ({})],
  [
    'reads',
    () => {
      const request: { onsuccess?: () => void; result: unknown } = {
        result: { close: () => {}, transaction: () => ({ objectStore: () => ({ get: () => ({}) }) }) },
      };
      queueMicrotask(() => request.onsuccess?.());
      return request;
    },
  ],
])('does not delay a sign-in if IndexedDB never %s: the key then lives as long as the page', async (_, open) => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open });
  let pair: CryptoKeyPair | undefined;
  void keyPair('a name').then((made) => {
    pair = made;
  });
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await vi.advanceTimersByTimeAsync(4000);
  expect(pair).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(pair?.privateKey.extractable).toBe(false);
});

test('gives a key at once if IndexedDB is blocked, and leaves no timer', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const timers = vi.spyOn(globalThis, 'clearTimeout');
  expect((await keyPair('a name')).privateKey.type).toBe('private');
  expect(timers).toHaveBeenCalled();
});
