import { licetApplication, limits } from '@licet/contract';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import type { HeardChange } from '../store/live/changes.ts';
import { type Pair, type PairState, pairStates, touchedPairs } from '../store/live/pairs.ts';
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
  readonly #subscribers = new Map<string, Subscriber>();

  /** Adds a tab, which is removed when its stream ends. */
  add(pair: Pair, tab: Tab): Subscriber {
    const key = `${pair.userId} ${pair.application}`;
    const subscriber = this.#subscribers.get(key) ?? { ...pair, tabs: new Set(), state: undefined, no: 0 };
    this.#subscribers.set(key, subscriber);
    subscriber.tabs.add(tab);
    tab.stream.onEnd(() => {
      subscriber.tabs.delete(tab);
      if (subscriber.tabs.size === 0 && this.#subscribers.get(key) === subscriber) this.#subscribers.delete(key);
    });
    return subscriber;
  }

  all(): Subscriber[] {
    return [...this.#subscribers.values()];
  }

  /** The earliest start or end of all subscribers' grants and memberships, in milliseconds since the epoch. */
  nextChange(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { state } of this.#subscribers.values())
      if (state?.changesAt) next = Math.min(next, Date.parse(state.changesAt));
    return next;
  }

  /** Reads the access of a subscriber that was just added. */
  async load(subscriber: Subscriber, snapshot: Snapshot): Promise<void> {
    const [state] = await pairStates(snapshot, [subscriber]);
    if (snapshot.no >= subscriber.no) update(subscriber, snapshot, state);
  }

  /** The subscribers whose access differs, because of changes after `since` or of a start or end since then. */
  async changed(subscribers: readonly Subscriber[], snapshot: Snapshot, since: number): Promise<Subscriber[]> {
    const found: Subscriber[] = [];
    for (let start = 0; start < subscribers.length; start += atOnce) {
      const some = subscribers.slice(start, start + atOnce);
      const touched = new Set(await touchedPairs(snapshot, since, some));
      const asked = some.filter(
        (subscriber, index) => touched.has(index + 1) || subscriber.no < since || isDue(subscriber, snapshot),
      );
      const states = await pairStates(snapshot, asked);
      for (const [index, subscriber] of asked.entries()) {
        if (subscriber.no > snapshot.no) continue;
        const before = subscriber.state;
        update(subscriber, snapshot, states[index]);
        if (before && before.fingerprint !== subscriber.state?.fingerprint) found.push(subscriber);
      }
      for (const subscriber of some) subscriber.no = Math.max(subscriber.no, snapshot.no);
    }
    return found;
  }
}

/** Tells tabs to refresh: few tabs immediately, many tabs spread over time. */
export function tellVersion(subscribers: readonly Subscriber[], no: number): void {
  const affected = subscribers.reduce((sum, { tabs }) => sum + tabs.size, 0);
  const wait = () => (affected <= limits.liveAtOnce.value ? 0 : Math.floor(Math.random() * limits.liveSpread.value));
  for (const { tabs } of subscribers) for (const { stream } of [...tabs]) stream.send(versionEvent(no, wait()));
}

/** Ends a tab's stream after telling it to refresh, which the server refuses. */
export function endTab({ stream }: Tab, no: number): void {
  stream.send(versionEvent(no, 0));
  stream.end();
}

export const versionEvent = (no: number, wait: number): StreamEvent => ({
  id: no,
  event: 'version',
  data: { ver: no, wait },
});

/** Changes to a request by other users. */
const aboutRequests: ReadonlySet<string> = new Set([
  'request.step_approved',
  'request.approved',
  'request.undone',
  'request.denied',
  'request.commented',
]);

/** The changes to show to a user: in Licet itself all changes, in another application only the outcome of their requests. */
export function eventsOf(changes: readonly HeardChange[], { userId, application }: Pair): StreamEvent[] {
  return changes.flatMap((change): StreamEvent[] => {
    const { no } = change;
    const inLicet = application === licetApplication;
    const mine =
      aboutRequests.has(change.action) && change.asker === userId && (inLicet || change.application === application);
    return [
      ...(mine ? [{ id: no, event: 'request', data: { id: change.targetId } }] : []),
      ...(inLicet ? [{ id: no, event: 'change', data: { no } }] : []),
    ];
  });
}

function update(subscriber: Subscriber, { no }: Snapshot, state: PairState | undefined): void {
  subscriber.state = state;
  subscriber.no = no;
}

const isDue = ({ state }: Subscriber, { at }: Snapshot) =>
  state?.changesAt != null && Date.parse(state.changesAt) <= Date.parse(at);

/** The number of pairs in one statement. */
const atOnce = 1000;
