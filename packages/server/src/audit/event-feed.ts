import type { Event } from '@licet/contract';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { webhookHeaders } from '../outgoing/webhook-headers.ts';
import { Schedule } from '../schedule.ts';
import { advanceFeed, leaveFeed, takeFeed } from '../store/audit/event-feed.ts';
import { eventsAfter } from '../store/audit/events.ts';
import { changeChannel } from '../store/kernel/chain.ts';
import type { Database } from '../store/kernel/database.ts';
import type { Listener } from '../store/kernel/listen.ts';
import type { Webhook } from './places.ts';

export interface EventFeedParts {
  readonly database: Database;
  readonly listener: Listener;
  readonly outgoing: Outgoing;
  readonly webhook: Webhook;
  readonly onError: (error: unknown) => void;
  /** Milliseconds after the first failure in a row; each further one takes twice as long, up to a minute. */
  readonly pause?: number;
}

/** Whoever is told of every change. */
export const eventFeed = 'webhook';

/**
 * Hands every change of the audit chain to a webhook as it comes, in their order, some at a time, each at least once: what is not taken is
 * tried again until it is, and nothing after it goes before. Of several processes one does it.
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
    const { database, onError, pause } = this.#parts;
    try {
      const taken = await takeFeed(database, eventFeed, lease);
      if (taken !== undefined) await this.#allAfter(taken);
      this.#failures = 0;
      this.#schedule.within(lease * 1000); // whoever has it may have died
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      onError(error);
      this.#schedule.within(Math.min(60_000, pause * 2 ** this.#failures));
      this.#failures += 1;
    }
  }

  async #allAfter(taken: number): Promise<void> {
    const { database } = this.#parts;
    let from = taken;
    try {
      for (;;) {
        const events = await eventsAfter(database, from, together);
        const to = events.at(-1)?.no;
        if (to === undefined) return;
        await this.#post(events, from, to);
        if (!(await advanceFeed(database, eventFeed, { from, to, lease }))) return;
        from = to;
      }
    } finally {
      await leaveFeed(database, eventFeed, from);
    }
  }

  async #post(events: readonly Event[], from: number, to: number): Promise<void> {
    const { outgoing, webhook } = this.#parts;
    // After a restore numbers are given anew: by the hash a collector that leaves out what it knows by its id knows them apart.
    const id = `audit-events-${from + 1}-${to}-${events.at(-1)?.hash.slice(0, 16)}`;
    const body = JSON.stringify({ type: 'audit.events', id, events });
    const headers = webhookHeaders(webhook.secret, id, body);
    const signal = AbortSignal.any([AbortSignal.timeout(patience), this.#closing.signal]);
    const { status } = await outgoing(webhook.url, { method: 'POST', headers, body, redirect: 'error', signal });
    if (status >= 300)
      throw new Error(`The webhook of the audit's events answered ${status}; changes from ${from + 1} on wait for it.`);
  }
}

/** Milliseconds in which changes are gathered into one message. */
const gathering = 250;
/** Changes in a message. */
const together = 200;
/** Seconds that a process has the feed without a sign of life; longer than it waits for an answer. */
const lease = 60;
/** Milliseconds for an answer. */
const patience = 30_000;
