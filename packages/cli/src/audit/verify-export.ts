import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Verification } from '@licet/contract';
import {
  type AuditKey,
  type CheckpointParts,
  ExportCheck,
  type ExportedLine,
  reportOf,
  type VerifySignature,
} from '@licet/contract/audit-chain';
import { keepingAt } from '../backup/keeping-at.ts';
import { fileFault } from '../terminal.ts';
import { exportedLine } from './exported-line.ts';

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
  if (!/^s3:/i.test(place)) return keptIn(place);
  const { checkpointsAt } = await keepingAt(place);
  return checkpointsAt(place);
}

/** The checkpoints in a file, one a line. @throws Error if it cannot be read or contains none */
export function keptIn(file: string): string[] {
  const kept = textOf(file)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (kept.length > 0) return kept;
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

/** The public audit keys in a file. @throws Error if it has none */
export function keysIn(file: string): AuditKey[] {
  try {
    const { items } = JSON.parse(textOf(file)) as { items: AuditKey[] };
    return items.map(({ kid, publicKey }) => ({ kid, publicKey }));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new Error(`The file ${file} has no audit keys. Create it with: licet audit keys`);
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
