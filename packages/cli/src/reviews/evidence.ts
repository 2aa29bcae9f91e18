import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type AuditKey,
  EvidenceCheck,
  type EvidenceHeader,
  type EvidenceRow,
  ExportCheck,
  type ExportedLine,
  evidenceSealType,
  evidenceType,
} from '@licet/contract/audit-chain';
import type { AttachedEvidence } from '@licet/evidence';
import { verifySignature } from '../audit/verify-export.ts';
import { fileFault } from '../terminal.ts';

/** Parsed evidence: the header of its signature, its rows, and its PDF. */
interface Evidence {
  readonly header: EvidenceHeader;
  readonly rows: readonly EvidenceRow[];
  readonly pdf?: { readonly file: Buffer; readonly seal: string; readonly attached: AttachedEvidence };
}

/**
 * Reads evidence: a PDF with its attachments, or a CSV file and its signature.
 * @throws Error if a file cannot be read, is not evidence, or was not signed by one of the keys
 */
export async function readEvidence(file: string, signature: string, keys: readonly AuditKey[]): Promise<Evidence> {
  const { evidenceIn, evidenceRowsIn, sealOf } = await import('@licet/evidence');
  const bytes = bytesOf(file);
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') {
    const header = headerOf(bytesOf(signature).toString('utf8').trim(), bytes, keys);
    if (!header)
      throw new Error(
        `FORGED. The signature ${signature} does not match ${file}, or no audit key of this Licet made it.`,
      );
    return { header, rows: [...evidenceRowsIn(bytes)] };
  }
  const found = sealOf(bytes);
  const sealed = found && sealedHeader(found.seal, found.sha256, keys);
  if (!found || !sealed)
    throw new Error(
      `FORGED. ${file} is not as an audit key of this Licet sealed it. If a program saved it again, extract the attached CSV and its signature, and verify those.`,
    );
  const attached = evidenceIn(bytes);
  const header = headerOf(attached.signature, attached.csv, keys);
  if (!header || header.review !== sealed.review)
    throw new Error(
      `FORGED. The signature attached to ${file} does not match the attached CSV, or belongs to another review.`,
    );
  return { header, rows: [...evidenceRowsIn(attached.csv)], pdf: { file: bytes, seal: found.seal, attached } };
}

/** Returns the header of a PDF's seal; undefined unless one of the keys signed it for this digest. */
function sealedHeader(seal: string, sha256: string, keys: readonly AuditKey[]): EvidenceHeader | undefined {
  const [encodedHeader = '', payload = '', signed = '', ...more] = seal.split('.');
  if (more.length > 0) return undefined;
  const header = signedHeader(encodedHeader, `${encodedHeader}.${payload}`, signed, evidenceSealType, keys);
  return header && jsonIn(payload)?.sha256 === sha256 ? header : undefined;
}

/** Returns the header of a detached signature; undefined unless one of the keys signed the file. */
function headerOf(signature: string, file: Buffer, keys: readonly AuditKey[]): EvidenceHeader | undefined {
  const [encodedHeader = '', middle, signed = ''] = signature.split('.');
  if (middle !== '') return undefined;
  return signedHeader(encodedHeader, `${encodedHeader}.${file.toString('base64url')}`, signed, evidenceType, keys);
}

/** Returns the header of a JWS (RFC 7515); undefined unless one of the keys signed the text. */
function signedHeader(
  encodedHeader: string,
  text: string,
  signature: string,
  type: string,
  keys: readonly AuditKey[],
): EvidenceHeader | undefined {
  const header = jsonIn(encodedHeader);
  if (!isHeader(header, type)) return undefined;
  const key = keys.find(({ kid }) => kid === header.kid);
  return key && verifySignature(key.publicKey, text, signature) ? header : undefined;
}

/** Decodes a part of a JWS; undefined if it is not a JSON object. */
function jsonIn(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isHeader(
  header: Readonly<Record<string, unknown>> | undefined,
  type: string,
): header is Readonly<Record<string, unknown>> & EvidenceHeader {
  if (!header) return false;
  const { alg, typ, kid, review, openedNo, closedNo } = header;
  return (
    alg === 'EdDSA' &&
    typ === type &&
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

/** The result: one sentence per difference, and whether the pages of the PDF were compared. */
interface Verified {
  readonly faults: readonly string[];
  /** Null for CSV evidence, and if another version of Licet rendered the pages. */
  readonly pages: 'compared' | null;
}

/**
 * Verifies the chain, and compares evidence with it:
 * - Every figure is counted again from the lines.
 * - Each revoked line must have its change in the chain.
 * - The pages of a PDF are rendered again from the attachments and compared.
 * - The chain must match the checkpoint in a PDF.
 * @param chain the lines of an export of the chain
 */
export async function verifyEvidence(
  { header, rows, pdf }: Evidence,
  chain: AsyncIterable<ExportedLine>,
  keys: readonly AuditKey[],
): Promise<Verified> {
  const { AboutCheck, pagesFit } = await import('@licet/evidence');
  const about = pdf?.attached.about;
  const outside = about ? [about.checkpoint.signed] : [];
  const whole = new ExportCheck({ keys: [...keys], verify: verifySignature, sha256 }, outside);
  const check = new EvidenceCheck(header, rows);
  const aboutCheck = about && new AboutCheck(about, header);
  for await (const line of chain) {
    whole.add(line);
    if (!('change' in line)) continue;
    check.add(line.change);
    aboutCheck?.add(line.change);
  }
  const { broken, complete } = whole.end();
  const only = (fault: string): Verified => ({ faults: [fault], pages: null });
  if (!complete) return only('The export of the audit chain is incomplete: its end is missing. Export it again.');
  if (broken) return only(`The audit chain is broken at change ${broken.no}. Run “licet audit verify” for details.`);
  const faults = [...check.faults(sha256), ...(aboutCheck?.faults() ?? [])];
  const fit = pdf && (await pagesFit(pdf.file, pdf.attached, pdf.seal));
  if (fit === false) faults.push('The pages do not match the attached CSV.');
  return { faults, pages: fit === undefined ? null : 'compared' };
}

const sha256 = (bytes: string, text: string) => createHash('sha256').update(bytes, 'hex').update(text).digest('hex');
