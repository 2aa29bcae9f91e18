import { channelOf } from '../channel.ts';
import { Schedule } from '../schedule.ts';
import { clientsAmong } from '../store/applications/clients.ts';
import { timedOut } from '../store/kernel/connect.ts';
import { readWithin } from '../store/kernel/read-now.ts';
import type { Moment, Snapshot } from '../store/kernel/snapshot.ts';
import { changesHeard, changesSince, type HeardChange } from '../store/live/changes.ts';
import { endedAmong } from '../store/sign-in/cut-offs.ts';
import type { Readings } from './readings.ts';
import type { Services } from './services.ts';
import { eventsOf, type Subscriber, type Tab, type Tabs, versionEvent } from './tabs.ts';

/** Publishes every change whose cut-offs and events were sent, with the delay. */
export const changesDelivered = channelOf<{ readonly seconds: number }>('licet.live.told');

/**
 * Notifies streams of losses: sends cut-offs to API servers, and ends tabs whose session or client has ended. Also
 * sends tabs their other events.
 */
export class Losses {
  readonly #readings: Readings;
  readonly #tabs: Tabs;
  readonly #services: Services;
  readonly #sessions: SessionsToCheck;
  readonly #rounds = new Schedule(() => this.#round());
  /** The change up to which tabs got their events; undefined without streams. */
  #notifiedUpTo: number | undefined;
  /** The newest change that a round has seen. */
  #seen = 0;
  /** Whether the tabs of a deleted client still have to be ended. */
  #clientsEnded = false;
  /** Milliseconds until the next round, after one that sent its cut-offs or a doubt and then timed out. */
  #rest: number;
  /** Changes whose cut-offs were not all sent, with the moment of each by the monotonic clock. Empty without a listener. */
  #undelivered: { readonly no: number; readonly at: number }[] = [];

