/** Returns the known name that is most similar; undefined if less than two thirds of the name would match. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [first] = known.map((it) => ({ it, slips: slipsBetween(name, it) })).sort((a, b) => a.slips - b.slips);
  return first && first.slips <= name.length / 3 ? first.it : undefined;
}

/** The number of letters to add, remove, replace or swap with a neighbour (Damerau 1964; optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const at = (up: number, left: number) =>
        (up === 0 ? line : (rows[row - up] ?? []))[column - left] ?? Number.POSITIVE_INFINITY;
      line.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + (same ? 0 : 1), swapped ? at(2, 2) + 1 : a.length));
    }
    rows.push(line);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
