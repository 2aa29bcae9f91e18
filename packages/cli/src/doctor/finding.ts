/** What was looked at, and how it stands. */
export interface Finding {
  readonly what: string;
  readonly well: boolean;
  /** What was seen. */
  readonly says: string;
  /** Why it matters that it is amiss, and what to do next; empty where all is well. */
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

/** As a person reads them: a line each, and below what is amiss why it matters and what to do. */
export function textOf(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ what, well: fine, says, why, next }) => [
      `${fine ? 'well ' : 'AMISS'}  ${what.padEnd(12)} ${says}`,
      ...(fine ? [] : [`       ${''.padEnd(12)} Why: ${why}`, `       ${''.padEnd(12)} Next: ${next}`]),
    ])
    .join('\n');
}