  constructor(readings: Readings, tabs: Tabs, services: Services) {
    this.#readings = readings;
    this.#tabs = tabs;
    this.#services = services;
    this.#rest = readings.retryAfter;
    this.#sessions = new SessionsToCheck(readings.safetyRound);
    services.onSent(() => this.#publish());
  }

  /** Schedules a round that also checks the sessions of a user, or of all users if undefined. */
  ended(userId: string | undefined, delay: number): void {
    this.#sessions.add(userId);
    this.within(delay);
  }

  /** Schedules a round within this many milliseconds. */
  within(delay: number): void {
    this.#rounds.within(delay);
  }

  /** Schedules the next round for a stream that has just read its state. */
  begin({ no }: Moment): void {
    // Whether a newer round has run while there was no stream, so that its events were not sent.
    const missed = this.#notifiedUpTo === undefined && no < this.#seen;
    this.#notifiedUpTo ??= no;
    this.within(missed ? 0 : this.#readings.safetyRound);
  }

  /**
   * Closes the stream of a tab whose session or client ended after its token was verified, but before the next round
   * covered the tab.
   */
  async check(tab: Tab, snapshot: Snapshot): Promise<void> {
    await endSessions([tab], snapshot);
    await endClients([tab], snapshot);
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  async #round(): Promise<void> {
    if (!this.#readings.open()) {
      this.#notifiedUpTo = undefined;
      this.#undelivered = [];
      return;
    }
    const { database, patience, safetyRound, retryAfter, onError } = this.#readings;
    let begun = false;
    const tell = (snapshot: Snapshot, users: readonly string[] | null) => {
      begun = true;
      return this.#tell(snapshot, users);
    };
    try {
      await this.#sessions.take((users) => readWithin(database, patience, (snapshot) => tell(snapshot, users)));
      this.#rest = retryAfter;
      this.within(safetyRound);
    } catch (error) {
      onError(error);
      // API servers may have got neither cut-offs nor a doubt, so the next round must not wait longer.
      if (!begun || !timedOut(error)) return this.within(retryAfter);
      this.within(this.#rest);
      this.#rest = Math.min(2 * this.#rest, safetyRound);
    }
  }

  async #tell(snapshot: Snapshot, users: readonly string[] | null): Promise<void> {
    const known = this.#notifiedUpTo;
    this.#seen = snapshot.no;
    const subscribers = this.#tabs.all();
    const begun = performance.now();
    const changes = await this.#tellServices(snapshot, known ?? snapshot.no, users);
    if (changes.length > 0) tellEvents(subscribers, changes, snapshot.no);
    if (known !== undefined) this.#notifiedUpTo = snapshot.no;
    this.#clientsEnded ||= changes.some(endsClients) || changes.length >= changesHeard;
    if (changesDelivered.heard)
      for (const { no, at } of changes)
        this.#undelivered.push({ no, at: begun - (Date.parse(snapshot.clock) - Date.parse(at)) });
    this.#publish();
    const asked = users && new Set(users);
    await endSessions(tabsOf(subscribers.filter(({ userId }) => !asked || asked.has(userId))), snapshot);
    if (users !== null && !this.#clientsEnded) return;
    await endClients(tabsOf(subscribers), snapshot);
    this.#clientsEnded = false;
    if (users === null) await this.#services.endClients(snapshot);
  }

  /** Notifies API servers of ended sessions and of the changes after `since`, and returns these changes. */
  async #tellServices(snapshot: Snapshot, since: number, users: readonly string[] | null): Promise<HeardChange[]> {
    try {
      const changes = await changesSince(snapshot, since);
      await this.#services.tell(snapshot, since, changes, users);
      return changes;
    } catch (error) {
      // If the ended sessions could not be read, every token may belong to one of them.
      if (timedOut(error)) this.#services.cutOffAll(snapshot);
      throw error;
    }
  }

  #publish(): void {
    const sentUpTo = this.#services.sentUpTo();
    const waiting = this.#undelivered;
    this.#undelivered = waiting.filter(({ no }) => no > sentUpTo);
    for (const { no, at } of waiting)
      if (no <= sentUpTo) changesDelivered.publish({ seconds: Math.max(0, (performance.now() - at) / 1000) });
  }
}

function tellEvents(subscribers: readonly Subscriber[], changes: readonly HeardChange[], no: number): void {
  for (const subscriber of subscribers) {
    const events = eventsOf(changes, subscriber, no);
    if (events.length > 0) for (const { stream } of [...subscriber.tabs]) stream.send(...events);
  }
}

/** Ends the tabs of suspended and signed-out users. They are told to refresh, which the server refuses. */
async function endSessions(tabs: readonly Tab[], { connection, no }: Snapshot): Promise<void> {
  const ended = await endedAmong(
    connection,
    tabs.flatMap(({ sessionId }) => sessionId ?? []),
  );
  for (const tab of tabs) if (tab.sessionId !== null && ended.has(tab.sessionId)) endTab(tab, no);
}

/** Ends the tabs of deleted clients, which get no more tokens. */
async function endClients(tabs: readonly Tab[], snapshot: Snapshot): Promise<void> {
  const known = await clientsAmong(snapshot, [...new Set(tabs.flatMap(({ clientId }) => clientId ?? []))]);
  for (const tab of tabs) if (tab.clientId !== undefined && !known.has(tab.clientId)) endTab(tab, snapshot.no);
}

/** Ends a tab's stream after telling it to refresh, which the server refuses. */
function endTab({ stream }: Tab, no: number): void {
  stream.send(versionEvent(no, 0));
  stream.end();
}

const tabsOf = (subscribers: readonly Subscriber[]) => subscribers.flatMap(({ tabs }) => [...tabs]);
const endsClients = ({ action }: HeardChange) => action === 'client.deleted' || action === 'application.deleted';

/** The users whose sessions the next round checks: those that were reported, and from time to time all. */
class SessionsToCheck {
  readonly #users = new Set<string>();
  readonly #everybodyAfter: number;
  #everybody = false;
  /** The last check of all users, by the monotonic clock. */
  #askedAll = performance.now();

  constructor(everybodyAfter: number) {
    this.#everybodyAfter = everybodyAfter;
  }

  /** Adds a user, or all users if undefined. */
  add(userId: string | undefined): void {
    if (userId === undefined) this.#everybody = true;
    else this.#users.add(userId);
  }

  /** Calls `work` with the users to check; null means all. If it fails, the next round checks them again. */
  async take(work: (users: readonly string[] | null) => Promise<void>): Promise<void> {
    const users = [...this.#users];
    const begun = performance.now();
    const everybody = this.#everybody || begun - this.#askedAll >= this.#everybodyAfter;
    this.#users.clear();
    this.#everybody = false;
    try {
      await work(everybody ? null : users);
      if (everybody) this.#askedAll = begun;
    } catch (error) {
      for (const user of users) this.#users.add(user);
      this.#everybody ||= everybody;
      throw error;
    }
  }
}
