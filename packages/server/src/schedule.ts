/** Runs work when it is due, with one timer and one run at a time. */
export class Schedule {
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #due = Number.POSITIVE_INFINITY;
  #working = Promise.resolve();
  /**
   * Whether a run is queued behind the current one. It starts after all requests so far, so they need no further run.
   */
  #waiting = false;
  #stopped = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Schedules a run within this many milliseconds. */
  within(delay: number): void {
    const at = performance.now() + delay;
    if (this.#stopped || (this.#timer && at >= this.#due)) return;
    clearTimeout(this.#timer);
    this.#due = at;
    const run = () => {
      this.#timer = undefined;
      if (this.#waiting) return;
      this.#waiting = true;
      this.#working = this.#working.then(() => {
        this.#waiting = false;
        return this.#work();
      });
    };
    this.#timer = setTimeout(run, Math.max(0, delay)).unref();
  }

  /** Schedules no more runs, and waits for the current one. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }
}
