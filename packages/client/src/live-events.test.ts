import { expect, it } from 'vitest';
import { createLiveReader, type LiveEvent } from './live-events.ts';

it('reads the events of the live stream, and skips invalid JSON', () => {
  const events: LiveEvent[] = [];
  const read = createLiveReader((event) => events.push(event));
  read('event: version\ndata: {"ver":7,\ndata:"wait":0}\n\nevent: x\ndata: {\n\n');
  read('event: request\ndata: {"id":"1"}\n\n');
  expect(events).toEqual([
    { event: 'version', data: { ver: 7, wait: 0 } },
    { event: 'request', data: { id: '1' } },
  ]);
});
