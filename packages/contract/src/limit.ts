/** A constant of the product, with its unit, the reason for its value, and its source. */
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

export const limit = <const L extends Limit>(entry: L): L => entry;
