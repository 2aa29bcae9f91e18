import type { ChainedChange, Sha256 } from './hashes.ts';

/**
 * The columns of a review's evidence as CSV. The columns of the line come first, then those of its decision and its
 * outcome, and finally columns for human readers.
 */
export const evidenceColumns = [
  'line',
  'kind',
  'application',
  'grant',
  'group',
  'no',
  'holder kind',
  'holder',
  'role',
  'permission',
  'ends',
  'state',
  'decided by',
  'decided at',
  'shorten to',
  'outcome',
  'change',
  'name',
  'username',
  'access',
  'since',
  'given by',
  'reason',
  'people',
  'last exercised',
  'reported since',
  'suggested',
  'decided by name',
  'decided with others',
  'note',
] as const;

/** A row of evidence. Missing values are empty strings. */
export type EvidenceRow = Readonly<Record<(typeof evidenceColumns)[number], string>>;

/** The header of the evidence signature, besides the key: the review, and the changes that opened and closed it. */
export interface EvidenceHeader {
  readonly kid: string;
  readonly review: string;
  readonly openedNo: number;
  readonly closedNo: number;
}

/** The `typ` of an evidence signature (RFC 8725 section 3.11). */
export const evidenceType = 'licet-review+jws';

/**
 * The `typ` of the seal of an evidence PDF. The seal has the header of an evidence signature, and the digest of the
 * file as its payload.
 */
export const evidenceSealType = 'licet-review-pdf+jws';

const numbers = new Set<string>(['line', 'no']);
const lineColumns = evidenceColumns.slice(0, 11);
const decisionColumns = ['line', ...evidenceColumns.slice(11, 15)] as const;

/**
 * Returns the text whose hash the chain contains: one JSON row per line, in the same format as `digestOfRows` of the
 * server.
 */
const hashedLines = (rows: readonly EvidenceRow[], columns: readonly (keyof EvidenceRow)[]) =>
  rows
    .map((row) => {
      const values = columns.map((column) =>
        row[column] === '' ? null : numbers.has(column) ? Number(row[column]) : row[column],
      );
      return `${JSON.stringify(values)}\n`;
    })
    .join('');

/** Collects the changes of a review while the chain is read, and then compares the evidence with them. */
export class EvidenceCheck {
  readonly #header: EvidenceHeader;
  readonly #rows: readonly EvidenceRow[];
  readonly #changeNumbers: ReadonlySet<number>;
  readonly #changes = new Map<number, ChainedChange>();

  constructor(header: EvidenceHeader, rows: readonly EvidenceRow[]) {
    this.#header = header;
    this.#rows = rows;
    const done = rows.flatMap(({ change }) => (change === '' ? [] : [Number(change)]));
    this.#changeNumbers = new Set([header.openedNo, header.closedNo, ...done]);
  }

  /** Adds a change of the chain. The order does not matter. */
  add(change: ChainedChange): void {
    if (this.#changeNumbers.has(change.no)) this.#changes.set(change.no, change);
  }

  /** Returns the differences, one sentence each. Empty if all figures match the chain. */
  faults(sha256: Sha256): string[] {
    const { review, openedNo, closedNo } = this.#header;
    const opened = this.#afterOf(openedNo, 'review.opened', review);
    const closed = this.#afterOf(closedNo, 'review.closed', review);
    if (!opened) return [`The chain has no opening of the review ${review} by change ${openedNo}.`];
    if (!closed) return [`The chain has no closing of the review ${review} by change ${closedNo}.`];
    const digest = (columns: readonly (keyof EvidenceRow)[]) => sha256('', hashedLines(this.#rows, columns));
    const faults: string[] = [];
    const compare = (what: string, inEvidence: unknown, onChain: unknown) => {
      if (inEvidence !== onChain) faults.push(`${what}: the evidence has ${inEvidence}, the chain ${onChain}.`);
    };
    compare('The number of lines', this.#rows.length, opened.lines);
    compare('The digest of the lines', digest(lineColumns), opened.linesDigest);
    compare('The digest of the decisions', digest(decisionColumns), closed.decisionsDigest);
    const count = (outcome: string) => this.#rows.filter((row) => row.outcome === outcome).length;
    for (const outcome of ['revoked', 'shortened', 'gone'] as const)
      compare(`Lines that were ${outcome}`, count(outcome), closed[outcome]);
    compare('Lines that nobody decided', this.#rows.filter(isUndecided).length, closed.undecided);
    for (const row of this.#rows) faults.push(...this.#faultsOf(row, String(closed.rule)));
    return faults;
  }

  /**
   * Returns the faults of a line's outcome, one sentence each. The outcome must match the decision, and the chain must
   * contain the change that made it.
   */
  #faultsOf(row: EvidenceRow, rule: string): string[] {
    const { line, state, outcome, change, grant, group } = row;
    const expected = isUndecided(row) ? (rule === 'keep' ? 'kept' : 'revoked') : state;
    const fits: Readonly<Record<string, readonly string[]>> = {
      kept: ['kept'],
      revoked: ['revoked', 'gone'],
      shortened: ['shortened', 'revoked', 'gone'],
    };
    if (!fits[expected]?.includes(outcome)) return [`Line ${line}: “${outcome}” does not follow from “${state}”.`];
    if (outcome !== 'revoked' && outcome !== 'shortened')
      return change === '' ? [] : [`Line ${line}: it names change ${change}, and nothing was changed.`];
    const action = group !== '' ? 'group.member_removed' : outcome === 'revoked' ? 'grant.revoked' : 'grant.changed';
    const found = this.#changes.get(Number(change));
    if (found?.action === action && found.targetId === (group !== '' ? group : grant)) return [];
    return [`Line ${line}: the chain does not say by change ${change} that it was ${outcome}.`];
  }

  #afterOf(no: number, action: string, review: string): Readonly<Record<string, unknown>> | undefined {
    const change = this.#changes.get(no);
    if (change?.action !== action || change.targetId !== review) return undefined;
    const after: unknown = JSON.parse(change.after);
    return typeof after === 'object' && after !== null ? (after as Record<string, unknown>) : undefined;
  }
}

const isUndecided = ({ state }: EvidenceRow) => state === 'pending' || state === 'handed on';
