import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Channel } from '../channel.ts';
import { answers } from '../http/problems.ts';
import { signInAttempts } from '../identity/factors/attempts.ts';
import { tokenRequests } from '../identity/provider/tokens.ts';
import { changesDelivered } from '../live/losses.ts';
import type { QueueLoad } from '../queue.ts';
import type { JobsDue } from '../store/jobs/jobs.ts';
import { decisions } from '../usecases/access/read.ts';
import type { FolderSeen, Folders } from './folders.ts';
import type { Exposition } from './metrics-server.ts';

/** What is measured when the metrics are requested. Everything else is counted when it happens. */
export interface Measured {
  readonly version: string;
  readonly pool: {
    readonly totalCount: number;
    readonly idleCount: number;
    readonly waitingCount: number;
    readonly options: { readonly max: number };
  };
  readonly hashing: () => QueueLoad;
  readonly streams: () => { readonly tabs: number; readonly services: number };
  /** Rejects while the database does not answer; the metrics then leave out its values. */
  readonly jobs: () => Promise<readonly JobsDue[]>;
  readonly ready: () => Promise<boolean>;
  readonly folders: Folders;
  /** The number of changes that wait for delivery to the slowest receiver of audit events; null without a receiver. */
  readonly eventsWaiting: () => Promise<number | null>;
  /** The number of directories with scheduled synchronisation, by the outcome of the last run. */
  readonly directories: () => Promise<Readonly<Record<string, number>>>;
}

export interface Metrics extends Exposition {
  readonly names: readonly string[];
  close(): void;
}

/**
 * Starts counting. Names and units follow Prometheus's recommendations; no label contains a value that a user or client chooses.
 */
export function openMetrics(measured: Measured, onError: (error: unknown) => void): Metrics {
  const registry = new Registry();
  gauges(registry, measured);
  const ends = [measureProcess(registry), ...counters(registry, onError)];
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    names: registry.getMetricsAsArray().map(({ name }) => name),
    close: () => {
      for (const end of ends) end();
      registry.clear();
    },
  };
}

function counters(registry: Registry, onError: (error: unknown) => void): readonly (() => void)[] {
  const registers = [registry];
  const on = <Message extends object>(channel: Channel<Message>, count: (message: Message) => void) =>
    channel.subscribe((message) => {
      try {
        count(message);
      } catch (error) {
        onError(error); // must not fail the publisher of the message
      }
    });
  const signIns = new Counter({
    name: 'licet_sign_ins_total',
    help: 'Sign-in attempts, by outcome and method.',
    labelNames: ['outcome', 'way'],
    registers,
  });
  const issued = new Counter({
    name: 'licet_tokens_issued_total',
    help: 'Successful responses of the token endpoint, by grant type.',
    labelNames: ['grant_type'],
    registers,
  });
  const refused = new Counter({
    name: 'licet_tokens_refused_total',
    help: 'Refusals of the token endpoint, by grant type.',
    labelNames: ['grant_type'],
    registers,
  });
  const decided = new Counter({
    name: 'licet_decisions_total',
    help: 'Access decisions by Licet, by result.',
    labelNames: ['outcome'],
    registers,
  });
  const lag = new Histogram({
    name: 'licet_change_lag_seconds',
    help: 'Seconds from a change of access until this process has sent its cut-offs and events.',
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const requests = new Counter({
    name: 'licet_http_requests_total',
    help: 'Answered requests, by operation and status class.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'licet_http_request_duration_seconds',
    help: 'Duration of requests in seconds, by operation, without event streams.',
    labelNames: ['operation'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return [
    on(signInAttempts, ({ outcome, way }) => signIns.inc({ outcome, way })),
    on(tokenRequests, ({ grantType, issued: given }) => (given ? issued : refused).inc({ grant_type: grantType })),
    on(decisions, ({ permitted }) => decided.inc({ outcome: permitted ? 'permitted' : 'refused' })),
    on(changesDelivered, ({ seconds }) => lag.observe(seconds)),
    on(answers, ({ operation, status, seconds }) => {
      requests.inc({ operation, status: `${Math.floor(status / 100)}xx` });
      if (seconds !== undefined) durations.observe({ operation }, seconds);
    }),
  ];
}

function gauges(
  registry: Registry,
  { version, pool, hashing, streams, jobs, ready, folders, eventsWaiting, directories }: Measured,
): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  const labelled = (name: string, help: string, label: string, read: () => Promise<Record<string, number>>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset();
        for (const [value, measured] of Object.entries(await read())) this.set({ [label]: value }, measured);
      },
    });
  labelled('licet_build_info', 'The running version of Licet.', 'version', async () => ({ [version]: 1 }));
  gauge('licet_ready', 'Whether the server can answer requests, as reported by /readyz: 1 or 0.', async () =>
    Number(await ready()),
  );
  labelled('licet_live_streams', 'Open event streams of tabs and of API servers.', 'kind', async () => {
    const { tabs, services } = streams();
    return { tab: tabs, service: services };
  });
  labelled('licet_database_connections', 'Connections in the database pool, by state.', 'state', async () => ({
    in_use: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
  }));
  gauge(
    'licet_database_connections_max',
    'The maximum number of connections in the database pool.',
    () => pool.options.max,
  );
  gauge(
    'licet_database_waiting',
    'Requests that wait for a connection from the database pool.',
    () => pool.waitingCount,
  );
  gauge('licet_hashes_running', 'Passwords that are being hashed now.', () => hashing().running);
  gauge('licet_hashes_waiting', 'Passwords that wait to be hashed.', () => hashing().waiting);
  // All four gauges of a request share one query, which the first of them starts.
  let asked: Promise<readonly JobsDue[]> = Promise.resolve([]);
  const jobsBy = (read: (job: JobsDue) => number) => async () =>
    Object.fromEntries((await asked).map((job) => [job.kind, read(job)]));
  labelled('licet_jobs_due', 'Due jobs that no server has taken, by kind, for all servers together.', 'kind', () => {
    asked = jobs().catch(() => []);
    return jobsBy(({ due }) => due)();
  });
  const oldest = jobsBy((job) => job.oldestSeconds);
  labelled(
    'licet_jobs_oldest_due_seconds',
    'Seconds for which the oldest due job has been waiting, by kind.',
    'kind',
    oldest,
  );
  const putOff = jobsBy((job) => job.putOff);
  labelled('licet_jobs_put_off', 'Failed jobs that wait for a retry, by kind.', 'kind', putOff);
  const givenUp = jobsBy((job) => job.givenUp);
  labelled('licet_jobs_given_up', 'Jobs that failed for good and are still stored, by kind.', 'kind', givenUp);
  const syncs =
    'Directories with a synchronisation schedule, by the outcome of the last run, for all servers together.';
  labelled('licet_directories', syncs, 'state', () => directories().catch(() => ({})));
  folderGauges(registry, folders);
  const help = 'Changes that are not yet delivered to the receiver of audit events.';
  gaugeOfWhatIsThere(registry, 'licet_audit_events_waiting', help, () => eventsWaiting().catch(() => null));
}

/** A gauge that is exported only while it has a value: without labels, prom-client would otherwise report 0. */
function gaugeOfWhatIsThere(registry: Registry, name: string, help: string, read: () => Promise<number | null>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.reset();
      const value = await read();
      this.remove();
      if (value !== null) this.set(value);
    },
  });
}

