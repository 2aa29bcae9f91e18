import { licetApplication } from '@licet/contract';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import { aboutRequests, type HeardChange, outcomesSince } from '../store/live/changes.ts';
import type { Pair, PairState } from '../store/live/pairs.ts';
import type { EventStream, StreamEvent } from './stream.ts';

/** An open tab: its user, and its stream. */
export interface Tab {
  readonly stream: EventStream;
  readonly sessionId: string | null;
  readonly clientId: string | undefined;
}

/** A user in an application with open tabs, and the access that they were last notified of. */
export interface Subscriber extends Pair {
  readonly tabs: Set<Tab>;
  /** Undefined until it has been read. */
  state: PairState | undefined;
  /** The change number for which the state was read. */
  no: number;
}

/** The open tabs of one process, by user and application. */
export class Tabs {
  /** By application and user. */
  readonly #subscribers = new Map<string, Map<string, Subscriber>>();

  /** Adds a tab, which is removed when its stream ends. */
  add(pair: Pair, tab: Tab): Subscriber {
    const { userId, application } = pair;
    const users = this.#subscribers.get(application) ?? new Map<string, Subscriber>();
    const subscriber = users.get(userId) ?? { ...pair, tabs: new Set(), state: undefined, no: 0 };
    this.#subscribers.set(application, users.set(userId, subscriber));
    subscriber.tabs.add(tab);
    tab.stream.onEnd(() => {
      subscriber.tabs.delete(tab);
      if (subscriber.tabs.size > 0 || users.get(userId) !== subscriber) return;
      users.delete(userId);
      if (users.size === 0 && this.#subscribers.get(application) === users) this.#subscribers.delete(application);
    });
    return subscriber;
  }

  all(): Subscriber[] {
    return [...this.#subscribers.values()].flatMap((users) => [...users.values()]);
  }

  /** The subscribers in an application. */
  of(application: string): Subscriber[] {
    return [...(this.#subscribers.get(application)?.values() ?? [])];
  }

  /** The applications with open tabs. */
  applications(): string[] {
    return [...this.#subscribers.keys()];
  }
}

/**
 * The event that tells a tab to refresh its token. It has no id, because the events of earlier changes may still
 * follow, and a tab resumes its stream after the last id.
 */
export const versionEvent = (no: number, wait: number): StreamEvent => ({ event: 'version', data: { ver: no, wait } });

/** Tells a new stream the number of the last change. The tab resumes there if the stream breaks. */
export const readyEvent = (no: number): StreamEvent => ({ id: no, event: 'ready', data: { no } });

/**
 * The events that a tab has missed, if the last change that it knows is `last`. If that number is higher than any in the
 * database, the database was restored since, so a tab of Licet is told to read everything again.
 */
export async function missed(snapshot: Snapshot, pair: Pair, last: number | undefined): Promise<StreamEvent[]> {
  const { no } = snapshot;
  if (last === undefined || last === no) return [];
  return eventsOf(await outcomesSince(snapshot, last, pair.userId), pair, no);
}

/**
 * The events for a user after some changes up to `no`: the outcomes of their requests, and in Licet itself one event for all changes. It
 * tells the tab to read everything again.
 */
export function eventsOf(changes: readonly HeardChange[], { userId, application }: Pair, no: number): StreamEvent[] {
  const inLicet = application === licetApplication;
  const mine = changes.filter(
    (change) =>
      aboutRequests.has(change.action) && change.asker === userId && (inLicet || change.application === application),
  );
  return [
    ...mine.map((change) => ({ id: change.no, event: 'request', data: { id: change.targetId } })),
    ...(inLicet ? [{ id: no, event: 'change', data: { no } }] : []),
  ];
}
