import { expect, test } from 'vitest';
import { openWebOrigins } from './web-origins.ts';

const origin = 'https://shop.example';

function counted(keep?: number) {
  const state = { reads: 0, fails: false, origins: [] as string[] };
  const read = async () => {
    state.reads += 1;
    if (state.fails) throw new Error('The database is away.');
    return new Set(state.origins);
  };
  return { state, origins: openWebOrigins(read, keep) };
}

test('a thousand preflights read the clients once', async () => {
  const { state, origins } = counted();
  const answers = await Promise.all(Array.from({ length: 1000 }, () => origins.has(origin)));
  expect([state.reads, answers.some(Boolean)]).toEqual([1, false]);
});

test('a change is seen at once when it was heard of, and after a while when it was not', async () => {
  const { state, origins } = counted(20);
  expect(await origins.has(origin)).toBe(false);
  state.origins = [origin];
  origins.forget();
  expect(await origins.has(origin)).toBe(true);
  state.origins = [];
  await expect.poll(() => origins.has(origin)).toBe(false);
});

test('what could not be read is not kept', async () => {
  const { state, origins } = counted();
  state.fails = true;
  await expect(origins.has(origin)).rejects.toThrow('away');
  state.fails = false;
  state.origins = [origin];
  expect(await origins.has(origin)).toBe(true);
});
