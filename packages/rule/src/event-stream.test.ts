import { describe, expect, test } from 'vitest';
import { createEventReader, type StreamEvent } from './event-stream.ts';

/** Returns the events in a text that arrives in pieces. */
function readPieces(pieces: readonly string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const read = createEventReader((event) => events.push(event));
  for (const piece of pieces) read(piece);
  return events;
}

describe('the reader of event streams', () => {
  const text = ': hi\r\n\r\nevent: cut-off\nid: 7\ndata: {"a":\ndata: 1}\n\nid: 8\n\ndata:x\r\rdata: y\n\n: beat\n\n';
  const whole: StreamEvent[] = [
    { name: 'cut-off', data: '{"a":\n1}', id: '7' },
    { name: 'message', data: 'x', id: '8' },
    { name: 'message', data: 'y', id: '8' },
  ];

  test.each([1, 2, 3, 7, 1000])('reads the same events from chunks of %i characters', (length) => {
    const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
      text.slice(at * length).slice(0, length),
    );
    expect(readPieces(pieces)).toEqual(whole);
  });

  test('recognises each kind of line ending, wherever a chunk ends', () => {
    const version = { name: 'version', data: '{"ver":7}', id: '7' };
    const lines = 'id: 7\nevent: version\ndata: {"ver":7}\n\n';
    for (const one of [lines, lines.replaceAll('\n', '\r\n'), lines.replaceAll('\n', '\r')])
      for (let cut = 0; cut < one.length; cut += 1)
        // A carriage return at the end of a piece may be the first half of a CRLF. The next piece shows which.
        expect(readPieces([one.slice(0, cut), one.slice(cut), ':\n\n'])).toEqual([version]);
  });

  test('reads several events from one chunk, and ignores comments and events without data', () => {
    const names = readPieces([`:\n\nevent: a\ndata: 1\n\n: still here\n\nevent: b\n\nevent: c\ndata:\n\n`]);
    expect(names).toEqual([
      { name: 'a', data: '1', id: '' },
      { name: 'c', data: '', id: '' },
    ]);
  });

  test.each(['x'.repeat(1_000_000), `data: ${'x'.repeat(1_000_000)}\n`])('rejects an endless event', (piece) => {
    expect(() => readPieces(Array.from({ length: 10 }, () => piece))).toThrow('Endless event');
  });
});
