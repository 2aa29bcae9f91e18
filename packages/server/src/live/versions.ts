import { limits } from '@licet/contract';
import { machineNow } from '../machine-clock.ts';
import { queue } from '../queue.ts';
import { Schedule } from '../schedule.ts';
import { timedOut } from '../store/kernel/connect.ts';
import { readWithin } from '../store/kernel/read-now.ts';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import { type PairState, pairStates, touchedPairs } from '../store/live/pairs.ts';
import type { Readings } from './readings.ts';
import { type Subscriber, type Tabs, versionEvent } from './tabs.ts';

/**
 * The state of the queries for one application's tabs. Each timeout halves the next statements and doubles the pause
 * before them.
 */
interface Reading {
  readonly schedule: Schedule;
  /** The number of pairs in one statement. */
  pairs: number;
  /** Milliseconds of rest after the next timeout. */
  rest: number;
  restsUntil: number;
  /** The last timeout, by the monotonic clock. */
  timedOutAt: number;
}

/** Tells tabs to refresh their token when their access has changed. Each application is read separately. */
export class Versions {
  readonly #readings: Readings;
  readonly #tabs: Tabs;
  readonly #byApplication = new Map<string, Reading>();
  readonly #inTurn = queue(atOnce);
  /** The newest change that any reading has seen. */
  #seen = 0;
  /** Milliseconds that the database's clock is ahead of this process's. */
  #clockDrift = 0;
  #stopped = false;

  constructor(readings: Readings, tabs: Tabs) {
    this.#readings = readings;
    this.#tabs = tabs;
  }

  /** Schedules a reading of every application with tabs within this many milliseconds. */
  within(delay: number): void {
    for (const application of this.#tabs.applications()) this.#within(application, delay);
  }

  /**
   * Reads the access of a subscriber with a new tab, and returns its fingerprint. If a reading has seen a newer change
   * meanwhile, schedules another reading. Keeps a known state, because the subscriber's other tabs were notified only
   * of that state.
   */
  async begin(subscriber: Subscriber, snapshot: Snapshot): Promise<string | undefined> {
    const [state] = await pairStates(snapshot, [subscriber]);
    this.#clockDrift = clockDriftOf(snapshot);
    if (!subscriber.state) Object.assign(subscriber, { state, no: snapshot.no });
    if (snapshot.no < this.#seen) this.#within(subscriber.application, 0);
    else this.#scheduleNext(subscriber.application, [subscriber]);
    return state?.fingerprint;
  }

  /**
   * Begins with a new tab whose access could not be read in time. The next reading that succeeds compares it with the
   * access that the token carries. The tab is not notified before that: it would renew its token, and its next stream
   * would open as slowly.
   */
  beginUnknown(subscriber: Subscriber, { no }: Snapshot, carried: string | undefined): void {
    const { state } = subscriber;
    if (!state) subscriber.no = no;
    subscriber.state = unread(!state || state.fingerprint === carried ? carried : undefined);
    this.#within(subscriber.application, this.#firstRest);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#byApplication.values()].map(({ schedule }) => schedule.stop()));
  }

  #within(application: string, delay: number): void {
    if (this.#stopped) return;
    const known = this.#byApplication.get(application);
    const reading = known ?? {
      schedule: new Schedule(() => this.#read(application)),
      pairs: pairsAtOnce,
      rest: this.#firstRest,
      restsUntil: 0,
      timedOutAt: Number.NEGATIVE_INFINITY,
    };
    if (!known) this.#byApplication.set(application, reading);
    reading.schedule.within(delay);
  }

  async #read(application: string): Promise<void> {
    const reading = this.#byApplication.get(application);
    if (!reading || this.#tabs.of(application).length === 0) return;
    const rest = reading.restsUntil - performance.now();
    if (rest > 0) reading.schedule.within(rest);
    else await this.#inTurn(() => this.#tell(application, reading));
  }

  async #tell(application: string, reading: Reading): Promise<void> {
    const { database, patience, retryAfter, onError } = this.#readings;
    try {
      await readWithin(database, patience, async (snapshot) => {
        this.#seen = Math.max(this.#seen, snapshot.no);
        this.#clockDrift = clockDriftOf(snapshot);
        await this.#tellChanged(application, reading, snapshot);
      });
      this.#scheduleNext(application, this.#tabs.of(application));
    } catch (error) {
      onError(error);
      reading.schedule.within(retryAfter);
    }
  }

  /** Tells the subscribers whose access has changed, and after a timeout also those that were not read. */
  async #tellChanged(application: string, reading: Reading, snapshot: Snapshot): Promise<void> {
    const left = this.#tabs.of(application).filter(({ state }) => state !== undefined);
    const all = left.length;
    const found: Subscriber[] = [];
    // The statements return to full size only after more than the longest rest. Otherwise a timeout after that rest could
    // not make them smaller.
    if (performance.now() - reading.timedOutAt >= 2 * tokenLife()) reading.pairs = pairsAtOnce;
    try {
      while (left.length > 0 && !this.#stopped) {
        found.push(...(await changed(left.slice(0, reading.pairs), snapshot)));
        left.splice(0, reading.pairs);
      }
      reading.rest = this.#firstRest;
    } catch (error) {
      if (!timedOut(error)) throw error;
      this.#readings.onError(error);
      for (const subscriber of left) subscriber.state = unread();
      found.push(...left);
      reading.timedOutAt = performance.now();
      reading.restsUntil = reading.timedOutAt + reading.rest;
      reading.schedule.within(reading.rest);
      reading.rest = Math.min(2 * reading.rest, tokenLife());
      reading.pairs = Math.ceil(Math.min(reading.pairs, all) / 2);
    } finally {
      tellVersion(found, snapshot.no);
    }
  }

  get #firstRest(): number {
    return 2 * this.#readings.patience;
  }

