import { type Finding, unless } from './finding.ts';

// Judges what the server reports and what is found without it by the same measures.

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
export interface Queue {
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
