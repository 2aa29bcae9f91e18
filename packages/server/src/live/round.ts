import { clientsAmong } from '../store/applications/clients.ts';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import { changesHeard, type HeardChange } from '../store/live/changes.ts';
import { endedAmong } from '../store/sign-in/cut-offs.ts';
import type { Services } from './services.ts';
import { endTab, eventsOf, type Subscriber, type Tabs, tellVersion } from './tabs.ts';

/** The state of one round. */
export interface Round {
  readonly database: Database;
  readonly tabs: Tabs;
  readonly services: Services;
  readonly snapshot: Snapshot;
  /** The change up to which all streams were notified before. */
  readonly since: number;
  /** The changes after it. */
  readonly changes: readonly HeardChange[];
  /** The users with open tabs at its beginning. */
  readonly subscribers: readonly Subscriber[];
  /** The users whose sessions may have ended; null for all users. */
  readonly users: readonly string[] | null;
}

/** Notifies every open stream of changes, in these steps and in this order. */
export async function tellAll(round: Round): Promise<void> {
  for (const step of [tellVersions, tellEvents, tellServices, endSessions, endClients]) await step(round);
}

async function tellVersions({ tabs, subscribers, snapshot, since }: Round): Promise<void> {
  const loaded = subscribers.filter(({ state }) => state !== undefined);
  tellVersion(await tabs.changed(loaded, snapshot, since), snapshot.no);
}

function tellEvents({ subscribers, changes }: Round): void {
  if (changes.length === 0) return;
  for (const subscriber of subscribers) {
    const events = eventsOf(changes, subscriber);
    if (events.length > 0) for (const { stream } of [...subscriber.tabs]) stream.send(...events);
  }
}

function tellServices({ services, snapshot, since, changes, users }: Round): Promise<void> {
  return services.tell(snapshot, since, changes, users);
}

/** Ends the tabs of suspended and signed-out users. They are told to refresh, which the server refuses. */
async function endSessions({ database, subscribers, snapshot, users }: Round): Promise<void> {
  if (users?.length === 0) return;
  const asked = users && new Set(users);
  const tabs = tabsOf(subscribers.filter(({ userId }) => !asked || asked.has(userId)));
  const sessions = tabs.flatMap(({ sessionId }) => sessionId ?? []);
  const ended = await endedAmong(poolOf(database), sessions);
  for (const tab of tabs) if (tab.sessionId !== null && ended.has(tab.sessionId)) endTab(tab, snapshot.no);
}

/** Ends the tabs of deleted clients, which get no more tokens. */
async function endClients({ subscribers, snapshot, changes, users }: Round): Promise<void> {
  if (users && !changes.some(endsClients) && changes.length < changesHeard) return;
  const tabs = tabsOf(subscribers);
  const known = await clientsAmong(snapshot, [...new Set(tabs.flatMap(({ clientId }) => clientId ?? []))]);
  for (const tab of tabs) if (tab.clientId !== undefined && !known.has(tab.clientId)) endTab(tab, snapshot.no);
}

const tabsOf = (subscribers: readonly Subscriber[]) => subscribers.flatMap(({ tabs }) => [...tabs]);
const endsClients = ({ action }: HeardChange) => action === 'client.deleted' || action === 'application.deleted';

/** The users whose sessions the next round checks: those that were reported, and from time to time all. */
export class SessionsToCheck {
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

  /** Passes the users to `work`, null for all. If it fails, the next round checks them again. */
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