  /**
   * Schedules the next reading for the next start or end of a grant or membership, or for the safety round if that is
   * earlier.
   */
  #scheduleNext(application: string, subscribers: readonly Subscriber[]): void {
    const next = nextChange(subscribers) - (machineNow() * 1000 + this.#clockDrift);
    const delay = Math.min(this.#readings.safetyRound, Math.max(0, next) + 20 + Math.random() * momentJitter);
    this.#within(application, delay);
  }
}

/** Updates the subscribers, and returns those whose access differs from the one they were last notified of. */
async function changed(subscribers: readonly Subscriber[], snapshot: Snapshot): Promise<Subscriber[]> {
  const touched = new Set(await touchedPairs(snapshot, Math.min(...subscribers.map(({ no }) => no)), subscribers));
  const asked = subscribers.filter(({ state }, index) => touched.has(index + 1) || isDue(state?.changesAt, snapshot));
  const states = await pairStates(snapshot, asked);
  const found: Subscriber[] = [];
  for (const [index, subscriber] of asked.entries()) {
    if (subscriber.no > snapshot.no) continue; // its tab has read a newer state
    if (subscriber.state?.fingerprint !== states[index]?.fingerprint) found.push(subscriber);
    subscriber.state = states[index];
  }
  for (const subscriber of subscribers) subscriber.no = Math.max(subscriber.no, snapshot.no);
  return found;
}

/** Tells tabs to refresh: few tabs immediately, many tabs spread over time. */
function tellVersion(subscribers: readonly Subscriber[], no: number): void {
  const affected = subscribers.reduce((sum, { tabs }) => sum + tabs.size, 0);
  const wait = () => (affected <= limits.liveAtOnce.value ? 0 : Math.floor(Math.random() * limits.liveSpread.value));
  for (const { tabs } of subscribers) for (const { stream } of [...tabs]) stream.send(versionEvent(no, wait()));
}

/** The earliest start or end of the subscribers' grants and memberships, in milliseconds since the epoch. */
function nextChange(subscribers: readonly Subscriber[]): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { state } of subscribers) if (state?.changesAt) next = Math.min(next, Date.parse(state.changesAt));
  return next;
}

const isDue = (changesAt: string | null | undefined, { at }: Snapshot) =>
  changesAt != null && Date.parse(changesAt) <= Date.parse(at);

const clockDriftOf = ({ at }: Snapshot) => Date.parse(at) - machineNow() * 1000;

/**
 * The state until the next reading, which is due immediately. It has no fingerprint, so it differs from any access. The
 * next reading therefore notifies the tabs, whose tokens may be outdated.
 */
const unread = (fingerprint = ''): PairState => ({ fingerprint, changesAt: '1970-01-01T00:00:00Z' });
/** The number of applications that are read in parallel. A slow one must not take all connections of the pool. */
const atOnce = 2;
/** The maximum number of pairs in one statement. */
const pairsAtOnce = 1000;
/** Milliseconds after which a tab has renewed its token anyway. */
const tokenLife = () => limits.accessTokenLifetime.value * 1000;
/** Milliseconds of jitter for the reading after a start or an end, so that not all servers query at the same moment. */
const momentJitter = 100;
