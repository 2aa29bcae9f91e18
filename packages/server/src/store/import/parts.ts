/**
 * The number of rows that one statement writes. More would exceed `statement_timeout` on a slow or busy machine: a
 * grant took up to 200 µs on a busy one.
 */
export const rowsAtOnce = 10_000;

/** The parts of so many rows, one after another. */
export function* partsOf(total: number): Generator<{ readonly from: number; readonly to: number }> {
  for (let from = 0; from < total; from += rowsAtOnce) yield { from, to: Math.min(total, from + rowsAtOnce) };
}
