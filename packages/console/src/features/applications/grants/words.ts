import { formatNumber } from '../../../ui/format.ts';
import { catalogue } from '../../../ui/language.ts';

export const words = {
  grant: 'Grant',
  grantedBy: 'Granted by',
  none: '–',
  review: 'Review these',
  endsSoon: 'What ends soon',
  show: 'Show all grants',
  search: 'Who, role or reason',
  table: (application: string) => `Grants in ${application}`,
  by: (by: string) => `Granted ${by}`,
  reasonBy: (reason: string, by: string) => `${reason}, granted ${by}`,
  noneFits: 'No matching grants',
  noneFitsText: 'Remove a filter, or shorten the search.',
  empty: 'No current grants',
  emptyText: 'Grant a role to a person or a group; it can end by itself, after two hours or on a date.',
  ofRole: (role: string) => `Role ${role}`,
  noLonger: 'This application has no such grant. It may have ended because its role, permission or holder was deleted.',
  tooMany: 'There are too many grants to find this one here. Search for its holder or its role.',
  saved: (gives: string, to: string, until: string | undefined) =>
    `The grant is saved: ${to} holds ${gives} ${until === undefined ? 'without end' : `until ${until}`}.`,
  this: 'this grant',
  endInDraft: (gives: string, who: string) => `Change when ${gives} ends for ${who}`,
};

const grants = (count: number) => (count === 1 ? '1 grant' : `${formatNumber(count)} grants`);
const are = (count: number) => (count === 1 ? `${grants(count)} is` : `${grants(count)} are`);
const have = (count: number) => (count === 1 ? `${grants(count)} has` : `${grants(count)} have`);

/** Texts of changes to several grants. */
export const severalWords = {
  bar: 'Selected grants',
  name: (to: string, gives: string) => `${to}: ${gives}`,
  end: 'Change end…',
  endTitle: (count: number) => `Change when ${grants(count)} ${count === 1 ? 'ends' : 'end'}`,
  endDo: (count: number) => `Change ${grants(count)}`,
  ending: (count: number) => `Changing the end of ${grants(count)}`,
  ended: (count: number) => `${have(count)} a new end.`,
  unended: (count: number) => `${have(count)} the former end again.`,
  revoke: 'Revoke…',
  revokeTitle: (count: number) => `Revoke ${grants(count)}?`,
  revokeDo: (count: number) => `Revoke ${grants(count)}`,
  revoking: (count: number) => `Revoking ${grants(count)}`,
  revoked: (count: number) => `${are(count)} revoked.`,
  unrevoked: (count: number) => `${are(count)} in force again.`,
};

export const filterWords = {
  state: 'State',
  all: 'All',
  one: 'one',
  present: 'active, scheduled',
  presentEntry: 'Active and scheduled',
  active: 'active',
  activeEntry: 'Active',
  scheduled: 'scheduled',
  scheduledEntry: 'Scheduled',
  expired: 'expired',
  expiredEntry: 'Expired',
  revoked: 'revoked',
  revokedEntry: 'Revoked',
  over: 'expired, revoked',
  overEntry: 'No longer in force',
};

export const revokeWords = { ask: 'Revoke…' };

catalogue('applications.grants', { words, severalWords, filterWords, revokeWords });
