import type { ChainedChange, ExportedLine } from '@licet/contract/audit-chain';

/**
 * A line of an export; undefined for anything else. Hashes are over the text of a value, so a number that is written as
 * a text, or digits that are not hexadecimal, could hide what the file says. A line must be of exactly one kind, so
 * that every reader reads it the same way.
 */
export function exportedLine(text: string): ExportedLine | undefined {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(line)) return undefined;
  const [kind = '', ...others] = Object.keys(line);
  const fits = Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : undefined;
  return others.length === 0 && fits?.(line[kind]) ? (line as ExportedLine) : undefined;
}

type Fits = (value: unknown) => boolean;
const isText: Fits = (value) => typeof value === 'string';
const isWhole: Fits = (value) => Number.isSafeInteger(value);
const isHex: Fits = (value) => typeof value === 'string' && /^(?:[0-9a-f]{2})*$/.test(value);
/** The random bytes of a commitment: a longer salt could contain a part of the values. */
const isSalt: Fits = (value) => isHex(value) && String(value).length === 32;
const orNull =
  (fits: Fits): Fits =>
  (value) =>
    value === null || fits(value);

const change: { readonly [Field in keyof ChainedChange]: Fits } = {
  no: isWhole,
  at: isText,
  actorKind: isText,
  actorId: orNull(isText),
  actorName: isText,
  action: isText,
  application: orNull(isText),
  targetKind: isText,
  targetId: isText,
  targetName: isText,
  before: isText,
  after: isText,
  version: isWhole,
  factsFrom: orNull(isWhole),
  opened: orNull(isWhole),
  closed: orNull(isWhole),
  facts: orNull(isHex),
  previousHash: isHex,
  hash: isHex,
  salt: orNull(isSalt),
  committed: orNull(isHex),
};

const kinds: { readonly [Kind in Keys<ExportedLine>]: Fits } = {
  checkpoint: isText,
  erasure: isText,
  fact: (value) => Array.isArray(value) && isFact(value),
  change: (value) => isRecord(value) && Object.entries(change).every(([field, fits]) => fits(value[field])),
  end: (value) => isRecord(value) && isWhole(value.changes),
};
type Keys<Union> = Union extends unknown ? keyof Union : never;

function isFact([no, opened, line, ...personal]: readonly unknown[]): boolean {
  if (!isWhole(no) || (opened !== 0 && opened !== 1) || !isText(line)) return false;
  const [salt, text] = personal;
  return personal.length === 0 || (personal.length === 2 && isSalt(salt) && isText(text));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
