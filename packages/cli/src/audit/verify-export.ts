import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Verification } from '@licet/contract';
import {
  type AuditKey,
  type ChainedChange,
  type CheckpointParts,
  ExportCheck,
  type ExportedLine,
  reportOf,
  type VerifySignature,
} from '@licet/contract/audit-chain';
import { keepingAt } from '../commands/backup.ts';
import { fileFault } from '../terminal.ts';

/** The files to verify; no server is needed. */
export interface ExportFiles {
  readonly file: string;
  readonly keys: string;
  readonly checkpoints: string | undefined;
  readonly onProgress?: (changes: number) => void;
}

/** @throws Error if a file cannot be read or is not an export */
export async function verifyExport({
  file,
  keys,
  checkpoints,
  onProgress = () => undefined,
}: ExportFiles): Promise<Extract<Verification, { report: unknown }>['report']> {
  const outside = await outsideAt(checkpoints);
  const parts: CheckpointParts = { keys: keysIn(keys), verify: verifySignature, sha256 };
  const check = new ExportCheck(parts, outside);
  let changes = 0;
  for await (const line of exportedLines(file)) {
    check.add(line);
    if ('change' in line && ++changes % 1000 === 0) onProgress(changes);
  }
  const { complete, ...found } = check.end();
  if (!complete) throw new Error(`The export ${file} is incomplete: its end is missing. Export it again.`);
  return reportOf(found, outside.length);
}

async function outsideAt(place: string | undefined): Promise<readonly string[]> {
  if (place === undefined) return [];
  if (!/^s3:/i.test(place)) return checkpointsIn(place);
  const { checkpointsAt } = await keepingAt(place);
  return checkpointsAt(place);
}

/** Returns the checkpoints in a file, one per line. @throws Error if the file cannot be read or contains none */
export function checkpointsIn(file: string): string[] {
  const checkpoints = textOf(file)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (checkpoints.length > 0) return checkpoints;
  throw new Error(`The file ${file} contains no checkpoint. Create one with: licet audit checkpoint`);
}

/**
 * The lines of an export.
 * @throws Error if the file cannot be read or is not an export
 */
export async function* exportedLines(file: string): AsyncGenerator<ExportedLine> {
  for await (const text of linesIn(file)) yield lineOf(file, text);
}

async function* linesIn(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file, 'utf8');
  const failed = new Promise<never>((_, reject) => stream.once('error', (error) => reject(fileFault(file, error))));
  failed.catch(() => undefined);
  await Promise.race([failed, new Promise((open) => stream.once('open', open))]);
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') yield line;
}

function lineOf(file: string, text: string): ExportedLine {
  const line = exportedLine(text);
  if (line) return line;
  throw new Error(`The file ${file} is not an export of the audit chain. Create one with: licet audit export`);
}

/** Returns the public audit keys in a file. @throws Error if the file contains none */
export function keysIn(file: string): AuditKey[] {
  try {
    const { items } = JSON.parse(textOf(file)) as { items: AuditKey[] };
    return items.map(({ kid, publicKey }) => ({ kid, publicKey }));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new Error(`The file ${file} contains no audit keys. Create it with: licet audit keys`);
    throw error;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw fileFault(file, error);
  }
}

const sha256: CheckpointParts['sha256'] = (bytes, text) =>
  createHash('sha256').update(bytes, 'hex').update(text).digest('hex');

export const verifySignature: VerifySignature = (key, text, signature) =>
  verify(null, Buffer.from(text), createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64url'));

/**
 * Parses a line of an export, or returns undefined if it is not valid. The checks are strict:
 * - Numbers must be JSON numbers and digests must be hexadecimal, because hashes cover the text of a value. Other
 * spellings could hide content.
 * - A line must have exactly one kind, so that every program reads it the same way.
 */
function exportedLine(text: string): ExportedLine | undefined {
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
/**
 * Whether a value can be the random bytes of a commitment: 16 bytes in hexadecimal. A longer salt could contain a part
 * of the values.
 */
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
