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
])('an IndexedDB that never %s does not hold up the sign-in: the key lives as long as the page', async (_, open) => {
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

test('where IndexedDB is closed there is a key at once, and no timer is left', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const timers = vi.spyOn(globalThis, 'clearTimeout');
  expect((await keyPair('a name')).privateKey.type).toBe('private');
  expect(timers).toHaveBeenCalled();
});
