import { createHash } from 'node:crypto';
import type { AuditKey } from '@licet/contract/audit-chain';
import { EvidenceCheck, ExportCheck, type ExportedLine } from '@licet/contract/audit-chain';
import { verifySignature } from '../audit/verify-export.ts';
import type { Evidence } from './read-evidence.ts';

/**
 * Holds evidence to the chain, which is verified as well: every figure is counted anew from its lines, and each line that was taken away to the change
 * that did it. Answers what does not fit, a sentence each.
 * @param chain the lines of an export of the chain
 */
export async function verifyEvidence(
  { header, rows }: Evidence,
  chain: AsyncIterable<ExportedLine>,
  keys: readonly AuditKey[],
): Promise<string[]> {
  const whole = new ExportCheck({ keys: [...keys], verify: verifySignature, sha256 });
  const check = new EvidenceCheck(header, rows);
  for await (const line of chain) {
    whole.add(line);
    if ('change' in line) check.add(line.change);
  }
  const { broken, complete } = whole.end();
  if (!complete) return ['The export of the chain is not complete: its end is missing. Make it anew.'];
  if (broken) return [`The chain itself is broken at change ${broken.no}. “licet audit verify” says how.`];
  return check.faults(sha256);
}

const sha256 = (bytes: string, text: string) => createHash('sha256').update(bytes, 'hex').update(text).digest('hex');
