import { sign } from 'node:crypto';
import { type EvidenceHeader, evidenceSealType, evidenceType } from '@licet/contract/audit-chain';
import type { SigningAuditKey } from './audit-keys.ts';

/** The detached signature of a file (RFC 7515 appendix F), by EdDSA (RFC 8037 section 3.1): its middle part, the file, is left out. */
export function signEvidence(
  file: Buffer,
  header: Omit<EvidenceHeader, 'kid'>,
  { kid, privateKey }: SigningAuditKey,
): string {
  const said = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ: evidenceType, kid, ...header })).toString('base64url');
  const signed = Buffer.from(`${said}.${file.toString('base64url')}`);
  return `${said}..${sign(null, signed, privateKey).toString('base64url')}`;
}

/** The seal of evidence as a PDF: a compact JWS with the digest of the file. */
export function signSeal(
  said: { readonly sha256: string },
  header: Omit<EvidenceHeader, 'kid'>,
  { kid, privateKey }: SigningAuditKey,
): string {
  const text = [{ alg: 'EdDSA', typ: evidenceSealType, kid, ...header }, said]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
}
