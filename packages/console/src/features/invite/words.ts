import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`);

export const words = {
  title: 'Invite people',
  people: 'People',
  addresses: 'Addresses',
  placeholder: 'lea.ferrari@example.org\nTunde Balogun <tunde.balogun@example.org>',
  found: (count: number) =>
    `${count === 1 ? '1 address' : `${formatNumber(count)} addresses`} found. Names in front of an address are kept.`,
  groups: 'Groups',
  addGroup: 'Add a group',
  roles: 'Roles',
  addRole: 'Add a role',
  ends: 'Access ends',
  month: '1 month',
  on: 'On…',
  none: 'No end',
  onField: 'Access ends on',
  endsHint: 'Applies to the roles. Membership in groups has no end.',
  chooseDay: 'Choose the day.',
  language: 'Language of the e-mail',
  reason: 'Reason for the roles',
  invited: (count: number) => `${people(count)} ${count === 1 ? 'is' : 'are'} invited`,
  who: 'Who is invited',
  others: (count: number) => `${formatNumber(count)} more`,
  hasAccount: (name: string) => `${name} has an account`,
  haveAccounts: (count: number) => `${formatNumber(count)} more have an account`,
  noMail: 'Nothing changes for them, and they get no e-mail.',
  noMailOne: 'Nothing changes, and there is no e-mail.',
  repeated: (count: number) =>
    count === 1 ? '1 address is there twice' : `${formatNumber(count)} addresses are repeated`,
  once: 'Each person is invited once.',
  invalid: (count: number) => (count === 1 ? '1 entry is not valid.' : `${formatNumber(count)} entries are not valid.`),
  why: {
    domain: (text: string) => `${text} has no domain ending.`,
    address: (text: string) => `${text} is not an e-mail address.`,
    none: (text: string) => `“${text}” has no e-mail address.`,
  },
  fix: 'Fix it',
  leaveOut: 'Leave it out',
  leaveAllOut: 'Leave all out',
  notes: 'Each person gets one e-mail with a link that works for 7 days.',
  noUndo: 'Sent e-mails cannot be taken back; the access can be reverted.',
  tooMany: (most: number, each: number, changes: number) =>
    `This is more than ${formatNumber(changes)} changes. With these groups and roles, at most ${formatNumber(most)} people can be invited at once, because each person counts ${each === 1 ? 'once' : `${formatNumber(each)} times`}.`,
  action: (count: number) => (count === 0 ? 'Invite people' : `Invite ${people(count)}`),
  nobody: 'Paste at least one address.',
  waits: 'Wait until the effects are known.',
  done: (count: number) => `${people(count)} ${count === 1 ? 'is' : 'are'} invited.`,
  undone: 'The people and their access are removed. Links in sent e-mails no longer work.',
  notSent: (count: number) => `${people(count)} ${count === 1 ? 'is' : 'are'} created, but not invited yet.`,
  sendAgain: 'Send the invitations',
  skipped: (name: string, why: string) => `${name}: ${why}.`,
  show: 'Show the invited people',
};

catalogue('invite', { words });
