import type { Event, EventDetail } from '@licet/contract';
import { type Outgoing, webhookHeaders } from '../outgoing/outgoing.ts';
import { Schedule } from '../schedule.ts';
import { advanceFeed, eventsAfter, leaveFeed, takeFeed } from '../store/audit/events.ts';
import { changeChannel } from '../store/kernel/chain.ts';
import type { Database } from '../store/kernel/database.ts';
import type { Listener } from '../store/kernel/listen.ts';
import type { Webhook } from './places.ts';

export interface EventFeedParts {
  readonly database: Database;
  readonly listener: Listener;
  /** The name of the feed. Each feed has its own position in the chain. */
  readonly name: string;
  readonly send: SendEvents;
  readonly onError: (error: unknown) => void;
  /** Milliseconds to wait after a first failure. The wait doubles with each further failure, up to a minute. */
  readonly pause?: number;
}

/** An event as it is sent. Tests leave out its origin. */
export type SentEvent = Event & Partial<Pick<EventDetail, 'origin'>>;
/** Delivers some changes; the first one has the number `from + 1`. @throws Error if they were not accepted */
export type SendEvents = (events: readonly SentEvent[], from: number, signal: AbortSignal) => Promise<void>;

/**
 * Delivers every change of the audit chain as it happens, in order and in batches. A batch may be delivered more than once. A rejected
 * one is retried, and later ones wait for it. Only one process delivers at a time.
 */
export class EventFeed {
  readonly #parts: Required<EventFeedParts>;
  readonly #schedule = new Schedule(() => this.#handOver());
  readonly #closing = new AbortController();
  #failures = 0;

  constructor(parts: EventFeedParts) {
    this.#parts = { pause: 1000, ...parts };
    parts.listener.on(changeChannel, () => {
      if (this.#failures === 0) this.#schedule.within(gathering);
    });
    this.#schedule.within(0);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The server is stopping.'));
    await this.#schedule.stop();
  }

  async #handOver(): Promise<void> {
    const { database, name, onError, pause } = this.#parts;
    try {
      const taken = await takeFeed(database, name, lease);
      if (taken !== undefined) await this.#allAfter(taken);
      this.#failures = 0;
      this.#schedule.within(lease * 1000); // the process that holds the feed may have died
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      onError(error);
      this.#schedule.within(Math.min(60_000, pause * 2 ** this.#failures));
      this.#failures += 1;
    }
  }

  async #allAfter(taken: number): Promise<void> {
    const { database, name, send } = this.#parts;
    let from = taken;
    try {
      for (;;) {
        const events = await eventsAfter(database, from, together);
        const to = events.at(-1)?.no;
        if (to === undefined) return;
        await send(events, from, AbortSignal.any([AbortSignal.timeout(patience), this.#closing.signal]));
        if (!(await advanceFeed(database, name, { from, to, lease }))) return;
        from = to;
      }
    } finally {
      await leaveFeed(database, name, from);
    }
  }
}

/** Milliseconds during which changes are gathered into one message. */
const gathering = 250;
/** The maximum number of changes in a message. */
const together = 200;
/** Seconds for which a process holds the feed without renewing it. Longer than the wait for a response. */
const lease = 60;
/** Milliseconds to wait for a response. */
const patience = 30_000;

/** The feed of the webhook that receives every change. */
export const webhookFeed = 'webhook';

/** Posts changes to a webhook, signed as Standard Webhooks. */
export function toWebhook(outgoing: Outgoing, { url, secret }: Webhook): SendEvents {
  return async (events, from, signal) => {
    const last = events.at(-1);
    // After a restore, numbers repeat. The hash makes the id unique, for collectors that skip known ids.
    const id = `audit-events-${from + 1}-${last?.no}-${last?.hash.slice(0, 16)}`;
    const body = JSON.stringify({ type: 'audit.events', id, events });
    const headers = webhookHeaders(secret, id, body);
    const { status } = await outgoing(url, { method: 'POST', headers, body, redirect: 'error', signal });
    if (status >= 300)
      throw new Error(`The webhook of the audit's events answered ${status}; changes from ${from + 1} on wait for it.`);
  };
}
