import { limits } from '@licet/contract';

// The audit log is never shortened, so an event holds no long list that a small request did not send (decision 97).

/** A list of names in an event. Of a long one the first names, and how many more there are. */
export function listed(names: readonly string[]): string[] {
  const most = fitting(names);
  if (most === names.length) return [...names];
  return [...names.slice(0, most), `and ${(names.length - most).toLocaleString('en')} more`];
}

/** A list before and after a change. If one of them is long, only what the change removed and added. */
export function apart(before: readonly string[], after: readonly string[]): readonly [string[], string[]] {
  if ([before, after].every((names) => fitting(names) === names.length)) return [[...before], [...after]];
  const [was, is] = [new Set(before), new Set(after)];
  return [before.filter((name) => !is.has(name)), after.filter((name) => !was.has(name))];
}

/** How many of the names an event lists. */
function fitting(names: readonly string[]): number {
  let length = 0;
  const more = names.findIndex((name) => {
    length += name.length;
    return length > limits.eventNamesMax.value;
  });
  return more < 0 ? names.length : more;
}
