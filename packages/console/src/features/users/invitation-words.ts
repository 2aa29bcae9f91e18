import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const linkWords = {
  label: 'One-time link',
  once: 'This link is shown only once. Copy it now.',
  what: (name: string) => `Send it to ${name} yourself, in a way that only they can read. Licet does not e-mail it.`,
  use: 'The first person to open it sets the password. It works once, and a newer link replaces it.',
  until: 'Valid until',
};

/** Texts of the mailed invitation. */
export const inviteWords = {
  title: (name: string) => `Invite ${name}?`,
  titleMany: (count: number) => `Invite ${formatNumber(count)} people?`,
  text: 'Each person gets a mail with a link to set a password. It works once, within a week, and only while you are allowed to invite users.',
  action: 'Send by mail',
  queued: (count: number, mails: boolean) =>
    count === 1
      ? `1 invitation ${mails ? 'is on its way' : 'waits for a mail server'}`
      : `${formatNumber(count)} invitations ${mails ? 'are on their way' : 'wait for a mail server'}`,
  queuedText: 'Its state is shown in the outbox, under Settings.',
  skipped: (count: number) =>
    count === 1 ? 'One person gets no invitation:' : `${formatNumber(count)} people get no invitation:`,
  why: {
    gone: 'deleted in the meantime',
    not_invited: 'is already active, or suspended',
    no_address: 'has no e-mail address',
    may_not: 'you may not make links for this user',
    already: 'already has an invitation',
    settled: 'has set up what was missing',
    stopped: 'stopped or withdrawn before it was sent',
  },
  more: (count: number) => `And ${formatNumber(count)} more.`,
  byHand: 'To let somebody in now, create a set-password link and give it to them.',
  close: 'Done',
};

const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`);

/** Texts of actions on several invitations. */
export const invitationWords = {
  menu: 'Invitations',
  nobody: 'The list is empty.',
  inviteAll: (count: number) => `Invite everybody in this list (${formatNumber(count)})…`,
  linksAll: (count: number) => `Links for everybody in this list (${formatNumber(count)}), as CSV…`,
  allTitle: (count: number) => `Invite everybody in this list, ${people(count)}?`,
  allText:
    'Invitations are sent in the background; the progress is shown above the list. Each person gets a link that works once, within a week, and only while you are allowed to invite users.',
  again: 'Also invite those who already have an invitation, and replace it',
  allAction: 'Send by mail',
  begun: (mails: boolean): string =>
    mails ? 'The invitations are on their way.' : 'The invitations wait until a mail server is configured.',
  linksTitle: (count: number) => `Create one-time links for ${people(count)}?`,
  linksText:
    'Anyone who has a link can sign in as its user, once, for three days. The file contains all of them. Send each one in a way that only its user can read, then delete the file. Earlier links stop working now.',
  linksRefused:
    'People for whom you may not create a link are listed at the end of the file, with the reason. Each link is recorded in the audit log.',
  linksAction: 'Create links and save the file',
  linksSaved: 'The links are saved as a file.',
  fileName: 'invitation-links',
  withdrawOne: 'Withdraw invitation…',
  withdrawTitle: (name: string) => `Withdraw the invitation of ${name}?`,
  withdrawTitleMany: (count: number) => `Withdraw the invitations of ${people(count)}?`,
  withdrawText:
    'Their links stop working immediately, whether mailed or handed over. Invitations that are still queued are not sent.',
  withdrawAction: 'Withdraw',
  withdrawn: (count: number) =>
    count === 1 ? '1 invitation is withdrawn' : `${formatNumber(count)} invitations are withdrawn`,
  notWithdrawn: (count: number): string => (count === 1 ? 'One invitation was not withdrawn:' : 'Not withdrawn:'),
  whyNotWithdrawn: {
    gone: 'deleted in the meantime',
    none: 'has no valid invitation',
    may_not: 'is managed by others',
  },
  round: 'Pending invitations',
  states: { under_way: 'Inviting', done: 'Invited', stopped: 'Inviting was stopped' },
  fact: 'Invitation',
  linkByMail: 'Sent by mail',
  linkByHand: 'Link created manually',
  until: 'Valid until',
  mailWaiting: 'Waiting to be sent',
  mailHeld: 'Waiting: no mail server',
  mailFailed: 'Could not be sent',
  none: 'None',
  over: 'Expired or withdrawn',
};

catalogue('users.invitation', { linkWords, inviteWords, invitationWords });
