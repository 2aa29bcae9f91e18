import type { CutOff } from '@licet/contract';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import { changeBefore, type HeardChange } from '../store/live/changes.ts';
import { lossesSince } from '../store/live/losses.ts';
import { endedLately } from '../store/sign-in/cut-offs.ts';
import { cutOffLifetime, cutOffsOf, cutOffsOfEnded } from './cut-offs.ts';
import type { EventStream, StreamEvent } from './stream.ts';

/** A connected API server, and the change up to which it was notified. */
export interface Service {
  readonly application: string;
  readonly clientId: string;
  readonly stream: EventStream;
  /** Undefined until the first events are sent. */
  notifiedUpTo?: number;
}

/** The API servers that listen to one process. */
export class Services {
  readonly #all = new Set<Service>();

  get size(): number {
    return this.#all.size;
  }

  /** The number of open streams of a client. */
  openOf(clientId: string): number {
    let count = 0;
    for (const service of this.#all) if (service.clientId === clientId) count += 1;
    return count;
  }

  add(service: Service): Service {
    this.#all.add(service);
    service.stream.onEnd(() => this.#all.delete(service));
    return service;
  }

  /** Sends a new connection all cut-offs that can still matter: those since its last event, but not those older than any valid token. */
  async welcome(service: Service, snapshot: Snapshot, lastEventId: number | undefined): Promise<void> {
    const oldest = await changeBefore(snapshot, cutOffLifetime);
    const missed = lastEventId !== undefined && lastEventId <= snapshot.no ? lastEventId : 0;
    const losses = await lossesSince(snapshot, service.application, Math.max(oldest, missed));
    // Cut-offs for whole sessions and users come first, because they replace everything before them.
    send(service, cutOffsOfEnded(await endedLately(snapshot, cutOffLifetime, null), service.application), false);
    send(service, cutOffsOf(losses));
    service.stream.send({ id: snapshot.no, event: 'ready', data: { ver: snapshot.no } });
    service.notifiedUpTo = snapshot.no;
  }

  /** Sends all API servers the losses since a change, and the ended sessions of these users (null for all). */
  async tell(
    snapshot: Snapshot,
    since: number,
    changes: readonly HeardChange[],
    users: readonly string[] | null,
  ): Promise<void> {
    if (this.#all.size === 0) return;
    if (users === null || users.length > 0) {
      const ended = await endedLately(snapshot, cutOffLifetime, users);
      for (const service of [...this.#all]) send(service, cutOffsOfEnded(ended, service.application), false);
    }
    for (const [application, group] of Map.groupBy(this.#all, (service) => service.application)) {
      const listening = group.filter(({ notifiedUpTo }) => notifiedUpTo !== undefined && notifiedUpTo < snapshot.no);
      const from = Math.min(...listening.map(({ notifiedUpTo }) => notifiedUpTo ?? snapshot.no));
      if (listening.length === 0) continue;
      const concerned = from < since || (changes.length > 0 && concerns(changes, application));
      const cutOffs = concerned ? cutOffsOf(await lossesSince(snapshot, application, from)) : [];
      for (const service of listening) {
        const before = service.notifiedUpTo ?? 0;
        service.notifiedUpTo = snapshot.no;
        send(
          service,
          cutOffs.filter(({ ver }) => ver > before),
        );
      }
    }
  }
}

// Whether the changes concern an application. Users and groups belong to no application, so changes to them concern every one. A list of
// the maximum length may lack its beginning, so it concerns every one as well.
const concerns = (changes: readonly HeardChange[], application: string) =>
  changes.length >= 1000 || changes.some((change) => change.application === null || change.application === application);

/** Sends cut-offs. Only those of changes have an id; ended sessions have none, because they are sent again after a reconnect. */
function send({ stream, clientId }: Service, cutOffs: readonly CutOff[], numbered = true): void {
  stream.send(
    ...cutOffs.map((data): StreamEvent => ({ ...(numbered ? { id: data.ver } : {}), event: 'cut-off', data })),
  );
  if (cutOffs.some(({ clients }) => clients?.includes(clientId))) stream.end();
}
