import { createHash } from 'node:crypto';
import type { AuditKey } from '@licet/contract/audit-chain';
import { EvidenceCheck, ExportCheck, type ExportedLine } from '@licet/contract/audit-chain';
import { verifySignature } from '../audit/verify-export.ts';
import type { Evidence } from './read-evidence.ts';

/** The result: the differences, one sentence each, and whether the pages of a PDF were compared. */
export interface Verified {
  readonly faults: readonly string[];
  /** Null if there are no pages, or another version laid them out. */
  readonly pages: 'compared' | null;
}

/**
 * Compares evidence with the chain, which is verified too: every figure is recounted from the lines, and each revoked
 * line is traced to its change. Pages are rendered again from their attachments, and the chain is compared with their
 * checkpoint.
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
  const beside = about && new AboutCheck(about, header);
  for await (const line of chain) {
    whole.add(line);
    if (!('change' in line)) continue;
    check.add(line.change);
    beside?.add(line.change);
  }
  const { broken, complete } = whole.end();
  const only = (fault: string): Verified => ({ faults: [fault], pages: null });
  if (!complete) return only('The export of the chain is not complete: its end is missing. Make it anew.');
  if (broken) return only(`The chain itself is broken at change ${broken.no}. “licet audit verify” says how.`);
  const faults = [...check.faults(sha256), ...(beside?.faults() ?? [])];
  const fit = pdf && (await pagesFit(pdf.file, pdf.attached, pdf.seal));
  if (fit === false) faults.push('The pages are not those that the CSV gives which is attached to them.');
  return { faults, pages: fit === undefined ? null : 'compared' };
}

const sha256 = (bytes: string, text: string) => createHash('sha256').update(bytes, 'hex').update(text).digest('hex');
