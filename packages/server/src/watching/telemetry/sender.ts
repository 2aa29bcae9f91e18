import type { Outgoing } from '../../outgoing/outgoing.ts';
import type { Receiver, TelemetrySettings } from './settings.ts';

/** Gathers what is to be sent, and sends it together. What cannot be sent is dropped: nobody waits for it, and it never grows. */
export interface Sender<Item> {
  readonly add: (items: readonly Item[]) => void;
  /** Sends what is there. */
  readonly close: () => Promise<void>;
}

export interface SenderParts<Item> extends Pick<TelemetrySettings, 'delay' | 'most' | 'batch' | 'timeout'> {
  readonly receiver: Receiver;
  readonly outgoing: Outgoing;
  readonly encode: (items: readonly Item[]) => object;
  /** Told how many were dropped, at most once a minute. */
  readonly onDropped: (count: number) => void;
}

export function openSender<Item>(parts: SenderParts<Item>): Sender<Item> {
  const { receiver, outgoing, encode, onDropped, delay, most, batch, timeout } = parts;
  let waiting: Item[] = [];
  let sending: Promise<void> | undefined;
  let dropped = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  let closing = false;
  const drop = (count: number) => {
    dropped += count;
    if (performance.now() - toldAt < 60_000) return;
    toldAt = performance.now();
    onDropped(dropped);
    dropped = 0;
  };
  const sendAll = async () => {
    while (waiting.length > 0) {
      const items = waiting.splice(0, batch);
      if (await sent(items).catch(() => false)) continue;
      drop(items.length);
      // Whoever ends does not wait for each of them that nobody takes.
      if (closing) drop(waiting.splice(0).length);
    }
  };
  const sent = async (items: readonly Item[]): Promise<boolean> => {
    const headers = { ...receiver.headers, 'content-type': 'application/json' };
    const body = JSON.stringify(encode(items));
    const { status } = await outgoing(receiver.url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(timeout),
    });
    return status < 300;
  };
  const flush = () => {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const timer = setInterval(flush, delay).unref();
  return {
    add: (items) => {
      const room = most - waiting.length;
      waiting = items.length <= room ? waiting.concat(items) : waiting.concat(items.slice(0, room));
      if (items.length > room) drop(items.length - room);
      if (waiting.length >= batch) void flush();
    },
    close: async () => {
      clearInterval(timer);
      closing = true;
      await flush();
    },
  };
}