/** Gauges of the folders that this server has. A folder that is not set has no value, so no alert fires for it. */
function folderGauges(registry: Registry, { backups, checkpoints }: Folders): void {
  const of = (
    name: string,
    help: string,
    look: () => Promise<FolderSeen | null>,
    read: (seen: FolderSeen) => number | null,
  ) =>
    gaugeOfWhatIsThere(registry, name, help, async () => {
      const seen = await look();
      return seen && read(seen);
    });
  of('licet_backup_age_seconds', 'Seconds since the newest scheduled backup.', backups, (seen) => seen.newestSeconds);
  of(
    'licet_backup_interval_seconds',
    'The configured seconds between two scheduled backups.',
    backups,
    (seen) => seen.everySeconds,
  );
  const usable = ({ fault }: FolderSeen) => Number(fault === null);
  of('licet_backup_folder_usable', 'Whether the backup folder can be read and written: 1 or 0.', backups, usable);
  of(
    'licet_checkpoint_folder_usable',
    'Whether the folder of audit checkpoints can be read and written: 1 or 0.',
    checkpoints,
    usable,
  );
}

/**
 * The usual metrics of a process and of Node.js. The library's own collection also observes every garbage collection and lists every open
 * socket, which costs more than all other work of a request for metrics.
 * @returns a function that stops the measuring
 */
function measureProcess(registry: Registry): () => void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const value = read();
        if (value !== undefined) this.set(value);
      },
    });
  let counted = 0;
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of all threads in seconds.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      const seconds = (user + system) / 1e6;
      this.inc(seconds - counted);
      counted = seconds;
    },
  });
  const started = performance.timeOrigin / 1000;
  gauge('process_start_time_seconds', 'Start time of the process, in seconds since the epoch.', () => started);
  gauge('process_resident_memory_bytes', 'Resident memory of the process in bytes.', () => process.memoryUsage.rss());
  gauge('process_open_fds', 'The number of open files and sockets.', openFiles);
  gauge(
    'nodejs_heap_size_used_bytes',
    'Used size of the JavaScript heap in bytes.',
    () => process.memoryUsage().heapUsed,
  );
  gauge(
    'nodejs_heap_size_total_bytes',
    'Total size of the JavaScript heap in bytes.',
    () => process.memoryUsage().heapTotal,
  );
  gauge(
    'nodejs_external_memory_bytes',
    'Memory outside of the JavaScript heap in bytes.',
    () => process.memoryUsage().external,
  );
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const lag = (name: string, share: string, read: () => number) =>
    gauge(name, `How late the event loop was since this was read last, ${share}; never below 10 ms.`, () =>
      delay.count === 0 ? 0 : read() / 1e9,
    );
  lag('nodejs_eventloop_lag_p50_seconds', 'half of the time', () => delay.percentile(50));
  lag('nodejs_eventloop_lag_p99_seconds', '99 times of 100', () => delay.percentile(99));
  lag('nodejs_eventloop_lag_max_seconds', 'the latest', () => {
    const { max } = delay;
    delay.reset(); // the last of the three gauges resets it
    return max;
  });
  return () => delay.disable();
}

/** Available on Linux only. */
function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}
