import { limits } from '@licet/contract';
import { machineNow } from '../machine-clock.ts';
import { refuse } from '../refusal.ts';
import { EventStream } from './stream.ts';

/** The open streams of one process. */
export class OpenStreams {
  readonly #open = new Set<EventStream>();
  readonly #most: number;
  #closed = false;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Begins a stream that ends with its token. @throws Refusal `live_full` */
  begin(expiresAt: number): EventStream {
    if (this.#closed) refuse('live_full', 'server_stopping', {});
    if (this.size >= this.#most) refuse('live_full', 'server_streams_full', { most: this.#most });
    const stream = new EventStream(`retry: ${reconnectAfter}\n\n`);
    const heartbeat = setInterval(() => stream.write(':\n\n'), limits.liveHeartbeat.value).unref();
    const end = setTimeout(() => stream.end(), Math.min(longestTimer, (expiresAt - machineNow()) * 1000)).unref();
    this.#open.add(stream);
    stream.onEnd(() => {
      clearInterval(heartbeat);
      clearTimeout(end);
      this.#open.delete(stream);
    });
    return stream;
  }

  /** Ends every stream and begins no more. */
  close(): void {
    this.#closed = true;
    for (const stream of [...this.#open]) stream.end();
  }
}

/** Milliseconds that a client waits before it comes back when the stream breaks. */
const reconnectAfter = 2000;
const longestTimer = 2 ** 31 - 1;
