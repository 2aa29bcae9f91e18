import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

/** Texts of the sign-in rules. */
export const words = {
  rules: 'the sign-in rules',
  saved: 'The sign-in rules are changed.',
  labels: {
    ways: 'How people sign in',
    userVerification: 'PIN or fingerprint',
    secondFactor: 'Who needs a second factor',
    rememberedDays: 'Ask again in the same browser',
    sessions: 'How long people stay signed in',
    freshSignIn: 'Sign in again before sensitive changes',
    emailDomains: 'Domains of e-mail addresses',
  },
  verifications: {
    preferred: 'Passkeys of any kind',
    required: 'Only passkeys that verify their user',
  },
  verificationHint: 'With a PIN, a fingerprint or a face. Security keys that are only touched are no longer accepted.',
  everybody: 'Everybody',
  nobodyHint:
    'Nobody needs a second factor. Users who have set one up (an authenticator app, or a passkey besides the password) are still asked for it.',
  demandsHint:
    'Besides a password, people need an authenticator app or a passkey. A passkey that verifies its user is enough on its own. Programs sign in with keys and do not need a second factor.',
  addRole: 'A role',
  addGroup: 'A group',
  findRole: 'Find a role',
  findGroup: 'Find a group',
  noRoles: 'No role is called that.',
  noGroups: 'No group is called that.',
  roleOf: (application: string) => `role in ${application}`,
  remove: (name: string) => `No longer require it: ${name}`,
  atOnce: 'From their next sign-in.',
  leaveTime: 'Give them time',
  noTime: 'No time',
  until: (name: string) => `Deadline: ${name}`,
  untilHint: 'Until then they are asked to set it up, and can do it later.',
  timeOver: 'The deadline has passed: it is now required.',
  withUntil: (name: string, until: string) => `${name}, from ${until}`,
  days: (days: number) =>
    days === 0 ? 'At every sign-in' : days === 1 ? 'After a day' : `After ${formatNumber(days)} days`,
  rememberedHint: 'During this time, a remembered browser is not asked for the second factor.',
  members: 'Members',
  membersHint: 'After this time, they must sign in again. This also ends sessions that are already older.',
  administrators: 'Administrators',
  administratorsHint: 'Users with the role admin of Licet. At most a day.',
  freshHint: 'To change keys, sign-in methods or these rules, people must have signed in within this time.',
  sessionsText: (members: string, administrators: string) => `members ${members}, administrators ${administrators}`,
  newUsers: 'New users',
  domainsHint:
    'Such as example.org, example.com. New addresses must be in one of these domains. Leave empty to allow any domain.',
};

/** Texts of mails to users whom new rules affect. */
export const mailingWords = {
  mailThem: 'Mail them…',
  title: (count: number) => (count === 1 ? 'Mail this person?' : `Mail these ${formatNumber(count)} people?`),
  text: 'The mail says what changes at sign-in, what the person lacks, until when, and where to set it up. Mails are sent in the background; people who have set it up by then get none. This does not save the rules.',
  from: 'When the rules change',
  fromHint: 'Named in the mail. You must save the rules yourself at that time.',
  action: 'Send by mail',
  begun: (mails: boolean): string =>
    mails ? 'The mails are on their way.' : 'The mails wait until a mail server is configured.',
  round: 'Mails about these rules',
  states: { under_way: 'Sending', done: 'Sent', stopped: 'Sending was stopped' },
};

catalogue('policy', { words, mailingWords });
