import { describe, expect, it } from 'vitest';
import { eventReader } from './eventStream.ts';

const version = { event: 'version', data: { ver: 7, wait: 0 } };
const text = 'id: 7\nevent: version\ndata: {"ver":7,"wait":0}\n\n';

describe('a stream of server-sent events', () => {
  it('is read wherever it is cut', () => {
    for (const whole of [text, text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '\r')])
      for (let cut = 0; cut < whole.length; cut += 1) {
        const read = eventReader();
        // The last line end may be half of one; what follows tells.
        expect([...read(whole.slice(0, cut)), ...read(whole.slice(cut)), ...read(':\n\n')]).toEqual([version]);
      }
  });

  it('gives several events of one piece, and nothing for comments', () => {
    expect(eventReader()(`:\n\n${text}: still here\n\n${text}`)).toEqual([version, version]);
  });

  it('joins data of several lines, with or without the space', () => {
    expect(eventReader()('event:x\ndata:[1,\ndata: 2]\n\n')).toEqual([{ event: 'x', data: [1, 2] }]);
  });

  it('passes over what is not JSON, and keeps no endless line', () => {
    const read = eventReader();
    expect(read('event: x\ndata: {\n\n')).toEqual([]);
    for (let piece = 0; piece < 200; piece += 1) expect(read('x'.repeat(1000))).toEqual([]);
    expect(read(`\n\n${text}`)).toEqual([version]);
  });
});
