import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const linkWords = {
  label: 'One-time link',
  once: 'This link is shown only now.',
  what: (name: string) => `Hand it to ${name} yourself, in a way that only they can read. Licet sends no e-mail.`,
  use: 'The first person to open it sets the password. It works once, and a newer link ends it.',
  until: 'Works until',
};

/** Texts of the mailed invitation. */
export const inviteWords = {
  title: (name: string) => `Invite ${name}?`,
  titleMany: (count: number) => `Invite ${formatNumber(count)} people?`,
  text: 'Each gets a mail with a link to set a password with. It works once, for a week, and only while you may invite.',
  action: 'Send by mail',
  queued: (count: number, mails: boolean) =>
    count === 1
      ? `1 invitation ${mails ? 'is on its way' : 'waits for a mail server'}`
      : `${formatNumber(count)} invitations ${mails ? 'are on their way' : 'wait for a mail server'}`,
  queuedText: 'Its state is shown in the outbox, under Settings.',
  skipped: (count: number) => (count === 1 ? 'One person gets none:' : `${formatNumber(count)} people get none:`),
  why: {
    gone: 'deleted meanwhile',
    not_invited: 'was in already, or is suspended',
    no_address: 'has no e-mail address',
    may_not: 'has access that you may not give',
    already: 'has an invitation already',
    settled: 'has set up what was missing',
    stopped: 'stopped or withdrawn before their turn',
  },
  more: (count: number) => `And ${formatNumber(count)} more.`,
  byHand: 'To bring somebody in now, make a set-password link and hand it to them.',
  close: 'Done',
};

const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`);

/** Texts of actions on several invitations. */
export const invitationWords = {
  menu: 'Invitations',
  menuTicked: (count: number) => `Invitations of ${formatNumber(count)}`,
  tickFirst: 'Tick somebody in the list first.',
  nobody: 'The list is empty.',
  inviteTicked: (count: number) => (count === 0 ? 'Invite those ticked…' : `Invite ${people(count)} by mail…`),
  linksTicked: (count: number) =>
    count === 0 ? 'Links for those ticked, as CSV…' : `Links for ${people(count)}, as CSV…`,
  withdrawTicked: (count: number) => (count === 0 ? 'Withdraw from those ticked…' : `Withdraw from ${people(count)}…`),
  inviteAll: (count: number) => `Invite everybody in this list (${formatNumber(count)})…`,
  linksAll: (count: number) => `Links for everybody in this list (${formatNumber(count)}), as CSV…`,
  allTitle: (count: number) => `Invite everybody in this list, ${people(count)}?`,
  allText:
    'Invitations are sent in the background; the progress is shown above the list. Each person gets a link that works once, for a week, and only while you may invite.',
  again: 'Also those who have an invitation already: the earlier one ends',
  allAction: 'Send by mail',
  begun: (mails: boolean): string =>
    mails ? 'The invitations are on their way.' : 'The invitations wait until a mail server is set.',
  linksTitle: (count: number) => `Make one-time links for ${people(count)}?`,
  linksText:
    'Anyone who has a link can sign in as its user, once, for three days. The file holds them all: hand each over in a way that only its person can read, and delete the file. Earlier links end now.',
  linksRefused:
    'People for whom you may not make a link are at the end of the file, with the reason. Each link is recorded in the audit log.',
  linksAction: 'Make links and save the file',
  linksSaved: 'The links are saved as a file.',
  fileName: 'invitation-links',
  withdrawOne: 'Withdraw invitation…',
  withdrawTitle: (name: string) => `Withdraw the invitation of ${name}?`,
  withdrawTitleMany: (count: number) => `Withdraw the invitations of ${people(count)}?`,
  withdrawText: 'Links that they have end at once, by mail and by hand. What is still to be sent is not sent.',
  withdrawAction: 'Withdraw',
  withdrawn: (count: number) =>
    count === 1 ? '1 invitation is withdrawn' : `${formatNumber(count)} invitations are withdrawn`,
  notWithdrawn: (count: number): string => (count === 1 ? 'One person had none to withdraw:' : 'Not of these:'),
  whyNotWithdrawn: {
    gone: 'deleted meanwhile',
    none: 'has none that still works',
    may_not: 'is managed by others',
  },
  round: 'Invitations under way',
  states: { under_way: 'Inviting', done: 'Invited', stopped: 'Inviting was stopped' },
  fact: 'Invitation',
  unknown: 'Not known',
  linkByMail: 'Sent by mail',
  linkByHand: 'Link made by hand',
  until: 'Works until',
  mailWaiting: 'Waits to be sent',
  mailHeld: 'Waits: no mail server is set',
  mailFailed: 'Could not be sent',
  none: 'None',
  over: 'Over, or withdrawn',
};

catalogue('users.invitation', { linkWords, inviteWords, invitationWords });
