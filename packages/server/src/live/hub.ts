import { limits } from '@licet/contract';
import { machineNow } from '../machine-clock.ts';
import { refuse } from '../refusal.ts';
import { changeChannel } from '../store/kernel/chain.ts';
import { timedOut } from '../store/kernel/connect.ts';
import type { Database } from '../store/kernel/database.ts';
import type { Listener } from '../store/kernel/listen.ts';
import { readWithin } from '../store/kernel/read-now.ts';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import { cutOffChannel } from '../store/sign-in/cut-offs.ts';
import type { Caller } from '../usecases/context.ts';
import { Losses } from './losses.ts';
import type { Readings } from './readings.ts';
import { Services } from './services.ts';
import { EventStream } from './stream.ts';
import { missed, readyEvent, Tabs, versionEvent } from './tabs.ts';
import { accessDiffers, type UserCaller } from './token-access.ts';
import { Versions } from './versions.ts';

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
  /** The maximum number of open streams; `limits.liveStreamsMax` by default. */
  readonly streams?: number;
  /** Milliseconds between rounds that check all users, in case the listening connection has failed unnoticed. */
  readonly safetyRound?: number;
  /** Milliseconds for one statement of a round; the limit by default. */
  readonly patience?: number;
}

/** Opens the streams of one process. It queries the database only while there are open streams. */
export const openLive = (options: LiveOptions): Live => new Hub(options);

class Hub {
  readonly #readings: Readings;
  readonly #tabs = new Tabs();
  readonly #services: Services;
  readonly #streams: OpenStreams;
  readonly #losses: Losses;
  readonly #versions: Versions;

  constructor({ database, listener, onError, streams, safetyRound = 30_000, patience }: LiveOptions) {
    this.#streams = new OpenStreams(streams ?? limits.liveStreamsMax.value);
    this.#readings = {
      database,
      onError,
      open: () => this.open > 0,
      patience: patience ?? limits.liveReading.value,
      safetyRound,
      retryAfter,
    };
    this.#services = new Services(this.#readings);
    this.#losses = new Losses(this.#readings, this.#tabs, this.#services);
    this.#versions = new Versions(this.#readings, this.#tabs);
    listener.on(changeChannel, () => {
      this.#losses.within(coalesce);
      this.#versions.within(coalesce);
    });
    listener.on(cutOffChannel, (userId) => {
      if (this.open === 0) return; // a new stream starts by reading the full state
      this.#losses.ended(userId, coalesce);
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

  /** Opens the stream of a tab. @throws Refusal `live_full`, or `unavailable` */
  async tab(caller: UserCaller, lastEventId: number | undefined): Promise<AsyncIterable<string>> {
    const stream = this.#streams.begin(caller.token.expiresAt);
    const tab = { stream, sessionId: caller.sessionId, clientId: caller.clientId };
    const subscriber = this.#tabs.add({ userId: caller.userId, application: caller.audience }, tab);
    const most = limits.liveStreamsOfUser.value;
    if (subscriber.tabs.size > most) {
      stream.drop();
      refuse('live_full', 'tab_streams_full', { most });
    }
    const begin = async (snapshot: Snapshot) => {
      this.#losses.begin(snapshot);
      // If this times out, the stream is refused. Otherwise the next event would hide the missed ones from the tab.
      stream.sendFirst(...(await missed(snapshot, subscriber, lastEventId)), readyEvent(snapshot.no));
      try {
        await this.#losses.check(tab, snapshot);
        const fingerprint = await this.#versions.begin(subscriber, snapshot);
        if (await accessDiffers(snapshot, caller, fingerprint)) stream.send(versionEvent(snapshot.no, 0));
      } catch (error) {
        if (!timedOut(error)) throw error;
        this.#readings.onError(error);
        this.#versions.beginUnknown(subscriber, snapshot, caller.token.carries?.());
        this.#losses.ended(undefined, coalesce); // the session or the client may have ended
      }
    };
    return opening(stream, this.#readWithin(begin));
  }

  /** Opens the stream of an API server. @throws Refusal `live_full` */
  async service(caller: ServiceCaller, lastEventId: number | undefined): Promise<AsyncIterable<string>> {
    const { clientId, audience, token } = caller;
    const [mostOfClient, most] = [limits.liveStreamsOfClient.value, limits.liveStreamsOfApplication.value];
    const open = this.#services.openOf(clientId, audience);
    if (open.client >= mostOfClient) refuse('live_full', 'client_streams_full', { most: mostOfClient });
    if (open.application >= most) refuse('live_full', 'application_streams_full', { most });
    const stream = this.#streams.begin(token.expiresAt);
    const service = this.#services.add({ application: audience, clientId, stream });
    const welcome = async () => this.#losses.begin(await this.#services.welcome(service, lastEventId));
    return opening(stream, welcome());
  }

  /** Whether a token's access differs from that of a new token, and the change number for which this was determined. */
  version(caller: UserCaller): Promise<{ readonly version: number; readonly changed: boolean }> {
    const answer = async (snapshot: Snapshot) => ({
      version: snapshot.no,
      changed: await accessDiffers(snapshot, caller),
    });
    return this.#readWithin(answer);
  }

  /** Ends every stream and accepts no new ones. */
  async close(): Promise<void> {
    this.#streams.close();
    await Promise.all([this.#losses.stop(), this.#services.stop(), this.#versions.stop()]);
  }

  /** @throws Refusal `unavailable` if a statement times out */
  #readWithin<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    return readWithin(this.#readings.database, this.#readings.patience, work).catch((error) => {
      if (timedOut(error)) refuse('unavailable', 'database_silent', {}, {}, error);
      throw error;
    });
  }
}

/** Returns the stream once its opening is complete. If that fails, the stream is closed. */
async function opening(stream: EventStream, begun: Promise<void>): Promise<EventStream> {
  try {
    await begun;
    return stream;
  } catch (error) {
    stream.drop();
    throw error;
  }
}

/** Milliseconds to wait after a change, so that following ones are in the same round. */
const coalesce = 20;
/** Milliseconds between a round that failed and the next one. */
const retryAfter = 1000;
