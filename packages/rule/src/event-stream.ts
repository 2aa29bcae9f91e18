/** An event of a stream (HTML Standard section 9.2.6). */
export type StreamEvent = {
  readonly name: string;
  readonly data: string;
  /** The id of this event, or of the last earlier event with an id. */
  readonly id: string;
};

/**
 * Parses an event stream that arrives in pieces, in browsers and on servers. Skips comments and empty events.
 *
 * @returns a function that takes the next piece. The function throws an Error if a line or an event is too long
 * @example
 * import { createEventReader } from '@licet/rule/event-stream';
 *
 * const names = new Set();
 * const read = createEventReader(({ name }) => names.add(name));
 * read('event: version\nda');
 * read('ta: {"ver":7}\n\n');
 * [...names]; // ['version']
 */
export const createEventReader = (onEvent: (event: StreamEvent) => void): ((piece: string) => void) => {
  let rest = '';
  let name = '';
  let id = '';
  let data: string[] = [];
  let size = 0;
  const dispatch = () => {
    if (data.length) onEvent({ name: name || 'message', data: data.join('\n'), id });
    name = '';
    data = [];
    size = 0;
  };
  const take = (line: string) => {
    if (!line) return dispatch();
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    else if (field === 'data') {
      data.push(value);
      size += value.length;
    } else if (field === 'id' && !value.includes('\0')) id = value;
  };
  return (piece) => {
    // A carriage return at the end of a piece may be the first half of a CRLF, so keep it for the next piece.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
    if (rest.length + size > longestEvent) throw Error('Endless event.');
  };
};

/** In characters. */
const longestEvent = 4_194_304;
