import { limits } from '@licet/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { EventStream, textOf } from './stream.ts';

afterEach(() => vi.useRealTimers());

test('writes any event as one block with one line of data', () => {
  expect(textOf({ id: 7, event: 'version', data: { ver: 7, text: 'a\nid: 9\r\n\n' } })).toBe(
    'id: 7\nevent: version\ndata: {"ver":7,"text":"a\\nid: 9\\r\\n\\n"}\n\n',
  );
});

test('delivers events in order, and immediately to a waiting reader', async () => {
  const stream = new EventStream('first');
  stream.write('second');
  expect([await stream.next(), await stream.next()].map(({ value }) => value)).toEqual(['first', 'second']);
  const waiting = stream.next();
  stream.write('third');
  expect(await waiting).toEqual({ value: 'third', done: false });
});

test('delivers missed events before those of a round that ran while they were read', async () => {
  const stream = new EventStream('first');
  stream.send({ id: 9, event: 'request', data: 'round' });
  stream.sendFirst({ id: 8, event: 'request', data: 'missed' }, { id: 8, event: 'ready', data: {} });
  const pieces = [await stream.next(), await stream.next(), await stream.next()].map(({ value }) => value);
  expect(pieces.map((piece) => piece.match(/"\w+"|first/)?.[0])).toEqual(['first', '"missed"', '"round"']);
});

test('delivers what was queued before the end, and nothing afterwards', async () => {
  const stream = new EventStream('last');
  stream.end();
  stream.write('too late');
  expect(await stream.next()).toEqual({ value: 'last', done: false });
  expect((await stream.next()).done).toBe(true);
});

test('drops a reader that is too slow, with its backlog', async () => {
  const stream = new EventStream();
  let freed = 0;
  stream.onEnd(() => {
    freed += 1;
  });
  for (let count = 0; count < 10_000 && !stream.over; count += 1) stream.write('x');
  expect(stream.over).toBe(true);
  expect(freed).toBe(1);
  expect((await stream.next()).done).toBe(true);
});

test('drops a reader whose unread text is too long', async () => {
  const stream = new EventStream('first');
  const half = 'é'.repeat(limits.liveUnreadBytes.value / 4);
  stream.write(half);
  stream.write(half);
  expect(stream.over).toBe(false);
  stream.write('x');
  expect(stream.over).toBe(true);
  expect((await stream.next()).done).toBe(true);
});

test('delivers a piece of any length to a reader that reads', async () => {
  const stream = new EventStream('first');
  const long = 'x'.repeat(2 * limits.liveUnreadBytes.value);
  stream.write(long);
  expect([(await stream.next()).value, (await stream.next()).value]).toEqual(['first', long]);
  stream.write(long);
  expect((await stream.next()).value).toBe(long);
  stream.write('last');
  expect((await stream.next()).value).toBe('last');
});

test('drops what was not read in time after the end', async () => {
  vi.useFakeTimers();
  const stream = new EventStream('last');
  let dropped = false;
  stream.onDrop(() => {
    dropped = true;
  });
  stream.end();
  await vi.advanceTimersByTimeAsync(limits.liveLastRead.value - 1);
  expect(dropped).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(dropped).toBe(true);
  expect((await stream.next()).done).toBe(true);
});

test('drops nothing after a reader has read the end', async () => {
  vi.useFakeTimers();
  const stream = new EventStream('last');
  let dropped = false;
  stream.onDrop(() => {
    dropped = true;
  });
  stream.end();
  await stream.next();
  expect((await stream.next()).done).toBe(true);
  await vi.advanceTimersByTimeAsync(limits.liveLastRead.value);
  expect(dropped).toBe(false);
});

test('frees the stream once when a waiting reader leaves', async () => {
  const stream = new EventStream();
  let freed = 0;
  stream.onEnd(() => {
    freed += 1;
  });
  const waiting = stream.next();
  await stream.return();
  await stream.throw();
  expect((await waiting).done).toBe(true);
  expect(freed).toBe(1);
});
