import { afterEach, expect, test, vi } from 'vitest';
import { keyPair } from './proof.ts';

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
])('uses a temporary key after five seconds if IndexedDB never %s', async (_, open) => {
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

test('returns a key immediately if IndexedDB is unavailable, and clears its timer', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const timers = vi.spyOn(globalThis, 'clearTimeout');
  expect((await keyPair('a name')).privateKey.type).toBe('private');
  expect(timers).toHaveBeenCalled();
});
