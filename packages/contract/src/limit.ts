/** A constant of the product: its value, its unit, why it is what it is, and where that comes from. */
export interface Limit {
  readonly value: number;
  readonly unit:
    | 'seconds'
    | 'code points'
    | 'bytes'
    | 'items'
    | 'mails'
    | 'milliseconds'
    | 'attempts'
    | 'KiB'
    | 'passes'
    | 'minutes'
    | 'days'
    | 'pixels';
  readonly reason: string;
  readonly source: string;
}

/** Writes one down. */
export const limit = <const L extends Limit>(entry: L): L => entry;
