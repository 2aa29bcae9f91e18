import { limits } from '@licet/contract';

// The audit log is never shortened, so a small request must not cause an event with a long list (decision 97).

/**
 * Returns a list of names for an event. A long list is cut to its shortest names, so that as many as possible fit. The
 * number of omitted names follows them.
 */
export function listed(names: readonly string[]): string[] {
  if (fits(names)) return [...names];
  const places = names.map((name, place) => ({ place, length: name.length })).sort((a, b) => a.length - b.length);
  const fitting = new Set<number>();
  let left = limits.eventNamesMax.value;
  for (const { place, length } of places) {
    left -= length;
    if (left < 0) break;
    fitting.add(place);
  }
  const more = names.length - fitting.size;
  return [...names.filter((_, place) => fitting.has(place)), `and ${more.toLocaleString('en')} more`];
}

/** A list before and after a change. If one of them is long, they contain only what the change removed and added. */
export function listedChange(before: readonly string[], after: readonly string[]): readonly [string[], string[]] {
  if (fits(before) && fits(after)) return [[...before], [...after]];
  const [was, is] = [new Set(before), new Set(after)];
  return [before.filter((name) => !is.has(name)), after.filter((name) => !was.has(name))];
}

/** Whether an event lists all of the names. */
const fits = (names: readonly string[]): boolean =>
  names.reduce((sum, { length }) => sum + length, 0) <= limits.eventNamesMax.value;
