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
    freshSignIn: 'Sign in again before dangerous changes',
    emailDomains: 'Domains of e-mail addresses',
  },
  verifications: {
    preferred: 'Passkeys of any kind',
    required: 'Only passkeys that check who holds them',
  },
  verificationHint: 'By a PIN, a finger or a face. Security keys that are only touched no longer count.',
  everybody: 'Everybody',
  nobodyHint:
    'Nobody has to. Whoever has set one up (an authenticator app, or a passkey beside the password) is asked for it all the same.',
  demandsHint:
    'Beside a password: an authenticator app or a passkey. A passkey that checks who holds it is enough alone. Programs sign in with keys, and are not asked.',
  addRole: 'A role',
  addGroup: 'A group',
  findRole: 'Find a role',
  findGroup: 'Find a group',
  noRoles: 'No role is called that.',
  noGroups: 'No group is called that.',
  roleOf: (application: string) => `role in ${application}`,
  remove: (name: string) => `No longer demand it: ${name}`,
  atOnce: 'From their next sign-in on.',
  leaveTime: 'Leave them time',
  noTime: 'No time',
  until: (name: string) => `Until when it can wait: ${name}`,
  untilHint: 'Until then they are asked to set it up, and may leave it for later.',
  timeOver: 'This time is over: it is demanded now.',
  withUntil: (name: string, until: string) => `${name}, from ${until}`,
  days: (days: number) =>
    days === 0 ? 'At every sign-in' : days === 1 ? 'After a day' : `After ${formatNumber(days)} days`,
  rememberedHint: 'A browser may be remembered for so long, and is not asked for the second factor meanwhile.',
  members: 'Members',
  membersHint: 'Then they sign in again. Sessions that are longer already end too.',
  administrators: 'Administrators',
  administratorsHint: 'Whoever holds the role admin of Licet. At the most a day.',
  freshHint: 'Before keys, ways in or these rules are changed, the last sign-in must be as young as this.',
  sessionsText: (members: string, administrators: string) => `members ${members}, administrators ${administrators}`,
  newUsers: 'New users',
  domainsHint: 'Such as example.org, example.com. New addresses are at one of these; anywhere when it is empty.',
};

/** Texts of mails to users whom new rules affect. */
export const mailingWords = {
  mailThem: 'Mail them…',
  title: (count: number) => (count === 1 ? 'Mail this person?' : `Mail these ${formatNumber(count)} people?`),
  text: 'Each is told what changes when they sign in, what they lack, until when, and where they set it up. They get it one after another, while you do something else; whoever has set it up by then gets none. Nothing of the rules is saved by it.',
  from: 'When the rules change',
  fromHint: 'Stands in the mail. Save the rules then: nothing does it by itself.',
  action: 'Send by mail',
  begun: (mails: boolean): string =>
    mails ? 'The mails are on their way.' : 'The mails wait until a mail server is set.',
  round: 'Mails about these rules',
  states: { under_way: 'Telling them', done: 'Told', stopped: 'Telling them was stopped' },
};

catalogue('policy', { words, mailingWords });
