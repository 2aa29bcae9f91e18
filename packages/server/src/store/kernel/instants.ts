/** The instant so many seconds later, or earlier when negative, with the microseconds that a `Date` would lose. */
export function later(at: string, seconds: number): string {
  return new Date(Date.parse(at) + seconds * 1000).toISOString().slice(0, 23) + at.slice(23);
}
