import type { CutOff } from '@licet/contract';
import { queue } from '../queue.ts';
import { Schedule } from '../schedule.ts';
import { clientsDeletedAmong } from '../store/applications/clients.ts';
import { timedOut } from '../store/kernel/connect.ts';
import { readWithin } from '../store/kernel/read-now.ts';
import type { Moment, Snapshot } from '../store/kernel/snapshot.ts';
import { changeBefore, changesHeard, type HeardChange } from '../store/live/changes.ts';
import { lossesSince } from '../store/live/losses.ts';
import { endedLately } from '../store/sign-in/cut-offs.ts';
import { cutOffLifetime, cutOffsInDoubt, cutOffsOf, cutOffsOfEnded } from './cut-offs.ts';
import type { Readings } from './readings.ts';
import { type EventStream, textOf } from './stream.ts';

/** A connected API server, and the change up to which it was notified. */
export interface Service {
  readonly application: string;
  readonly clientId: string;
  readonly stream: EventStream;
  /** Undefined until the first events are sent. */
  notifiedUpTo?: number;
  /** The last doubt that arrived while the first events were being read. It is sent after them. */
  doubt?: Moment;
}

/** The API servers that are connected to one process. Lost access is read for each application separately. */
export class Services {
  readonly #readings: Readings;
  readonly #all = new Set<Service>();
  readonly #byApplication = new Map<string, Schedule>();
  readonly #inTurn = queue(atOnce);
  readonly #slowInTurn = queue(1);
  /**
   * The applications whose last reading timed out. They are read one at a time, and the others do not wait for them.
   */
  readonly #slow = new Set<string>();
  readonly #onSent: (() => void)[] = [];
  /** The number of the newest change that a reading round has found. */
  #seen = 0;
  #stopped = false;

  constructor(readings: Readings) {
    this.#readings = readings;
  }

  get size(): number {
    return this.#all.size;
  }

  /** The numbers of open streams of a client and of an application. */
  openOf(clientId: string, application: string): { readonly client: number; readonly application: number } {
    const open = { client: 0, application: 0 };
    for (const service of this.#all) {
      if (service.clientId === clientId) open.client += 1;
      if (service.application === application) open.application += 1;
    }
    return open;
  }

