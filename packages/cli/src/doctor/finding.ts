/** What was looked at, and how it stands. */
export interface Finding {
  readonly what: string;
  /** Null when it could not be looked at. */
  readonly well: boolean | null;
  /** What was seen, or why nothing was. */
  readonly says: string;
  /** Why it matters and what to do next; empty where all is well. A finding that is well and has them is a warning. */
  readonly why: string;
  readonly next: string;
}

/** What is to be said of it when it is amiss. */
export interface Amiss {
  readonly says?: string;
  readonly why: string;
  readonly next: string;
}

export const well = (what: string, says: string): Finding => ({ what, well: true, says, why: '', next: '' });

/** Well, unless something is amiss. */
export const unless = (amiss: boolean, what: string, says: string, given: Amiss): Finding =>
  amiss ? { what, well: false, says, ...given } : well(what, says);

/** Works as it is set up, but the operator should know what is missing. Does not change the exit code. */
export const warning = (what: string, says: string, given: Amiss): Finding => ({ what, well: true, says, ...given });

/** It could not be looked at. */
export const unseen = (what: string, says: string, given: Amiss): Finding => ({ what, well: null, says, ...given });

/** In readable form: a line each, and below a failed one why it matters and what to do. */
export function textOf(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ what, well: fine, says, why, next }) => [
      `${sign(fine, why)} ${what.padEnd(12)} ${says}`,
      ...(why === '' ? [] : [`       ${''.padEnd(12)} Why: ${why}`, `       ${''.padEnd(12)} Next: ${next}`]),
    ])
    .join('\n');
}

/** 0 if all is well, 1 if something failed, 3 if nothing failed but some could not be checked. */
export function exitCodeOf(findings: readonly Finding[]): number {
  if (findings.some((it) => it.well === false)) return 1;
  return findings.every((it) => it.well === true) ? 0 : 3;
}

const sign = (fine: boolean | null, why: string) =>
  fine === null ? 'unseen' : !fine ? 'AMISS ' : why === '' ? 'well  ' : 'warn  ';
