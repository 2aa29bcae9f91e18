/** Indexes of the rows and columns, in an order that puts similar rows and similar columns next to each other. */
export interface Likeness {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/**
 * The columns of each row: `columns.subarray(from[row], from[row + 1])`. Two flat arrays hold them, because there can
 * be millions.
 */
export interface Ticks {
  readonly from: Uint32Array;
  readonly columns: Uint32Array;
}

/** The number of columns that a row has. */
export const countOf = ({ from }: Ticks, row: number): number => (from[row + 1] ?? 0) - (from[row] ?? 0);

/**
 * Collects the columns of all rows.
 * @param each calls `tick` with each column of a row
 */
export function ticksOf(rows: number, each: (row: number, tick: (column: number) => void) => void): Ticks {
  const from = new Uint32Array(rows + 1);
  let columns = new Uint32Array(1024);
  let count = 0;
  const tick = (column: number) => {
    if (count === columns.length) {
      const twice = new Uint32Array(2 * count);
      twice.set(columns);
      columns = twice;
    }
    columns[count] = column;
    count += 1;
  };
  for (let row = 0; row < rows; row += 1) {
    each(row, tick);
    from[row + 1] = count;
  }
  return { from, columns: columns.subarray(0, count) };
}

// The maximum product of rounds and ticks. It limits the duration to about 0.1 s.
const STEPS = 20_000_000;
const MOST_ROUNDS = 40;
const LEAST_ROUNDS = 4;

/**
 * Orders both axes by reciprocal averaging (Hill 1973, Journal of Ecology 61). In each round, a row gets the average
 * score of its columns, and then a column gets the average score of its rows. After several rounds, similar rows and
 * similar columns have similar scores. Rows and columns without a tick come last.
 */
export function byLikeness(ticks: Ticks, columns: number): Likeness {
  const rows = ticks.from.length - 1;
  const total = ticks.columns.length;
  const rounds = Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(STEPS / Math.max(1, total))));
  const inColumn = new Float64Array(columns);
  for (const column of ticks.columns) inColumn[column] = (inColumn[column] ?? 0) + 1;
  const ofRow = new Float64Array(rows);
  let ofColumn = Float64Array.from({ length: columns }, (_, column) => column / Math.max(1, columns - 1));
  for (let round = 0; round < rounds; round += 1) {
    centre(ofColumn, inColumn, total);
    const next = new Float64Array(columns);
    for (let row = 0; row < rows; row += 1) {
      const [start, end] = [ticks.from[row] ?? 0, ticks.from[row + 1] ?? 0];
      let sum = 0;
      for (let at = start; at < end; at += 1) sum += ofColumn[ticks.columns[at] ?? 0] ?? 0;
      const mean = end > start ? sum / (end - start) : 0;
      ofRow[row] = mean;
      for (let at = start; at < end; at += 1) {
        const column = ticks.columns[at] ?? 0;
        next[column] = (next[column] ?? 0) + mean;
      }
    }
    for (const [column, count] of inColumn.entries()) if (count > 0) next[column] = (next[column] ?? 0) / count;
    ofColumn = next;
  }
  return {
    rows: ordered(ofRow, (row) => countOf(ticks, row) > 0),
    columns: ordered(ofColumn, (column) => (inColumn[column] ?? 0) > 0),
  };
}

/** Subtracts the weighted mean, and rescales the scores so that they do not shrink to zero. */
function centre(scores: Float64Array, weights: Float64Array, total: number): void {
  if (total === 0) return;
  let mean = 0;
  for (const [place, score] of scores.entries()) mean += (score * (weights[place] ?? 0)) / total;
  let spread = 0;
  for (const [place, score] of scores.entries()) spread += ((score - mean) ** 2 * (weights[place] ?? 0)) / total;
  const scale = spread > 0 ? 1 / Math.sqrt(spread) : 1;
  for (const [place, score] of scores.entries()) scores[place] = (score - mean) * scale;
}

function ordered(scores: Float64Array, counts: (place: number) => boolean): number[] {
  // Round the scores: sums of equal numbers in a different order differ in the last digits.
  const rounded = Array.from(scores, (score) => Math.round(score * 1e6));
  const place = (one: number) => (counts(one) ? 0 : 1);
  return rounded
    .map((_, index) => index)
    .sort((one, other) => place(one) - place(other) || (rounded[one] ?? 0) - (rounded[other] ?? 0) || one - other);
}
