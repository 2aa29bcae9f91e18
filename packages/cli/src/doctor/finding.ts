/** Something that was examined, and its condition. */
export interface Finding {
  readonly what: string;
  /** Null if it could not be examined. */
  readonly well: boolean | null;
  /** What was found, or why nothing was. */
  readonly says: string;
  /** Why it matters and what to do next; empty if all is well. A finding that is well and has them is a warning. */
  readonly why: string;
  readonly next: string;
}

/** The text for a fault. */
export interface Amiss {
  readonly says?: string;
  readonly why: string;
  readonly next: string;
}

export const well = (what: string, says: string): Finding => ({ what, well: true, says, why: '', next: '' });

/** A finding that is well, unless there is a fault. */
export const unless = (amiss: boolean, what: string, says: string, given: Amiss): Finding =>
  amiss ? { what, well: false, says, ...given } : well(what, says);

/** A working configuration in which the operator should know what is missing. Does not change the exit code. */
export const warning = (what: string, says: string, given: Amiss): Finding => ({ what, well: true, says, ...given });

/** Something that could not be examined. */
export const unseen = (what: string, says: string, given: Amiss): Finding => ({ what, well: null, says, ...given });

/** The findings as text: one line each, and below a fault why it matters and what to do. */
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
