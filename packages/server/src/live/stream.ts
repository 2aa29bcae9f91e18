import { limits } from '@licet/contract';

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
  #unreadBytes: number;
  #next: ((result: IteratorResult<string>) => void) | undefined;
  #over = false;
  readonly #listeners: (() => void)[] = [];
  readonly #onDrop: (() => void)[] = [];
  #dropped = false;
  #lastRead: NodeJS.Timeout | undefined;

  constructor(first: string = '') {
    this.#waiting = first === '' ? [] : [first];
    this.#unreadBytes = Buffer.byteLength(first);
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

  /** Calls the listener once, when the rest of the stream is dropped. The reader's connection must then be closed. */
  onDrop(listener: () => void): void {
    if (this.#dropped) listener();
    else this.#onDrop.push(listener);
  }

  send(...events: readonly StreamEvent[]): void {
    this.write(events.map(textOf).join(''));
  }

  /**
   * Sends events before all events that are queued so far. The queued ones come from a round that ran while the tab's
   * missed events were read. In the other order, a break between the two would hide the missed events. Call it only before
   * the stream is read.
   */
  sendFirst(...events: readonly StreamEvent[]): void {
    if (this.#over) return;
    const text = events.map(textOf).join('');
    this.#waiting.splice(1, 0, text); // after the first piece, the retry time
    this.#unreadBytes += Buffer.byteLength(text);
  }

  write(text: string): void {
    if (this.#over || text === '') return;
    const next = this.#next;
    if (next) {
      this.#next = undefined;
      next({ value: text, done: false });
      return;
    }
    // The last piece may exceed the limit. Otherwise a reader whose first cut-offs are long could never connect.
    const full = this.#unreadBytes > limits.liveUnreadBytes.value;
    this.#waiting.push(text);
    this.#unreadBytes += Buffer.byteLength(text);
    if (full || this.#waiting.length > limits.liveUnreadPieces.value) this.drop();
  }

  /** Ends after the backlog was read, or was not read in time. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const listener of this.#listeners.splice(0)) listener();
    this.#next?.({ value: undefined, done: true });
    this.#next = undefined;
    if (!this.#dropped) this.#lastRead = setTimeout(() => this.drop(), limits.liveLastRead.value).unref();
  }

  /** Ends immediately, without sending the backlog. */
  drop(): void {
    this.#waiting = [];
    this.#dropped = true;
    clearTimeout(this.#lastRead);
    this.end();
    for (const listener of this.#onDrop.splice(0)) listener();
  }

  async next(): Promise<IteratorResult<string>> {
    const text = this.#waiting.shift();
    if (text !== undefined) {
      this.#unreadBytes -= Buffer.byteLength(text);
      return { value: text, done: false };
    }
    if (this.#over) {
      clearTimeout(this.#lastRead);
      return { value: undefined, done: true };
    }
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
