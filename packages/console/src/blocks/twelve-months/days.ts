/** The position of the present on the bar, in days after its start. */
export const TODAY = 365;

export const DAY_MS = 86_400_000;

/**
 * The instant of a position on the bar: the last minute of that day in the reader's time zone, or undefined for the
 * present.
 */
export function instantOf(place: number, now: Date): string | undefined {
  if (place >= TODAY) return undefined;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - (TODAY - place), 23, 59).toISOString();
}

/** The position of an instant on the bar. An instant outside the bar has the first or the last position. */
export function placeOf(at: string | undefined, now: Date): number {
  if (at === undefined) return TODAY;
  const days = Math.round((midnight(now) - midnight(new Date(at))) / DAY_MS);
  return within(TODAY - days);
}

const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

export const within = (place: number): number => Math.min(TODAY, Math.max(0, place));

/** The position some months later. If that month is shorter, returns its last day. */
export function monthsFrom(place: number, months: number, now: Date): number {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (TODAY - place));
  const last = new Date(day.getFullYear(), day.getMonth() + months + 1, 0).getDate();
  const then = new Date(day.getFullYear(), day.getMonth() + months, Math.min(day.getDate(), last));
  return within(TODAY - Math.round((midnight(now) - then.getTime()) / DAY_MS));
}

/** The first instants of the months within a period. */
export function monthsWithin(from: Date, to: Date): Date[] {
  const months: Date[] = [];
  for (let month = 1; ; month += 1) {
    const start = new Date(from.getFullYear(), from.getMonth() + month, 1);
    if (start > to) return months;
    months.push(start);
  }
}
