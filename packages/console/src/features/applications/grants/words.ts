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

catalogue('applications.grants', { words, filterWords, revokeWords });
