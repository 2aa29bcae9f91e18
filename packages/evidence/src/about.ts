/** In which languages pages are written. */
export type EvidenceLanguage = 'en' | 'de';

/**
 * How pages are laid out. It is raised whenever the same evidence gives other pages, so that a later version does not take pages of this one for
 * forged; `render.test.ts` tells when that is.
 */
export const evidenceLayout = 4;

/** What the pages say beside the lines of the CSV: the review as it stood when they were made. Instants are ISO 8601 in UTC. */
export interface EvidenceAbout {
  readonly layout: number;
  readonly language: EvidenceLanguage;
  /** The public address of the Licet that made them. */
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
  /** Those who decide by name; null where it is the owners of each line's application. */
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
  /** As the opening and the closing put them on the audit chain; the second is that of the plan which closing applied. */
  readonly linesDigest: string;
  readonly decisionsDigest: string;
  /** The checkpoint of the chain that they stand on: the change that was its newest, that one's hash, and the checkpoint as it was signed. */
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
