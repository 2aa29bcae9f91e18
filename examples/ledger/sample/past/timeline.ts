import type { Draws } from '../../../../bench/organisation/draws.ts';
import type { Clock } from './calls.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Events of the past, performed in the order of their times. An event may plan later ones. */
export class Timeline {
  readonly now: number;
  readonly #clock: Clock;
  readonly #draws: Draws;
  readonly #planned: { readonly at: number; readonly work: () => Promise<unknown> }[] = [];

  /** @param now the present, at which the timeline ends */
  constructor(now: number, clock: Clock, draws: Draws) {
    this.now = now;
    this.#clock = clock;
    this.#draws = draws;
  }

  /**
   * The time on a working day, `days` days ago. `at` is the hour in UTC; the minute is random. A day of a weekend is
   * replaced by the Friday before it.
   */
  daysAgo(days: number, at: number): number {
    const date = this.now - days * day;
    const weekday = new Date(date).getUTCDay();
    const weekend = weekday === 6 ? day : weekday === 0 ? 2 * day : 0;
    const minutes = 1 + this.#draws.below(57) + this.#draws.share();
    return Math.floor((date - weekend) / day) * day + at * hour + Math.floor(minutes * 60_000);
  }

  /** The instant `hours` ago, less a random part of up to five minutes. */
  hoursAgo = (hours: number): number => Math.floor(this.now - hours * hour - this.#draws.share() * 300_000);

  /** Plans an event. */
  at(instant: number, work: () => Promise<unknown>): void {
    this.#planned.push({ at: instant, work });
  }

  /** Plans an event `hours` after the current event. */
  later(hours: number, work: () => Promise<unknown>): void {
    this.at(this.#clock.now + hours * hour, work);
  }

  /** Performs all events until the present. */
  async run(): Promise<void> {
    for (;;) {
      const next = this.#planned.reduce<number>(
        (least, { at }, place) => (at < (this.#planned[least]?.at ?? Number.POSITIVE_INFINITY) ? place : least),
        0,
      );
      const [event] = this.#planned.splice(next, 1);
      if (!event) return;
      if (event.at >= this.now) throw new Error('An event of the past would happen in the future.');
      this.#clock.now = Math.max(event.at, this.#clock.now + 1);
      await event.work();
    }
  }
}

/** The instant `hours` after a time, in ISO 8601. */
export const after = (milliseconds: number, hours: number): string =>
  new Date(milliseconds + hours * hour).toISOString();
