/**
 * So many rows are written by one statement. More take longer than any statement may (`statement_timeout`) on a machine that is
 * slow or busy: measured were 200 microseconds a grant on a busy one.
 */
export const rowsAtOnce = 10_000;

/** The parts of so many rows, one after another. */
export function* partsOf(total: number): Generator<{ readonly from: number; readonly to: number }> {
  for (let from = 0; from < total; from += rowsAtOnce) yield { from, to: Math.min(total, from + rowsAtOnce) };
}
