import { expect, test } from 'vitest';
import { EventStream, textOf } from './stream.ts';

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
