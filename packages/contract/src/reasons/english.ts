import type { Kinds, Reason, ValuesOf, Writer } from './reason.ts';

/** Writes the English sentence of a reason. */
export const inEnglish = <K extends Kinds>({ english }: Reason<K>, values: ValuesOf<K>): string =>
  english(values, writer);

const writer: Writer = {
  application: (key) => key ?? 'an application that you may not see',
  count: (value) => digits.format(value),
  seconds(value) {
    const [unit, length] = units.find(([, size]) => value % size === 0) ?? ['second', 1];
    return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(value / length);
  },
  instant: (at) => at,
  names: (names) => list.format(names),
};
// Made once: a request can hold thousands of faults.
const digits = new Intl.NumberFormat('en');
const list = new Intl.ListFormat('en');
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
