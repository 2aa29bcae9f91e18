/** One event of a stream (HTML Standard section 9.2.6). */
export interface StreamEvent {
  readonly name: string;
  readonly data: string;
  /** The last id that was set, by this event or one before it. */
  readonly id: string;
}

/** Reads an event stream piece by piece; comments and empty events are passed over. @throws Error on a line without end */
export function createEventReader(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = '';
  let name = '';
  let id = '';
  let data: string[] = [];
  const dispatch = () => {
    if (data.length > 0) onEvent({ name: name || 'message', data: data.join('\n'), id });
    name = '';
    data = [];
  };
  const read = (line: string) => {
    if (line === '') return dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
  };
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new Error('The event stream holds a line without end.');
    for (const line of lines) read(line);
  };
}

const longestLine = 4_194_304;
