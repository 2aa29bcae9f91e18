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

/** Runs the jobs of one kind. Two processes may run the same job, so it must tolerate that. */
export interface JobHandler {
  /**
   * The number of parallel jobs of this kind in one process, if lower than the limit for all kinds. It is for kinds that wait for foreign
   * servers.
   */
  readonly atOnce?: number;
  /** Whether a job may take longer than its lease. The process then renews the lease, so that no other process takes the job. */
  readonly outlastsLease?: true;
  /** The signal aborts shortly before another process may take the job. @throws GivenUp if a retry is useless */
  run(job: TakenJob, signal: AbortSignal): Promise<void>;
  /** Called when the job is given up for good. */
  givenUp?(job: TakenJob, reason: string): Promise<void>;
}

/** A retry is useless; the message is a sentence with the reason. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/** An attempt of a job that failed. */
export interface FailedAttempt {
  /** The kind of the job. */
  readonly job: string;
  /** From 1. */
  readonly attempt: number;
  /** Seconds until the next attempt; undefined if the job was given up. */
  readonly again: number | undefined;
}

export interface JobsOptions {
  readonly database: Database;
  readonly listener: Listener;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Called with every failed attempt, and without an attempt for failures of the runner itself. */
  readonly onError: (error: unknown, attempt?: FailedAttempt) => void;
  /** Milliseconds between reads of the table, in case the listening connection has failed unnoticed. */
  readonly safetyLook?: number;
  /** Seconds after which another process may take a job. Default: `limits.jobLease`. */
  readonly lease?: number;
}

/** Runs jobs when they are due. The number of parallel jobs is bounded, and other processes may run jobs as well. */
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

  /** Takes no more jobs. Waits up to this many seconds for the running ones; another process repeats those that have not ended. */
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
      if (waiting.length === 0) return; // each job that ends calls this again
      const next = await nextJobIn(database, waiting);
      this.#schedule.within(Math.min(safetyLook, Math.max(1, next ?? safetyLook)));
    } catch (error) {
      onError(error);
      this.#schedule.within(safetyLook);
    }
  }

  /** Yields the number of jobs that may start now, each for one or more kinds. Kinds with their own limit come first. */
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
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => {
        this.#running.delete(done);
        this.#schedule.within(0);
      });
    this.#running.set(done, job.kind);
  }

  async #attempt(job: TakenJob): Promise<void> {
    const { database, handlers, lease, onError } = this.#options;
    const handler = handlers[job.kind];
    const kept = handler?.outlastsLease ? renewed(database, job, lease, onError) : undefined;
    const timeout = kept?.signal ?? AbortSignal.timeout((lease - 5) * 1000);
    try {
      await handler?.run(job, AbortSignal.any([timeout, this.#closing.signal])).finally(() => kept?.end());
      await finishJob(database, job);
    } catch (error) {
      if (this.#closing.signal.aborted) return postponeJob(database, job, 0, 'The server stopped.');
      const lasting = !(error instanceof GivenUp) && job.attempt < limits.jobAttempts.value;
      const again = lasting ? pause(job.attempt) : undefined;
      onError(error, { job: job.kind, attempt: job.attempt, again });
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      if (again !== undefined) return postponeJob(database, job, again, reason);
      await giveUpJob(database, job, reason);
      await handler?.givenUp?.(job, reason);
    }
  }
}

/** Renews the lease of a job every third of its length. The signal aborts if another process has taken the job. */
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

/**
 * Seconds until the next attempt: one minute, doubled each time up to six hours. Up to half of it is randomly subtracted, so that retries
 * spread.
 */
const pause = (attempt: number) => Math.min(21_600, 60 * 2 ** (attempt - 1)) * (1 - Math.random() / 2);
