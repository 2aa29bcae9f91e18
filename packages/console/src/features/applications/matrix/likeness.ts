/** The order in which similar rows stand together, and similar columns: places among those given. */
export interface Likeness {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

// So many steps over all ticks are a tenth of a second.
const STEPS = 20_000_000;
const MOST_ROUNDS = 40;
const LEAST_ROUNDS = 4;

/**
 * Orders both axes by reciprocal averaging (Hill 1973, Journal of Ecology 61): a row stands where its columns do on average, and a column where its
 * rows do; repeated, what is alike comes together. Rows and columns without a tick come last.
 * @param ticks the columns of each row
 */
export function byLikeness(ticks: readonly (readonly number[])[], columns: number): Likeness {
  const total = ticks.reduce((sum, row) => sum + row.length, 0);
  const rounds = Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(STEPS / Math.max(1, total))));
  const inColumn = new Float64Array(columns);
  for (const row of ticks) for (const column of row) inColumn[column] = (inColumn[column] ?? 0) + 1;
  const ofRow = new Float64Array(ticks.length);
  let ofColumn = Float64Array.from({ length: columns }, (_, column) => column / Math.max(1, columns - 1));
  for (let round = 0; round < rounds; round += 1) {
    centre(ofColumn, inColumn, total);
    const next = new Float64Array(columns);
    for (const [place, row] of ticks.entries()) {
      let sum = 0;
      for (const column of row) sum += ofColumn[column] ?? 0;
      const mean = row.length > 0 ? sum / row.length : 0;
      ofRow[place] = mean;
      for (const column of row) next[column] = (next[column] ?? 0) + mean;
    }
    for (const [column, count] of inColumn.entries()) if (count > 0) next[column] = (next[column] ?? 0) / count;
    ofColumn = next;
  }
  return {
    rows: ordered(ofRow, (row) => (ticks[row]?.length ?? 0) > 0),
    columns: ordered(ofColumn, (column) => (inColumn[column] ?? 0) > 0),
  };
}

/** Takes away what all have in common, and keeps the scores from shrinking to nothing. */
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
  // Sums of the same numbers in another order differ in their last digits.
  const rounded = Array.from(scores, (score) => Math.round(score * 1e6));
  const place = (one: number) => (counts(one) ? 0 : 1);
  return rounded
    .map((_, index) => index)
    .sort((one, other) => place(one) - place(other) || (rounded[one] ?? 0) - (rounded[other] ?? 0) || one - other);
}
