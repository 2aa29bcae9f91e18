/**
 * The distance between the lines of an axis: 5, then 25, 50, 250, 500 and so on. Each side of zero has at most five
 * lines.
 */
function unitOf(most: number): number {
  if (most <= 10) return 5;
  let unit = 25;
  for (let doubles = true; most > 5 * unit; doubles = !doubles) unit *= doubles ? 2 : 5;
  return unit;
}

/** An axis around zero. */
export interface Axis {
  /** The value at the upper end. */
  readonly top: number;
  /** The value at the lower end, as a positive number. 0 if nothing is below zero. */
  readonly bottom: number;
}

/**
 * The axis of bars above and below zero. The larger side chooses the unit for both, and each side ends at the next
 * line, so that a side with little to show takes little height.
 */
export function axisOf(above: readonly number[], below: readonly number[]): Axis {
  const [up, down] = [Math.max(0, ...above), Math.max(0, ...below)];
  const unit = unitOf(Math.max(up, down));
  const ceiling = (value: number) => Math.ceil(value / unit) * unit;
  return { top: ceiling(up) || (down > 0 ? 0 : unit), bottom: ceiling(down) };
}

const PEAK_TIMES = 3;

/**
 * The largest sum that the axis must show. A single day with more than three times as much as every other day is capped
 * and drawn with a break, because otherwise it would flatten all others.
 */
export function peakLimit(sums: readonly number[]): number {
  const [first = 0, second = 0] = sums.toSorted((one, other) => other - one);
  return second > 0 && first > PEAK_TIMES * second ? second : first;
}
