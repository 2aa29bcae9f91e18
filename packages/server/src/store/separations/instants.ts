/** A part that is held from an instant until another, in microseconds since the epoch; null without an end. */
export type HeldPart = readonly [part: number, from: number, to: number | null];

/**
 * The first instant from `at` on at which a principal holds more parts than allowed, including one that they did not
 * hold then before: with `had` at that instant. What begins during an exception (until `let_`) is allowed beyond its
 * end. Undefined if there is none.
 */
export function firstExcess(
  held: readonly HeldPart[],
  had: readonly HeldPart[],
  atMost: number,
  at: number,
  let_: number | null,
): number | undefined {
  const turns = new Set([at]);
  for (const [, from, to] of [...held, ...had]) {
    if (from > at) turns.add(from);
    if (to !== null && to > at) turns.add(to);
  }
  let already: ReadonlySet<number> = none;
  for (const turn of [...turns].sort((a, b) => a - b)) {
    const now = partsAt(held, turn);
    if (now.size <= atMost || now.isSubsetOf(partsAt(had, turn))) {
      already = none;
      continue;
    }
    // What an exception allowed continues; a further part is new.
    if (!now.isSubsetOf(already) && !(let_ !== null && turn < let_)) return turn;
    already = now;
  }
  return undefined;
}

const none: ReadonlySet<number> = new Set();

const partsAt = (held: readonly HeldPart[], at: number): ReadonlySet<number> =>
  new Set(held.flatMap(([part, from, to]) => (from <= at && (to === null || at < to) ? [part] : [])));
