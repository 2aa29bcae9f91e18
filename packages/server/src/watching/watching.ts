import type { Live } from '../live/hub.ts';
import type { QueueLoad } from '../queue.ts';
import { Refusal } from '../refusal.ts';
import { feedBehind } from '../store/audit/events.ts';
import { lastSyncs } from '../store/connections/syncs.ts';
import { jobsDue } from '../store/jobs/jobs.ts';
import type { Applied } from '../store/kernel/applied.ts';
import { clock } from '../store/kernel/clock.ts';
import type { Database } from '../store/kernel/database.ts';
import type { Queryable } from '../store/kernel/pool.ts';
import { openProbe } from '../store/kernel/probe.ts';
import { version } from '../version.ts';
import type { Folders } from './folders.ts';
import { type MetricsAddress, serveMetrics } from './metrics-server.ts';
import { openReadiness, type Readiness } from './readiness.ts';

export interface WatchingParts {
  readonly database: Database;
  /** The migrations that this code requires. */
  readonly migrations: readonly Applied[];
  readonly keysReadable: () => boolean;
  readonly hashing: () => QueueLoad;
  readonly live: Pick<Live, 'streams'>;
  /** The kinds of jobs that exist. */
  readonly jobs: readonly string[];
  readonly folders: Folders;
  /** The names of the feeds of audit events. The gauge shows the feed that is furthest behind. */
  readonly feeds: readonly string[];
  readonly onError: (error: unknown) => void;
}

export interface Watching extends Readiness {
  /** Starts counting, and serves the metrics at a separate address. Loads the metrics library when it is called. */
  readonly serveMetrics: (address: MetricsAddress) => Promise<{ readonly port: number }>;
  /** Queries the database outside its pool. */
  readonly outsidePool: Queryable;
  readonly close: () => Promise<void>;
}

/** The operator's view of the server: readiness, metrics and state. */
export function openWatching({
  database,
  live,
  hashing,
  jobs,
  folders,
  feeds,
  onError,
  ...parts
}: WatchingParts): Watching {
  const probe = openProbe(database);
  const readiness = openReadiness({ probe, ...parts });
  const ends: (() => unknown)[] = [() => probe.close(), () => readiness.close()];
  const ready = () =>
    readiness.require().then(
      () => true,
      (error: unknown) => (error instanceof Refusal ? false : Promise.reject(error)),
    );
  return {
    ...readiness,
    outsidePool: probe,
    serveMetrics: async (address) => {
      const { openMetrics } = await import('./metrics.ts');
      const measured = {
        version,
        pool: database.pool,
        hashing,
        streams: () => live.streams,
        jobs: () => jobsDue(probe, jobs, database.clockOffset()),
        folders,
        eventsWaiting: async () => {
          const behind = await Promise.all(feeds.map((feed) => feedBehind(probe, feed)));
          const known = behind.filter((count) => count !== null);
          return known.length > 0 ? Math.max(...known) : null;
        },
        ready,
        directories: async () => {
          const states = { done: 0, waiting: 0, failed: 0 };
          for (const { state, scheduled } of await lastSyncs(probe, clock(database.clockOffset())))
            if (scheduled && state in states) states[state as keyof typeof states] += 1;
          return states;
        },
      };
      const metrics = openMetrics(measured, onError);
      ends.push(() => metrics.close());
      const server = await serveMetrics(metrics, address, onError);
      ends.push(() => server.close());
      return { port: server.port };
    },
    close: async () => {
      for (const end of ends.splice(0).reverse()) await end();
    },
  };
}
