/** The users whose sessions the next round checks: those with news, and from time to time everybody. */
export class SessionsToCheck {
  readonly #users = new Set<string>();
  readonly #everybodyAfter: number;
  #everybody = false;
  /** The last check of everybody, by the monotonic clock. */
  #askedAll = performance.now();

  constructor(everybodyAfter: number) {
    this.#everybodyAfter = everybodyAfter;
  }

  /** Adds a user; everybody without one. */
  add(userId: string | undefined): void {
    if (userId === undefined) this.#everybody = true;
    else this.#users.add(userId);
  }

  /** Passes them to `work`, null for everybody; after a failure they are checked again. */
  async take(work: (users: readonly string[] | null) => Promise<void>): Promise<void> {
    const users = [...this.#users];
    const begun = performance.now();
    const everybody = this.#everybody || begun - this.#askedAll >= this.#everybodyAfter;
    this.#users.clear();
    this.#everybody = false;
    try {
      await work(everybody ? null : users);
      if (everybody) this.#askedAll = begun;
    } catch (error) {
      for (const user of users) this.#users.add(user);
      this.#everybody ||= everybody;
      throw error;
    }
  }
}
