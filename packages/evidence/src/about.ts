export type EvidenceLanguage = 'en' | 'de';

/**
 * The version of the layout. Raise it whenever the same evidence produces different pages. Otherwise, a later version
 * of Licet would report pages of this version as forged. `render.test.ts` detects such a change.
 */
export const evidenceLayout = 4;

/**
 * All content of the pages except the rows of the CSV: the review at the time of rendering. Times are in ISO 8601, in
 * UTC.
 */
export interface EvidenceAbout {
  readonly layout: number;
  readonly language: EvidenceLanguage;
  /** The public URL of the Licet that created the pages. */
  readonly issuer: string;
  readonly organisation: string;
  readonly review: string;
  readonly name: string;
  readonly scope: {
    readonly kind: 'application' | 'role' | 'group' | 'filter';
    readonly application: string | null;
    readonly role: string | null;
    readonly permission: string | null;
    readonly group: string | null;
    readonly principal: string | null;
    readonly q: string | null;
  };
  /** The reviewers' names. Null means the owners of each row's application. */
  readonly reviewers: readonly string[] | null;
  readonly fallback: string | null;
  readonly undecided: 'keep' | 'revoke';
  readonly openedAt: string;
  readonly openedBy: string;
  readonly openedNo: number;
  readonly endsAt: string;
  readonly closedAt: string;
  readonly closedBy: string;
  readonly closedNo: number;
  /** The digest in the audit event that opened the review. */
  readonly linesDigest: string;
  /** The digest in the audit event that closed the review. It is the digest of the applied plan. */
  readonly decisionsDigest: string;
  /**
   * The checkpoint of the audit chain at the time of rendering. It contains the newest change, the hash of that
   * change, and the signed checkpoint.
   */
  readonly checkpoint: {
    readonly sequence: number;
    readonly no: number;
    readonly hash: string;
    readonly at: string;
    readonly signed: string;
  };
  /** The id of the audit key that signs. */
  readonly kid: string;
  readonly madeAt: string;
}
