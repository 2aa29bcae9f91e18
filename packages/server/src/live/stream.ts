/** One event of a stream (HTML Standard section 9.2). */
export interface StreamEvent {
  readonly id?: number;
  readonly event: string;
  readonly data: unknown;
}

/**
 * An event stream as text. A slow reader is disconnected, because its backlog would keep growing. When it reconnects, it gets everything
 * again.
 */
export class EventStream implements AsyncIterableIterator<string> {
  #waiting: string[];
  #roomLeft: number;
  #next: ((result: IteratorResult<string>) => void) | undefined;
  #over = false;
  readonly #listeners: (() => void)[] = [];

  constructor(first: string = '') {
    this.#waiting = first === '' ? [] : [first];
    this.#roomLeft = unreadMost;
  }

  /** Whether the stream has ended. */
  get over(): boolean {
    return this.#over;
  }

  /** Calls the listener once, when the stream ends for any reason. */
  onEnd(listener: () => void): void {
    if (this.#over) listener();
    else this.#listeners.push(listener);
  }

  send(...events: readonly StreamEvent[]): void {
    this.write(events.map(textOf).join(''));
  }

  write(text: string): void {
    if (this.#over || text === '') return;
    const next = this.#next;
    if (next) {
      this.#next = undefined;
      next({ value: text, done: false });
      return;
    }
    this.#waiting.push(text);
    this.#roomLeft -= 1;
    if (this.#roomLeft < 0) this.drop();
  }

  /** Ends after the backlog was read. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const listener of this.#listeners.splice(0)) listener();
    this.#next?.({ value: undefined, done: true });
    this.#next = undefined;
  }

  /** Ends immediately, without sending the backlog. */
  drop(): void {
    this.#waiting = [];
    this.end();
  }

  async next(): Promise<IteratorResult<string>> {
    const text = this.#waiting.shift();
    if (text !== undefined) {
      this.#roomLeft += 1;
      return { value: text, done: false };
    }
    if (this.#over) return { value: undefined, done: true };
    return new Promise((resolve) => {
      this.#next = resolve;
    });
  }

  async return(): Promise<IteratorResult<string>> {
    this.drop();
    return { value: undefined, done: true };
  }

  async throw(): Promise<IteratorResult<string>> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Data is JSON without line ends, so one line is enough. */
export function textOf({ id, event, data }: StreamEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A reader with more unread pieces than this is disconnected. */
const unreadMost = 256;
