export interface Finding {
  readonly what: string;
  /** Whether the check passed; null if it was not possible. */
  readonly well: boolean | null;
  /** The result, or the reason why the check was not possible. */
  readonly says: string;
  /** The consequence of a fault or warning; empty if there is none. A passed check with a consequence is a warning. */
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

/** Returns a fault if `amiss` is true, otherwise a passed check. */
export const unless = (amiss: boolean, what: string, says: string, given: Amiss): Finding =>
  amiss ? { what, well: false, says, ...given } : well(what, says);

export const fault = (what: string, says: string, given: Amiss): Finding => ({ what, well: false, says, ...given });

/** Returns a warning about a working configuration. Warnings do not change the exit code. */
export const warning = (what: string, says: string, given: Amiss): Finding => ({ what, well: true, says, ...given });

/** Returns a finding for a check that was not possible. */
export const unseen = (what: string, says: string, given: Amiss): Finding => ({ what, well: null, says, ...given });

/** Returns the findings as text, one line each. A fault is followed by its consequence and the next step. */
export function textOf(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ what, well: fine, says, why, next }) => [
      `${sign(fine, why)} ${what.padEnd(12)} ${says}`,
      ...(why === '' ? [] : [`       ${''.padEnd(12)} Why: ${why}`, `       ${''.padEnd(12)} Next: ${next}`]),
    ])
    .join('\n');
}

/** Returns 0 if all checks passed, 1 if one failed, and 3 if none failed but some were not possible. */
export function exitCodeOf(findings: readonly Finding[]): number {
  if (findings.some((it) => it.well === false)) return 1;
  return findings.every((it) => it.well === true) ? 0 : 3;
}

const sign = (fine: boolean | null, why: string) =>
  fine === null ? 'skip  ' : !fine ? 'FAULT ' : why === '' ? 'ok    ' : 'warn  ';

// Checks whose limits apply both to the server's report and to what this command measures.

/** Checks the difference between this machine's clock and another clock, which `whose` names. */
export function clock(ahead: number, whose: string, what = 'Clock'): Finding {
  const off = Math.abs(ahead);
  const says = off < 1 ? `agrees with ${whose}` : `${off.toFixed(0)} s ${ahead > 0 ? 'ahead of' : 'behind'} ${whose}`;
  return unless(off > 5, what, says, {
    why: 'One clock sets the times in tokens and another one checks them, so tokens are refused too early or accepted too long.',
    next: 'Synchronise the clocks of all machines with NTP (timedatectl set-ntp true).',
  });
}

export const mailFails = (amiss: boolean, says: string): Finding =>
  unless(amiss, 'Mail', says, {
    why: 'Invitations, password resets and warnings do not arrive.',
    next: 'Open Settings, E-mail in the console. It shows the mail server’s answer, and can send a test mail.',
  });

/** The consequences of failed jobs, by kind. */
const notDone: Readonly<Record<string, string>> = {
  mail: 'Mails were not sent, such as invitations and password resets.',
  backup: 'A scheduled backup was not made. If the database fails now, changes since the last backup are lost.',
  'audit.checkpoint': 'A checkpoint of the audit chain was not signed or not stored outside the database.',
  directory_sync: 'Users who left the directory may still have access.',
  backchannel_logout: 'Applications were not told that users signed out.',
};

interface Queue {
  readonly kind: string;
  readonly oldestSeconds: number;
  readonly putOff: number;
  readonly givenUp: number;
}

/** Returns a finding for a queue with problems. A healthy queue is not listed. */
export function jobs({ kind, oldestSeconds, putOff, givenUp }: Queue): Finding[] {
  const late = oldestSeconds > 300;
  if (!late && putOff + givenUp === 0) return [];
  const says = `${kind}: the oldest has waited ${Math.round(oldestSeconds)} s, ${putOff} to be tried again, ${givenUp} given up`;
  return [
    unless(true, 'Jobs', says, {
      why: late
        ? 'No server processes jobs of this kind.'
        : (notDone[kind] ?? 'Work that Licet does in the background was not done.'),
      next: 'Check the server’s log for the errors.',
    }),
  ];
}
