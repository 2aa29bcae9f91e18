import { permissionsRef } from '@licet/api/verify';
import { limits } from '@licet/contract';
import { refuse } from '../refusal.ts';
import { tokenAccess } from '../store/access/effective.ts';
import { clientsAmong } from '../store/applications/clients.ts';
import { changeChannel } from '../store/kernel/change.ts';
import type { Database } from '../store/kernel/database.ts';
import type { Listener } from '../store/kernel/listen.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { readNow } from '../store/kernel/read-now.ts';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import { changesHeard, changesSince, type HeardChange } from '../store/live/changes.ts';
import { cutOffChannel, endedAmong } from '../store/sign-in/cut-offs.ts';
import { lastingAccess } from '../usecases/access/lasting.ts';
import { fingerprintOf } from '../usecases/access/token.ts';
import type { Caller } from '../usecases/context.ts';
import { Services } from './services.ts';
import { EventStream } from './stream.ts';
import { eventsOf, type Seat, type Tab, Tabs, tellVersion, versionEvent } from './tabs.ts';

type UserCaller = Caller & { readonly kind: 'user' };
type ServiceCaller = Caller & { readonly kind: 'service' };

/** What tells open tabs and API servers of changes, whichever process made them. */
export interface Live {
  /** Opens the stream of a tab. @throws Refusal `live_full` */
  tab(caller: UserCaller, lastEventId: number | undefined): Promise<AsyncIterable<string>>;
  /** Opens the stream of an API server. @throws Refusal `live_full` */
  service(caller: ServiceCaller, lastEventId: number | undefined): Promise<AsyncIterable<string>>;
  /** Whether a token's access is not what one issued now would carry; and the change up to which that is said. */
  version(caller: UserCaller): Promise<{ readonly version: number; readonly changed: boolean }>;
  /** How many streams are open. */
  readonly open: number;
  /** Ends every stream and takes no more. */
  close(): Promise<void>;
}

export interface LiveOptions {
  readonly database: Database;
  readonly listener: Listener;
  readonly onError: (error: unknown) => void;
  /** How many streams may be open at once; the limit unless told. */
  readonly streams?: number;
  /** Milliseconds between rounds that ask about everybody, lest a silent connection hears nothing. */
  readonly safetyRound?: number;
}

