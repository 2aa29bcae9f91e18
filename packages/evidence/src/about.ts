/** The languages of the pages. */
export type EvidenceLanguage = 'en' | 'de';

/**
 * The version of the layout. It is raised whenever the same evidence gives other pages, so that a later version does
 * not report pages of this one as forged; `render.test.ts` detects that.
 */
export const evidenceLayout = 4;

/**
 * The content of the pages besides the lines of the CSV: the review at the time of rendering. Instants are ISO 8601
 * in UTC.
 */
export interface EvidenceAbout {
  readonly layout: number;
  readonly language: EvidenceLanguage;
  /** The public address of the Licet that created them. */
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
  /** The reviewers by name; null for the owners of each line's application. */
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
  /** The digests in the audit chain, of the opening and of the closing. The second is the digest of the plan that the closing applied. */
  readonly linesDigest: string;
  readonly decisionsDigest: string;
  /**
   * The checkpoint of the chain behind the pages: its newest change, that change's hash, and the checkpoint as signed.
   */
  readonly checkpoint: {
    readonly sequence: number;
    readonly no: number;
    readonly hash: string;
    readonly at: string;
    readonly signed: string;
  };
  /** The audit key that signs. */
  readonly kid: string;
  readonly madeAt: string;
}
