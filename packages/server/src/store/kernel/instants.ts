// The last and the first valid instant (contract `instant`): years of other lengths have another format and order.
const last = Date.parse('9999-12-31T23:59:59.999Z');
const first = Date.parse('0001-01-01T00:00:00.000Z');

/** The instant so many seconds later, or earlier when negative, with the microseconds that a `Date` would lose; never beyond the years 1 to 9999. */
export function later(at: string, seconds: number): string {
  const then = Math.min(last, Math.max(first, Date.parse(at) + seconds * 1000));
  return new Date(then).toISOString().slice(0, 23) + at.slice(23);
}

/** The instant so many microseconds later. */
export function laterBy(at: string, micros: number): string {
  const total = Number(at.slice(20, 26)) + micros;
  const second = Date.parse(`${at.slice(0, 19)}Z`) + Math.floor(total / 1e6) * 1000;
  return `${new Date(second).toISOString().slice(0, 19)}.${String(total % 1e6).padStart(6, '0')}Z`;
}
