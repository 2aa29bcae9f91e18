import type { EvidenceRow } from '@licet/contract/audit-chain';

export interface Decided {
  kept: number;
  revoked: number;
  shortened: number;
}

/** The figures of a review, counted from its rows. */
export interface Figures extends Decided {
  lines: number;
  handedOn: number;
  pending: number;
  /** The number of rows by outcome. */
  readonly outcomes: { kept: number; revoked: number; shortened: number; gone: number };
  /** The figures of each reviewer, in order of first appearance. */
  readonly reviewers: Map<string, Decided & { readonly name: string; lines: number; together: number }>;
  /** The number of changes that revoked or shortened access. `first` and `last` are change numbers. */
  readonly changes: { count: number; first: number; last: number };
}

export function noFigures(): Figures {
  const outcomes = { kept: 0, revoked: 0, shortened: 0, gone: 0 };
  const changes = { count: 0, first: 0, last: 0 };
  return {
    lines: 0,
    kept: 0,
    revoked: 0,
    shortened: 0,
    handedOn: 0,
    pending: 0,
    outcomes,
    reviewers: new Map(),
    changes,
  };
}

export function addTo(figures: Figures, row: EvidenceRow): void {
  figures.lines += 1;
  const { state, outcome, change } = row;
  if (state === 'kept' || state === 'revoked' || state === 'shortened') {
    figures[state] += 1;
    const id = row['decided by'];
    const known = figures.reviewers.get(id);
    const of = known ?? { name: row['decided by name'], lines: 0, kept: 0, revoked: 0, shortened: 0, together: 0 };
    if (!known) figures.reviewers.set(id, of);
    of.lines += 1;
    of[state] += 1;
    of.together = Math.max(of.together, 1 + Number(row['decided with others']));
  } else if (state === 'handed on') figures.handedOn += 1;
  else figures.pending += 1;
  if (outcome === 'kept' || outcome === 'revoked' || outcome === 'shortened' || outcome === 'gone')
    figures.outcomes[outcome] += 1;
  if (change === '') return;
  const no = Number(change);
  const { changes } = figures;
  changes.first = changes.count === 0 ? no : Math.min(changes.first, no);
  changes.last = Math.max(changes.last, no);
  changes.count += 1;
}
