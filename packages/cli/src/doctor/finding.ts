/** Something that was examined, and its condition. */
export interface Finding {
  readonly what: string;
  /** Null if it could not be examined. */
  readonly well: boolean | null;
  /** What was found, or why it could not be examined. */
  readonly says: string;
  /** Why it matters and what to do next; empty if all is well. A finding that is well and has a reason is a warning. */
  readonly why: string;
  readonly next: string;
}

/** The text for a fault. */
interface Amiss {
  readonly says?: string;
  readonly why: string;
  readonly next: string;
}

export const well = (what: string, says: string): Finding => ({ what, well: true, says, why: '', next: '' });

/** A finding that is well, unless there is a fault. */
export const unless = (amiss: boolean, what: string, says: string, given: Amiss): Finding =>
  amiss ? { what, well: false, says, ...given } : well(what, says);

/**
 * A finding about a working configuration that lacks something the operator should know of. Does not change the exit
 * code.
 */
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

// The same limits apply to what the server reports and to what is found without it.

/** `whose`: the clock with which this machine's is compared. */
export function clock(ahead: number, whose: string, what = 'Clock'): Finding {
  const off = Math.abs(ahead);
  const says = off < 1 ? `goes as ${whose}` : `${off.toFixed(0)} s ${ahead > 0 ? 'ahead of' : 'behind'} ${whose}`;
  return unless(off > 5, what, says, {
    why: 'Tokens are dated by one clock and ended by another: they would be refused too early, or taken too long.',
    next: 'Let all machines keep time by NTP (timedatectl set-ntp true).',
  });
}

export const mailFails = (amiss: boolean, says: string): Finding =>
  unless(amiss, 'Mail', says, {
    why: 'Invitations, links for forgotten passwords and warnings do not arrive.',
    next: 'Open Settings, E-mail in the console: it shows what the server answered, and sends a test mail.',
  });

/** The state of the queue of a kind of jobs. */
interface Queue {
  readonly kind: string;
  readonly oldestSeconds: number;
  readonly putOff: number;
  readonly givenUp: number;
}

/** A healthy queue is not listed. */
export function jobs({ kind, oldestSeconds, putOff, givenUp }: Queue): Finding[] {
  const late = oldestSeconds > 300;
  if (!late && putOff + givenUp === 0) return [];
  const says = `${kind}: the oldest has waited ${Math.round(oldestSeconds)} s, ${putOff} tried again, ${givenUp} given up`;
  return [
    unless(true, 'Jobs', says, {
      why: late
        ? 'No server takes jobs of this kind.'
        : kind === 'mail'
          ? 'Mails were not sent, such as invitations and links for forgotten passwords.'
          : 'What was to be done elsewhere was not, such as signing people out of applications.',
      next: 'Look in the server’s log for what failed.',
    }),
  ];
}