/** Opens what one process needs for its streams. It asks the database only while there are any. */
export function openLive({
  database,
  listener,
  onError,
  streams = limits.liveStreamsMax.value,
  safetyRound = halfMinute,
}: LiveOptions): Live {
  const tabs = new Tabs();
  const services = new Services();
  const open = new Set<EventStream>();
  const cutOff = new Set<string>();
  let everySession = false;
  /** When every session was asked about last, by the clock that only runs forward. */
  let askedAll = performance.now();
  /** Up to this change everybody was told; undefined while nobody listens. */
  let told: number | undefined;
  /** The change that a round under way looks at. */
  let seen = 0;
  let drift = 0;
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;
  let working: Promise<void> | undefined;
  let closed = false;

  const schedule = (delay: number) => {
    if (closed || open.size === 0) return;
    const at = performance.now() + delay;
    if (timer && at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(
      () => {
        timer = undefined;
        working = (working ?? Promise.resolve()).then(round);
      },
      Math.max(0, delay),
    );
    timer.unref();
  };

  const round = async () => {
    try {
      if (open.size > 0) await readNow(database, tellAll);
      else told = undefined;
      scheduleNext();
    } catch (error) {
      onError(error);
      schedule(retryAfter);
    }
  };

  const tellAll = async (snapshot: Snapshot) => {
    const since = told ?? snapshot.no;
    const seats = tabs.all();
    const users = [...cutOff];
    const begun = performance.now();
    const all = everySession || begun - askedAll >= safetyRound;
    cutOff.clear();
    everySession = false;
    seen = snapshot.no;
    drift = Date.parse(snapshot.at) - Date.now();
    try {
      const changes = await changesSince(snapshot, since);
      tellVersion(await tabs.changed(seats.filter(isLoaded), snapshot, since), snapshot.no);
      if (changes.length > 0) for (const seat of seats) sendAll(seat, eventsOf(changes, seat));
      await services.tell(snapshot, since, changes, all ? null : users);
      if (all || users.length > 0) await endSessions(seats, snapshot, all ? null : new Set(users));
      if (all || changes.some(endsClients) || changes.length >= changesHeard) await endClients(seats, snapshot);
      if (all) askedAll = begun;
      told = snapshot.no;
    } catch (error) {
      for (const user of users) cutOff.add(user);
      everySession ||= all;
      throw error;
    }
  };

  // Whoever was suspended or signed out is told to renew, which will be refused, and hears no more.
  const endSessions = async (seats: readonly Seat[], { no }: Snapshot, users: ReadonlySet<string> | null) => {
    const concerned = seats.filter(({ userId }) => !users || users.has(userId)).flatMap((seat) => [...seat.tabs]);
    const sessions = concerned.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]));
    const ended = await endedAmong(poolOf(database), sessions);
    for (const { stream, sessionId } of concerned) {
      if (sessionId === null || !ended.has(sessionId)) continue;
      stream.send(versionEvent(no, 0));
      stream.end();
    }
  };

  // A client that was deleted gets no more tokens: its pages hear no more either.
  const endClients = async (seats: readonly Seat[], snapshot: Snapshot) => {
    const concerned = seats.flatMap((seat) => [...seat.tabs]);
    const known = await clientsAmong(snapshot, [...new Set(concerned.flatMap(({ clientId }) => clientId ?? []))]);
    for (const { stream, clientId } of concerned) {
      if (clientId === undefined || known.has(clientId)) continue;
      stream.send(versionEvent(snapshot.no, 0));
      stream.end();
    }
  };

  const scheduleNext = () => {
    const next = tabs.nextChange() - (Date.now() + drift);
    schedule(Math.min(safetyRound, Math.max(0, next) + 20 + Math.random() * momentJitter));
  };

  /** What a token issued now would carry, as a digest. */
  const carriedNow = (snapshot: Snapshot, { userId, audience }: UserCaller) =>
    lastingAccess((at) => tokenAccess(at === undefined ? snapshot : { ...snapshot, at }, userId, audience)).then(
      ({ roles, permissions }) => fingerprintOf(permissionsRef(roles), permissionsRef(permissions)),
    );

  const differs = async (snapshot: Snapshot, caller: UserCaller, now?: string) => {
    const carried = caller.token.carries?.();
    if (carried === undefined) return caller.token.version < snapshot.no;
    return carried !== now && carried !== (await carriedNow(snapshot, caller));
  };

  const begin = (expiresAt: number): EventStream => {
    if (closed) refuse('live_full', 'The server is stopping.');
    if (open.size >= streams) refuse('live_full', `${streams} streams are open on this server.`);
    const stream = new EventStream(`retry: ${reconnectAfter}\n\n`);
    const beat = setInterval(() => stream.write(':\n\n'), limits.liveHeartbeat.value).unref();
    const end = setTimeout(() => stream.end(), Math.min(longestTimer, expiresAt * 1000 - Date.now())).unref();
    open.add(stream);
    stream.onEnd(() => {
      clearInterval(beat);
      clearTimeout(end);
      open.delete(stream);
    });
    return stream;
  };

  /** Runs the rest of the opening; a stream that could not be opened whole is none. */
  const opening = async (stream: EventStream, work: (snapshot: Snapshot) => Promise<void>) => {
    try {
      await readNow(database, async (snapshot) => {
        told ??= snapshot.no;
        drift = Date.parse(snapshot.at) - Date.now();
        await work(snapshot);
        if (snapshot.no < seen) schedule(0);
      });
      scheduleNext();
      return stream;
    } catch (error) {
      stream.drop();
      throw error;
    }
  };

  listener.on(changeChannel, () => schedule(coalesce));
  listener.on(cutOffChannel, (userId) => {
    if (open.size === 0) return; // whoever comes reads it all
    if (userId === undefined) everySession = true;
    else cutOff.add(userId);
    schedule(coalesce);
  });

  return {
    get open() {
      return open.size;
    },
    tab: async (caller, lastEventId) => {
      const stream = begin(caller.token.expiresAt);
      const tab: Tab = { stream, sessionId: caller.sessionId, clientId: caller.clientId };
      const seat = tabs.add({ userId: caller.userId, application: caller.audience }, tab);
      if (seat.tabs.size > streamsOfOne) {
        stream.drop();
        refuse('live_full', `You have ${streamsOfOne} streams open in this application.`);
      }
      return opening(stream, async (snapshot) => {
        await tabs.load(seat, snapshot);
        if (await differs(snapshot, caller, seat.state?.fingerprint)) stream.send(versionEvent(snapshot.no, 0));
        if (lastEventId !== undefined) stream.send(...eventsOf(await changesSince(snapshot, lastEventId), seat));
      });
    },
    service: async ({ clientId, audience, token }, lastEventId) => {
      if (services.openOf(clientId) >= streamsOfOne)
        refuse('live_full', `This client has ${streamsOfOne} streams open on this server.`);
      const stream = begin(token.expiresAt);
      const service = services.add({ application: audience, clientId, stream });
      return opening(stream, (snapshot) => services.welcome(service, snapshot, lastEventId));
    },
    version: (caller) =>
      readNow(database, async (snapshot) => ({
        version: snapshot.no,
        changed: await differs(snapshot, caller),
      })),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      for (const stream of [...open]) stream.end();
      await working;
    },
  };
}

const isLoaded = ({ state }: Seat) => state !== undefined;

function sendAll({ tabs }: Seat, events: ReturnType<typeof eventsOf>): void {
  if (events.length > 0) for (const { stream } of [...tabs]) stream.send(...events);
}

const endsClients = ({ action }: HeardChange) => action === 'client.deleted' || action === 'application.deleted';

/** So many streams one user may have open in an application, or one client, so that nobody takes the room of all. */
const streamsOfOne = 50;
/** Milliseconds in which changes that follow one another are taken together. */
const coalesce = 20;
/** Milliseconds after a round that failed. */
const retryAfter = 1000;
const halfMinute = 30_000;
/** Milliseconds by which the round after a start or an end is moved, so that servers do not ask at once. */
const momentJitter = 100;
/** Milliseconds that a client waits before it comes back when the stream breaks. */
const reconnectAfter = 2000;
const longestTimer = 2 ** 31 - 1;
