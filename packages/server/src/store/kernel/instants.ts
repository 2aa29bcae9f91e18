// The last and the first valid instant (`instant` in the contract). Years beyond four digits have another format and do
// not sort as text.
const last = Date.parse('9999-12-31T23:59:59.999Z');
const first = Date.parse('0001-01-01T00:00:00.000Z');

/**
 * The instant that many seconds later, or earlier if negative. Keeps the microseconds, which a `Date` would lose, and stays within the
 * years 1 to 9999.
 */
export function later(at: string, seconds: number): string {
  const then = Math.min(last, Math.max(first, Date.parse(at) + seconds * 1000));
  return new Date(then).toISOString().slice(0, 23) + at.slice(23);
}

/** The instant that many microseconds later. */
export function laterBy(at: string, micros: number): string {
  const total = Number(at.slice(20, 26)) + micros;
  const second = Date.parse(`${at.slice(0, 19)}Z`) + Math.floor(total / 1e6) * 1000;
  return `${new Date(second).toISOString().slice(0, 19)}.${String(total % 1e6).padStart(6, '0')}Z`;
}
