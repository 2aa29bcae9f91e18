import { licetApplication, limits } from '@licet/contract';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import type { HeardChange } from '../store/live/changes.ts';
import { type Pair, type PairState, pairStates, touchedPairs } from '../store/live/pairs.ts';
import type { EventStream, StreamEvent } from './stream.ts';

/** An open tab: whose it is, and where it is written to. */
export interface Tab {
  readonly stream: EventStream;
  readonly sessionId: string | null;
  readonly clientId: string | undefined;
}

/** A user in an application with open tabs, and the answer that they were last told of. */
export interface Seat extends Pair {
  readonly tabs: Set<Tab>;
  /** Undefined until it has been read. */
  state: PairState | undefined;
  /** The number of the change up to which it holds. */
  no: number;
}

/** The open tabs of one process, by user and application. */
export class Tabs {
  readonly #seats = new Map<string, Seat>();

  /** Adds a tab; it is taken out when its stream ends. */
  add(pair: Pair, tab: Tab): Seat {
    const key = `${pair.userId} ${pair.application}`;
    const seat = this.#seats.get(key) ?? { ...pair, tabs: new Set(), state: undefined, no: 0 };
    this.#seats.set(key, seat);
    seat.tabs.add(tab);
    tab.stream.onEnd(() => {
      seat.tabs.delete(tab);
      if (seat.tabs.size === 0 && this.#seats.get(key) === seat) this.#seats.delete(key);
    });
    return seat;
  }

  all(): Seat[] {
    return [...this.#seats.values()];
  }

  /** The instant of the earliest start or end among all, in milliseconds since the epoch. */
  nextChange(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { state } of this.#seats.values())
      if (state?.changesAt) next = Math.min(next, Date.parse(state.changesAt));
    return next;
  }

  /** Reads the answer of one that has just been added. */
  async load(seat: Seat, snapshot: Snapshot): Promise<void> {
    const [state] = await pairStates(snapshot, [seat]);
    if (snapshot.no >= seat.no) update(seat, snapshot, state);
  }

  /** Those whose answer has changed by the changes after `since`, or by itself. */
  async changed(seats: readonly Seat[], snapshot: Snapshot, since: number): Promise<Seat[]> {
    const found: Seat[] = [];
    for (let start = 0; start < seats.length; start += atOnce) {
      const some = seats.slice(start, start + atOnce);
      const touched = new Set(await touchedPairs(snapshot, since, some));
      const asked = some.filter((seat, index) => touched.has(index + 1) || seat.no < since || isDue(seat, snapshot));
      const states = await pairStates(snapshot, asked);
      for (const [index, seat] of asked.entries()) {
        if (seat.no > snapshot.no) continue;
        const before = seat.state;
        update(seat, snapshot, states[index]);
        if (before && before.fingerprint !== seat.state?.fingerprint) found.push(seat);
      }
      for (const seat of some) seat.no = Math.max(seat.no, snapshot.no);
    }
    return found;
  }
}

/** Tells tabs to renew: at once while they are few, spread out when they are many. */
export function tellVersion(seats: readonly Seat[], no: number): void {
  const affected = seats.reduce((sum, { tabs }) => sum + tabs.size, 0);
  const wait = () => (affected <= limits.liveAtOnce.value ? 0 : Math.floor(Math.random() * limits.liveSpread.value));
  for (const { tabs } of seats) for (const { stream } of [...tabs]) stream.send(versionEvent(no, wait()));
}

/** Tells a tab to renew, which will be refused, and ends its stream. */
export function endTab({ stream }: Tab, no: number): void {
  stream.send(versionEvent(no, 0));
  stream.end();
}

export const versionEvent = (no: number, wait: number): StreamEvent => ({
  id: no,
  event: 'version',
  data: { ver: no, wait },
});

/** What of the changes a user is told in an application: that his request was decided; in Licet itself, every change. */
export function eventsOf(changes: readonly HeardChange[], { userId, application }: Pair): StreamEvent[] {
  return changes.flatMap((change): StreamEvent[] => {
    const { no } = change;
    const inLicet = application === licetApplication;
    const decided = change.action === 'request.approved' || change.action === 'request.denied';
    const mine = decided && change.asker === userId && (inLicet || change.application === application);
    return [
      ...(mine ? [{ id: no, event: 'request', data: { id: change.targetId } }] : []),
      ...(inLicet ? [{ id: no, event: 'change', data: { no } }] : []),
    ];
  });
}

function update(seat: Seat, { no }: Snapshot, state: PairState | undefined): void {
  seat.state = state;
  seat.no = no;
}

const isDue = ({ state }: Seat, { at }: Snapshot) =>
  state?.changesAt != null && Date.parse(state.changesAt) <= Date.parse(at);

/** So many are asked about in one statement. */
const atOnce = 1000;
