import { limits } from '@licet/contract';
import { Schedule } from '../schedule.ts';
import {
  finishJob,
  giveUpJob,
  jobsChannel,
  nextJobIn,
  postponeJob,
  renewJob,
  type TakenJob,
  takeJobs,
} from '../store/jobs/jobs.ts';
import type { Database } from '../store/kernel/database.ts';
import type { Listener } from '../store/kernel/listen.ts';

/** Does the jobs of one kind. It may be asked twice for the same job, by two processes: what it does must bear that. */
export interface JobHandler {
  /** How many run at once in one process, where that is fewer than of all kinds together: those that wait for servers of others' choosing. */
  readonly atOnce?: number;
  /** What takes longer than a lease: it is renewed while this process is at it, so that no other one takes the job meanwhile. */
  readonly lasting?: true;
  /** The signal aborts shortly before another process may take the job. @throws GivenUp when trying again is of no use */
  run(job: TakenJob, signal: AbortSignal): Promise<void>;
  /** Told when the job is given up, for good. */
  givenUp?(job: TakenJob, reason: string): Promise<void>;
}

/** Trying again is of no use; the message says why, in a sentence. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

export interface JobsOptions {
  readonly database: Database;
  readonly listener: Listener;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Told of every attempt that failed, and of failures of the runner itself. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds between looks at the table, in case the connection that listens fails unnoticed. */
  readonly safetyLook?: number;
  /** Seconds after which another process may take a job; as long as the limits say unless given. */
  readonly lease?: number;
}

/** Does jobs as they come due, a bounded number at a time in one process, beside other processes. */
export class Jobs {
  readonly #options: Required<JobsOptions>;
  readonly #running = new Map<Promise<void>, string>();
  readonly #closing = new AbortController();
  readonly #schedule = new Schedule(() => this.#look());

  constructor(options: JobsOptions) {
    this.#options = { safetyLook: 30_000, lease: limits.jobLease.value, ...options };
    options.listener.on(jobsChannel, () => this.#schedule.within(0));
    this.#schedule.within(0);
  }

  /** Takes no more jobs. Those under way may end within so many seconds; what does not is left to the next process. */
  async close(patience: number): Promise<void> {
    await this.#schedule.stop();
    const timer = setTimeout(() => this.#closing.abort(new Error('The server is stopping.')), patience * 1000);
    await Promise.all(this.#running.keys());
    clearTimeout(timer);
  }

  async #look(): Promise<void> {
    const { database, safetyLook, lease, onError } = this.#options;
    try {
      for (const { kinds, free } of this.#places())
        for (const job of await takeJobs(database, kinds, free, lease)) this.#begin(job);
      const waiting = [...this.#places()].flatMap(({ kinds }) => kinds);
      if (waiting.length === 0) return; // whichever ends looks again
      const next = await nextJobIn(database, waiting);
      this.#schedule.within(Math.min(safetyLook, Math.max(1, next ?? safetyLook)));
    } catch (error) {
      onError(error);
      this.#schedule.within(safetyLook);
    }
  }

  /** How many jobs of which kinds may begin: first of those that have places of their own, which they do not go beyond. */
  *#places(): Generator<{ readonly kinds: readonly string[]; readonly free: number }> {
    const all = Object.entries(this.#options.handlers);
    const of = (kind: string) => [...this.#running.values()].filter((running) => running === kind).length;
    const left = () => limits.jobsAtOnce.value - this.#running.size;
    for (const [kind, { atOnce }] of all) {
      if (atOnce === undefined) continue;
      const free = Math.min(left(), atOnce - of(kind));
      if (free > 0) yield { kinds: [kind], free };
    }
    const others = all.flatMap(([kind, { atOnce }]) => (atOnce === undefined ? [kind] : []));
    if (left() > 0 && others.length > 0) yield { kinds: others, free: left() };
  }

  #begin(job: TakenJob): void {
    const done = this.#attempt(job)
      .catch(this.#options.onError)
      .finally(() => {
        this.#running.delete(done);
        this.#schedule.within(0);
      });
    this.#running.set(done, job.kind);
  }

  async #attempt(job: TakenJob): Promise<void> {
    const { database, handlers, lease, onError } = this.#options;
    const handler = handlers[job.kind];
    const kept = handler?.lasting ? renewed(database, job, lease, onError) : undefined;
    const timeout = kept?.signal ?? AbortSignal.timeout((lease - 5) * 1000);
    try {
      await handler?.run(job, AbortSignal.any([timeout, this.#closing.signal])).finally(() => kept?.end());
      await finishJob(database, job);
    } catch (error) {
      if (this.#closing.signal.aborted) return postponeJob(database, job, 0, 'The server stopped.');
      onError(error);
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      if (!(error instanceof GivenUp) && job.attempt < limits.jobAttempts.value)
        return postponeJob(database, job, pause(job.attempt), reason);
      await giveUpJob(database, job, reason);
      await handler?.givenUp?.(job, reason);
    }
  }
}

/** Renews the lease of a job, thrice in its time; the signal aborts when another process has taken it after all. */
function renewed(database: Database, job: TakenJob, lease: number, onError: (error: unknown) => void) {
  const lost = new AbortController();
  const renewing = setInterval(
    () => {
      renewJob(database, job, lease).then(
        (ours) => ours || lost.abort(new Error('Another process has taken the job.')),
        onError,
      );
    },
    (lease * 1000) / 3,
  ).unref();
  return { signal: lost.signal, end: () => clearInterval(renewing) };
}

/** Seconds to wait after an attempt: a minute, doubled each time up to six hours, less up to half so that jobs spread. */
const pause = (attempt: number) => Math.min(21_600, 60 * 2 ** (attempt - 1)) * (1 - Math.random() / 2);
