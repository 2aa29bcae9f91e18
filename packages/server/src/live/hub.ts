import { limits } from '@licet/contract';
import { channelOf } from '../channel.ts';
import { machineNow } from '../machine-clock.ts';
import { refuse } from '../refusal.ts';
import { Schedule } from '../schedule.ts';
import { changeChannel } from '../store/kernel/chain.ts';
import type { Database } from '../store/kernel/database.ts';
import type { Listener } from '../store/kernel/listen.ts';
import { readNow } from '../store/kernel/read-now.ts';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import { changesSince } from '../store/live/changes.ts';
import { cutOffChannel } from '../store/sign-in/cut-offs.ts';
import type { Caller } from '../usecases/context.ts';
import { SessionsToCheck, tellAll } from './round.ts';
import { Services } from './services.ts';
import { EventStream } from './stream.ts';
import { eventsOf, Tabs, versionEvent } from './tabs.ts';
import { accessDiffers, type UserCaller } from './token-access.ts';

/** Publishes every change that streams were notified of, with the delay. */
export const changesDelivered = channelOf<{ readonly seconds: number }>('licet.live.told');

/** The open streams of one process. */
class OpenStreams {
  readonly #open = new Set<EventStream>();
  readonly #most: number;
  #closed = false;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Begins a stream that ends with its token. @throws Refusal `live_full` */
  begin(expiresAt: number): EventStream {
    if (this.#closed) refuse('live_full', 'server_stopping', {});
    if (this.size >= this.#most) refuse('live_full', 'server_streams_full', { most: this.#most });
    const stream = new EventStream(`retry: ${reconnectAfter}\n\n`);
    const heartbeat = setInterval(() => stream.write(':\n\n'), limits.liveHeartbeat.value).unref();
    const end = setTimeout(() => stream.end(), Math.min(longestTimer, (expiresAt - machineNow()) * 1000)).unref();
    this.#open.add(stream);
    stream.onEnd(() => {
      clearInterval(heartbeat);
      clearTimeout(end);
      this.#open.delete(stream);
    });
    return stream;
  }

  /** Ends every stream, and begins no more. */
  close(): void {
    this.#closed = true;
    for (const stream of [...this.#open]) stream.end();
  }
}

/** Milliseconds until a client reconnects after its stream broke. */
const reconnectAfter = 2000;
const longestTimer = 2 ** 31 - 1;

type ServiceCaller = Caller & { readonly kind: 'service' };

/** Notifies open tabs and API servers of changes by any process. */
export type Live = Pick<Hub, 'tab' | 'service' | 'version' | 'open' | 'streams' | 'close'>;

export interface LiveOptions {
  readonly database: Database;
  readonly listener: Listener;
  readonly onError: (error: unknown) => void;
  /** The maximum number of open streams; the limit by default. */
  readonly streams?: number;
  /** Milliseconds between rounds that check all users, in case the listening connection has failed unnoticed. */
  readonly safetyRound?: number;
}

/** Opens the streams of one process. It queries the database only while there are open streams. */
export const openLive = (options: LiveOptions): Live => new Hub(options);

class Hub {
  readonly #options: Required<LiveOptions>;
  readonly #tabs = new Tabs();
  readonly #services = new Services();
  readonly #streams: OpenStreams;
  readonly #sessions: SessionsToCheck;
  readonly #rounds = new Schedule(() => this.#round());
  /** The change up to which all streams were notified; undefined without streams. */
  #notifiedUpTo: number | undefined;
  /** The newest change that a round has read or is reading. */
  #lookingAt = 0;
  /** Milliseconds that the database's clock is ahead of this process's. */
  #clockDrift = 0;

  constructor(given: LiveOptions) {
    this.#options = { streams: limits.liveStreamsMax.value, safetyRound: 30_000, ...given };
    const { listener, streams, safetyRound } = this.#options;
    this.#streams = new OpenStreams(streams);
    this.#sessions = new SessionsToCheck(safetyRound);
    listener.on(changeChannel, () => this.#schedule(coalesce));
    listener.on(cutOffChannel, (userId) => {
      if (this.open === 0) return; // a new stream starts by reading the full state
      this.#sessions.add(userId);
      this.#schedule(coalesce);
    });
  }

  /** The numbers of open streams of tabs and of API servers. */
  get streams(): { readonly tabs: number; readonly services: number } {
    const services = this.#services.size;
    return { tabs: this.open - services, services };
  }

  /** The number of open streams. */
  get open(): number {
    return this.#streams.size;
  }

  /** Opens the stream of a tab. @throws Refusal `live_full` */
  async tab(caller: UserCaller, lastEventId: number | undefined): Promise<AsyncIterable<string>> {
    const stream = this.#streams.begin(caller.token.expiresAt);
    const tab = { stream, sessionId: caller.sessionId, clientId: caller.clientId };
    const subscriber = this.#tabs.add({ userId: caller.userId, application: caller.audience }, tab);
    if (subscriber.tabs.size > streamsOfOne) {
      stream.drop();
      refuse('live_full', 'tab_streams_full', { most: streamsOfOne });
    }
    return this.#opening(stream, async (snapshot) => {
      await this.#tabs.load(subscriber, snapshot);
      if (await accessDiffers(snapshot, caller, subscriber.state?.fingerprint))
        stream.send(versionEvent(snapshot.no, 0));
      if (lastEventId !== undefined) stream.send(...eventsOf(await changesSince(snapshot, lastEventId), subscriber));
    });
  }

  /** Opens the stream of an API server. @throws Refusal `live_full` */
  async service(caller: ServiceCaller, lastEventId: number | undefined): Promise<AsyncIterable<string>> {
    const { clientId, audience, token } = caller;
    if (this.#services.openOf(clientId) >= streamsOfOne)
      refuse('live_full', 'client_streams_full', { most: streamsOfOne });
    const stream = this.#streams.begin(token.expiresAt);
    const service = this.#services.add({ application: audience, clientId, stream });
    return this.#opening(stream, (snapshot) => this.#services.welcome(service, snapshot, lastEventId));
  }

  /** Whether a token's access differs from that of a new token, and the change number for which this was determined. */
  version(caller: UserCaller): Promise<{ readonly version: number; readonly changed: boolean }> {
    const answer = async (snapshot: Snapshot) => ({
      version: snapshot.no,
      changed: await accessDiffers(snapshot, caller),
    });
    return readNow(this.#options.database, answer);
  }

  /** Ends every stream and accepts no new ones. */
  async close(): Promise<void> {
    this.#streams.close();
    await this.#rounds.stop();
  }

  /** Completes the opening of a stream; if that fails, the stream is closed. */
  async #opening(stream: EventStream, work: (snapshot: Snapshot) => Promise<void>): Promise<EventStream> {
    try {
      await readNow(this.#options.database, async (snapshot) => {
        this.#notifiedUpTo ??= snapshot.no;
        this.#clockDrift = clockDriftOf(snapshot);
        await work(snapshot);
        if (snapshot.no < this.#lookingAt) this.#schedule(0);
      });
      this.#scheduleNext();
      return stream;
    } catch (error) {
      stream.drop();
      throw error;
    }
  }

  async #round(): Promise<void> {
    try {
      if (this.open > 0) await readNow(this.#options.database, (snapshot) => this.#tell(snapshot));
      else this.#notifiedUpTo = undefined;
      this.#scheduleNext();
    } catch (error) {
      this.#options.onError(error);
      this.#schedule(retryAfter);
    }
  }

  async #tell(snapshot: Snapshot): Promise<void> {
    const [tabs, services] = [this.#tabs, this.#services];
    const { database } = this.#options;
    const since = this.#notifiedUpTo ?? snapshot.no;
    const subscribers = tabs.all();
    const begun = performance.now();
    this.#lookingAt = snapshot.no;
    this.#clockDrift = clockDriftOf(snapshot);
    await this.#sessions.take(async (users) => {
      const changes = await changesSince(snapshot, since);
      await tellAll({ database, tabs, services, snapshot, since, changes, subscribers, users });
      this.#notifiedUpTo = snapshot.no;
      if (changesDelivered.heard)
        for (const { at } of changes) changesDelivered.publish({ seconds: secondsSince(at, snapshot, begun) });
    });
  }

  /** Schedules the next round: when the next grant or membership starts or ends, but at the latest the safety round. */
  #scheduleNext(): void {
    const next = this.#tabs.nextChange() - (machineNow() * 1000 + this.#clockDrift);
    this.#schedule(Math.min(this.#options.safetyRound, Math.max(0, next) + 20 + Math.random() * momentJitter));
  }

  #schedule(delay: number): void {
    if (this.open > 0) this.#rounds.within(delay);
  }
}

/** Seconds from an instant of the database to now. The snapshot's clock was read at the moment `taken` of this process. */
const secondsSince = (at: string, { clock }: Snapshot, taken: number) =>
  Math.max(0, (Date.parse(clock) - Date.parse(at) + performance.now() - taken) / 1000);

const clockDriftOf = ({ at }: Snapshot) => Date.parse(at) - machineNow() * 1000;

/** The maximum number of streams of one user in an application, or of one client, so that no caller uses up the room for others. */
const streamsOfOne = 50;
/** Milliseconds to wait after a change, so that following ones are in the same round. */
const coalesce = 20;
/** Milliseconds between a round that failed and the next one. */
const retryAfter = 1000;
/** Milliseconds of jitter for the round after a start or an end, so that not all servers query at the same moment. */
const momentJitter = 100;
