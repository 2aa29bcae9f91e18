/** One event of a stream of server-sent events. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

/**
 * Reads server-sent events (HTML Standard section 9.2.6) as they come in pieces. Data must be JSON; what is not, is passed
 * over.
 * @returns takes the next piece, and gives the events that are whole by now
 */
export const eventReader = (): ((piece: string) => StreamEvent[]) => {
  let rest = '';
  return (piece) => {
    // A carriage return at the end of a piece may be half a line's end: it waits for the other half.
    const blocks = (rest + piece).replace(/\r\n|\r(?!$)/g, '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > longestEvent) rest = '';
    return blocks.flatMap((block) => {
      const field = (name: string) =>
        block
          .split('\n')
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
          .join('\n');
      try {
        return [{ event: field('event'), data: JSON.parse(field('data')) }];
      } catch {
        return [];
      }
    });
  };
};

const longestEvent = 65_536;
