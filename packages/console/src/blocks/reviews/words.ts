import { formatList, formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

const lines = (count: number) => (count === 1 ? '1 line' : `${formatNumber(count)} lines`);
const n = formatNumber;

/** Texts of the lines of a review, on its page and in the Inbox. */
export const words = {
  list: 'Lines of the review',
  heads: { holder: 'Person or group', access: 'Access', lastUsed: 'Last used' },
  keep: 'Keep',
  revoke: 'Revoke',
  change: 'Change',
  keepOf: (who: string, what: string) => `Keep ${what} of ${who}`,
  revokeOf: (who: string, what: string) => `Revoke ${what} of ${who}`,
  changeOf: (who: string, what: string) => `Change ${what} of ${who}`,
  granted: (by: string, day: string, ends: string | null) =>
    `Granted ${by} on ${day}, ${ends === null ? 'no end' : `until ${ends}`}.`,
  because: (reason: string) => `Reason: “${reason}”.`,
  lastUsed: (day: string) => `Last used on ${day}.`,
  neverUsed: (since: string) => `No use reported since ${since}.`,
  notReported: (application: string) => `${application} does not report use.`,
  suggests: {
    keep: (why: string) => `Suggested: keep, ${why}.`,
    revoke: (why: string) => `Suggested: revoke, ${why}.`,
  },
  noted: (note: string) => `Note: “${note}”.`,
  takes: (what: string) => `What revoking ${what} changes:`,
  unknownEffect: 'The effects are unknown. The review shows them before it is closed.',
  member: (group: string) => `Member of ${group}`,
  people: (count: number) => (count === 1 ? '1 person' : `${n(count)} people`),
  never: 'No use reported',
  unknown: 'Not reported',
  why: {
    unused: (days: number) => (days === 1 ? 'not used in a day' : `not used in ${n(days)} days`),
    used: (days: number) => (days === 0 ? 'used today' : days === 1 ? 'used yesterday' : `used ${n(days)} days ago`),
    rare: (holders: number, total: number, group: string) => `${n(holders)} of ${n(total)} in ${group} hold it`,
    usual: (holders: number, total: number, group: string) => `${n(holders)} of ${n(total)} in ${group} hold it`,
    suspended: 'the person is suspended',
  },
  states: {
    pending: 'Waiting',
    'handed on': 'Reassigned',
    kept: 'Keep',
    revoked: 'Revoke',
    shortened: 'Shorten',
  },
  outcome: {
    kept: 'Kept',
    revoked: 'Revoked',
    shortened: 'Shortened',
    gone: 'Already ended',
  },
  undecided: 'Not decided',
  byRule: (done: string) => `${done} by default`,
  refused: (line: number, detail: string) => `Line ${n(line)}: ${detail}`,
  closeTitle: (name: string) => `Close “${name}”?`,
  closeText: (revoked: number, shortened: number) =>
    revoked + shortened === 0
      ? 'No access is revoked or shortened.'
      : `${formatList([
          ...(revoked > 0 ? [`${lines(revoked)} will be revoked`] : []),
          ...(shortened > 0 ? [`${lines(shortened)} will be shortened`] : []),
        ])}, at once${revoked + shortened > 1 ? ' and together' : ''}.`,
  closeRule: {
    keep: (count: number) => `Nobody decided ${lines(count)}: that access is kept.`,
    revoke: (count: number) => `Nobody decided ${lines(count)}: that access is revoked.`,
  },
  closeGone: (count: number) => `${lines(count)} already ended. Newer grants are not part of this review.`,
  closePart: (shown: number, all: number) =>
    `Below are the effects of the first ${n(shown)} of ${n(all)} changes. Closing applies the changes in parts.`,
  closeAction: 'Close review',
  closeDone: (name: string) => `“${name}” is closed.`,
  counting: 'Computing the effects of closing…',
};

catalogue('blocks.reviews', { words });
