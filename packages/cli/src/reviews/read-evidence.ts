import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type AuditKey,
  type EvidenceHeader,
  type EvidenceRow,
  evidenceColumns,
  evidenceType,
} from '@licet/contract/audit-chain';
import { readCsv } from '../directory/csv-rows.ts';
import { fileFault } from '../file-fault.ts';

/** Evidence as it was read: what its signature names, and its rows. */
export interface Evidence {
  readonly header: EvidenceHeader;
  readonly rows: readonly EvidenceRow[];
}

/**
 * Reads evidence and the signature beside it.
 * @throws Error, in a sentence, when a file cannot be read, is no evidence, or was not signed by one of the keys
 */
export async function readEvidence(file: string, signature: string, keys: readonly AuditKey[]): Promise<Evidence> {
  const bytes = bytesOf(file);
  const header = headerOf(bytesOf(signature).toString('utf8').trim(), bytes, keys);
  if (!header)
    throw new Error(`FORGED. The signature ${signature} is not one of ${file} by an audit key of this Licet.`);
  const rows: EvidenceRow[] = [];
  for await (const fields of readCsv(once(bytes.toString('utf8')))) {
    const row = Object.fromEntries(evidenceColumns.map((column) => [column, String(fields[column] ?? '')]));
    rows.push(row as EvidenceRow);
  }
  return { header, rows };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** What a detached signature says, when it is one of the bytes by one of the keys. */
function headerOf(signature: string, file: Buffer, keys: readonly AuditKey[]): EvidenceHeader | undefined {
  const [said = '', middle, signed = ''] = signature.split('.');
  if (middle !== '') return undefined;
  try {
    const header: unknown = JSON.parse(Buffer.from(said, 'base64url').toString('utf8'));
    if (!isHeader(header)) return undefined;
    const key = keys.find(({ kid }) => kid === header.kid);
    const text = Buffer.from(`${said}.${file.toString('base64url')}`);
    const fits =
      key !== undefined &&
      verify(null, text, createPublicKey({ key: key.publicKey, format: 'jwk' }), Buffer.from(signed, 'base64url'));
    return fits ? header : undefined;
  } catch {
    return undefined;
  }
}

function isHeader(header: unknown): header is EvidenceHeader & { readonly alg: string; readonly typ: string } {
  if (typeof header !== 'object' || header === null) return false;
  const { alg, typ, kid, review, openedNo, closedNo } = header as Readonly<Record<string, unknown>>;
  return (
    alg === 'EdDSA' &&
    typ === evidenceType &&
    [kid, review].every((it) => typeof it === 'string') &&
    [openedNo, closedNo].every(Number.isSafeInteger)
  );
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw fileFault(file, error);
  }
}