  add(service: Service): Service {
    this.#all.add(service);
    service.stream.onEnd(() => this.#all.delete(service));
    return service;
  }

  /** Calls the listener after the losses of an application were sent. */
  onSent(listener: () => void): void {
    this.#onSent.push(listener);
  }

  /** The change up to which every API server was notified; infinite without any. */
  sentUpTo(): number {
    return Math.min(...[...this.#all].map(({ notifiedUpTo }) => notifiedUpTo ?? Number.POSITIVE_INFINITY));
  }

  /** Sends a new connection all cut-offs that can still matter: those since its last event, but not those older than every valid token. */
  async welcome(service: Service, lastEventId: number | undefined): Promise<Moment> {
    const { database, patience } = this.#readings;
    return readWithin(database, patience, async (snapshot) => {
      const first = await this.#firstOf(service, snapshot, lastEventId);
      service.notifiedUpTo = snapshot.no;
      const doubt = service.doubt ? doubtFor(service, service.doubt) : '';
      const ready = textOf({ id: snapshot.no, event: 'ready', data: { ver: snapshot.no } });
      // One piece, because its size must not disconnect a reader that has not begun to read.
      send(service, { ...first, text: first.text + doubt + ready });
      // A round that ran meanwhile left this connection out.
      if (snapshot.no < this.#seen) this.#within(service.application, 0);
      return snapshot;
    });
  }

  /** Sends all API servers the ended sessions of these users (null for all), and begins to read the losses since a change. */
  async tell(
    snapshot: Snapshot,
    since: number,
    changes: readonly HeardChange[],
    users: readonly string[] | null,
  ): Promise<void> {
    this.#seen = Math.max(this.#seen, snapshot.no);
    if (this.#all.size === 0) return;
    for (const [application, services] of Map.groupBy(this.#all, (service) => service.application)) {
      const behind = ({ notifiedUpTo }: Service) => notifiedUpTo !== undefined && notifiedUpTo < since;
      if (concerns(changes, application) || services.some(behind)) this.#within(application, 0);
      else for (const service of services) if (service.notifiedUpTo !== undefined) reached(service, snapshot);
    }
    if (users?.length === 0) return;
    const ended = await endedLately(snapshot, cutOffLifetime, users);
    for (const [application, services] of Map.groupBy(this.#all, (service) => service.application)) {
      const notice = noticeOf(cutOffsOfEnded(ended, application), false);
      for (const service of services) send(service, notice);
    }
  }

  /** Cuts off every token of every application, because a round could not read what was lost. */
  cutOffAll(moment: Moment): void {
    for (const service of [...this.#all]) {
      if (service.notifiedUpTo === undefined) service.doubt = moment;
      else service.stream.write(doubtFor(service, moment));
    }
  }

  /**
   * Ends the streams of deleted clients. It reads which clients are deleted, because a cut-off for all tokens does not
   * name them.
   */
  async endClients(snapshot: Snapshot): Promise<void> {
    const deleted = await clientsDeletedAmong(snapshot, [...new Set([...this.#all].map(({ clientId }) => clientId))]);
    for (const { clientId, stream } of [...this.#all]) if (deleted.has(clientId)) stream.end();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#byApplication.values()].map((schedule) => schedule.stop()));
  }

  async #firstOf(service: Service, snapshot: Snapshot, lastEventId: number | undefined): Promise<Notice> {
    const { application } = service;
    try {
      const oldest = await changeBefore(snapshot, cutOffLifetime);
      const ended = await endedLately(snapshot, cutOffLifetime, null);
      // After a restore, the number of the last event may belong to another change.
      const restored = ended.some(({ kind }) => kind === 'everyone');
      const missed = lastEventId !== undefined && lastEventId <= snapshot.no && !restored ? lastEventId : 0;
      const losses = await lossesSince(snapshot, application, Math.max(oldest, missed));
      // Cut-offs for whole sessions and users come first, because they replace everything before them.
      const all = noticeOf(cutOffsOfEnded(ended, application), false);
      const { text, clients } = noticeOf(cutOffsOf(losses, snapshot.no));
      return { text: all.text + text, clients };
    } catch (error) {
      if (!timedOut(error)) throw error;
      this.#readings.onError(error);
      return { text: doubtFor(service, snapshot), clients: new Set() };
    }
  }

  #within(application: string, delay: number): void {
    if (this.#stopped) return;
    const schedule = this.#byApplication.get(application) ?? new Schedule(() => this.#read(application));
    this.#byApplication.set(application, schedule);
    schedule.within(delay);
  }

  #read(application: string): Promise<void> {
    const { database, patience, retryAfter, onError } = this.#readings;
    const inTurn = this.#slow.has(application) ? this.#slowInTurn : this.#inTurn;
    return inTurn(async () => {
      try {
        await readWithin(database, patience, (snapshot) => this.#tellLosses(application, snapshot));
      } catch (error) {
        onError(error);
        this.#within(application, retryAfter);
      }
    });
  }

  async #tellLosses(application: string, snapshot: Snapshot): Promise<void> {
    const listening = [...this.#all].filter(
      (each) => each.application === application && each.notifiedUpTo !== undefined,
    );
    const from = Math.min(...listening.map(({ notifiedUpTo = snapshot.no }) => notifiedUpTo));
    const cutOffs = await this.#cutOffsSince(application, from, snapshot);
    for (const [before, services] of Map.groupBy(listening, ({ notifiedUpTo = 0 }) => notifiedUpTo)) {
      const notice = noticeOf(cutOffs.filter(({ ver }) => ver > before));
      for (const service of services) {
        reached(service, snapshot);
        send(service, notice);
      }
    }
    for (const sent of this.#onSent) sent();
  }

  /**
   * Returns the cut-offs of the changes after `since`. If PostgreSQL does not answer in time, cuts off all older tokens
   * of the application. A newer token no longer contains the lost access.
   */
  async #cutOffsSince(application: string, since: number, snapshot: Snapshot): Promise<readonly CutOff[]> {
    try {
      const losses = await lossesSince(snapshot, application, since);
      this.#slow.delete(application);
      return cutOffsOf(losses, snapshot.no);
    } catch (error) {
      if (!timedOut(error)) throw error;
      this.#readings.onError(error);
      this.#slow.add(application);
      return [{ ver: snapshot.no, everyone: true }];
    }
  }
}

const reached = (service: Service, { no }: Moment) => {
  service.notifiedUpTo = Math.max(service.notifiedUpTo ?? 0, no);
};

// Whether the changes concern an application. Users and groups belong to no application, so changes to them concern every one. A list of
// the maximum length may lack its beginning, so it concerns every one as well.
const concerns = (changes: readonly HeardChange[], application: string) =>
  changes.length >= changesHeard ||
  changes.some((change) => change.application === null || change.application === application);

/** Cut-offs as text, and the deleted clients among them. Streams share the text, because it can be long. */
interface Notice {
  readonly text: string;
  readonly clients: ReadonlySet<string>;
}

/** Only cut-offs of changes have an id; ended sessions have none, because they are sent again after a reconnect. */
const noticeOf = (cutOffs: readonly CutOff[], numbered = true): Notice => ({
  text: cutOffs.map((data) => textOf({ ...(numbered ? { id: data.ver } : {}), event: 'cut-off', data })).join(''),
  clients: new Set(cutOffs.flatMap(({ clients = [] }) => clients)),
});

function send({ stream, clientId }: Service, { text, clients }: Notice): void {
  stream.write(text);
  if (clients.has(clientId)) stream.end();
}

/**
 * Returns the text of a doubt. With it, API servers drop their older cut-offs. So its number must not be below that of
 * any cut-off that this API server received from any process. `notifiedUpTo` meets that condition, because the snapshot
 * of a welcome is newer than all earlier streams. A doubt that arrives during a welcome therefore waits for its end. If
 * the connection breaks within a doubt, the id 0 of its first half makes the next welcome begin with all cut-offs. A
 * welcome reads all ended sessions, so it needs no doubt from before it.
 */
function doubtFor({ notifiedUpTo = 0 }: Service, moment: Moment): string {
  const cutOffs = cutOffsInDoubt({ ...moment, no: Math.max(moment.no, notifiedUpTo) });
  return cutOffs
    .map((data) => textOf({ id: data.before === undefined ? data.ver : 0, event: 'cut-off', data }))
    .join('');
}

/**
 * The number of applications whose losses are read in parallel, besides one slow application. They must not take all
 * connections of the pool.
 */
const atOnce = 2;
