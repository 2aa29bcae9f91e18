import { limits } from '@licet/contract';
import { Schedule } from '../schedule.ts';
import {
  finishJob,
  giveUpJob,
  jobsChannel,
  nextJobIn,
  postponeJob,
  type TakenJob,
  takeJobs,
} from '../store/jobs/jobs.ts';
import type { Database } from '../store/kernel/database.ts';
import type { Listener } from '../store/kernel/listen.ts';

/** Does the jobs of one kind. It may be asked twice for the same job, by two processes: what it does must bear that. */
export interface JobHandler {
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
}

/** Does jobs as they come due, a bounded number at a time in one process, beside other processes. */
export class Jobs {
  readonly #options: Required<JobsOptions>;
  readonly #kinds: readonly string[];
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #schedule = new Schedule(() => this.#look());

  constructor(options: JobsOptions) {
    this.#options = { safetyLook: 30_000, ...options };
    this.#kinds = Object.keys(options.handlers);
    options.listener.on(jobsChannel, () => this.#schedule.within(0));
    this.#schedule.within(0);
  }

  /** Takes no more jobs. Those under way may end within so many seconds; what does not is left to the next process. */
  async close(patience: number): Promise<void> {
    await this.#schedule.stop();
    const timer = setTimeout(() => this.#closing.abort(new Error('The server is stopping.')), patience * 1000);
    await Promise.all(this.#running);
    clearTimeout(timer);
  }

  async #look(): Promise<void> {
    const { database, safetyLook, onError } = this.#options;
    try {
      const free = limits.jobsAtOnce.value - this.#running.size;
      if (free > 0)
        for (const job of await takeJobs(database, this.#kinds, free, limits.jobLease.value)) this.#begin(job);
      if (this.#running.size === limits.jobsAtOnce.value) return; // whichever ends looks again
      const next = await nextJobIn(database, this.#kinds);
      this.#schedule.within(Math.min(safetyLook, Math.max(1, next ?? safetyLook)));
    } catch (error) {
      onError(error);
      this.#schedule.within(safetyLook);
    }
  }

  #begin(job: TakenJob): void {
    const done = this.#attempt(job)
      .catch(this.#options.onError)
      .finally(() => {
        this.#running.delete(done);
        this.#schedule.within(0);
      });
    this.#running.add(done);
  }

  async #attempt(job: TakenJob): Promise<void> {
    const { database, handlers, onError } = this.#options;
    const handler = handlers[job.kind];
    const timeout = AbortSignal.timeout((limits.jobLease.value - 5) * 1000);
    try {
      await handler?.run(job, AbortSignal.any([timeout, this.#closing.signal]));
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

/** Seconds to wait after an attempt: a minute, doubled each time up to six hours, less up to half so that jobs spread. */
const pause = (attempt: number) => Math.min(21_600, 60 * 2 ** (attempt - 1)) * (1 - Math.random() / 2);
