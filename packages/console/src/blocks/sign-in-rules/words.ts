import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

/** The ways of signing in. */
export const wayWords = {
  names: { password: 'Password', passkey: 'Passkey', provider: 'Other providers' },
  hints: {
    password: 'Username or e-mail address, and a password stored in Licet.',
    passkey: 'A fingerprint, a face or a PIN on their own device. It cannot be guessed or given away.',
    provider: 'An account at another provider, through a connection.',
  },
  listed: { password: 'password', passkey: 'passkey', provider: 'other providers' },
  notTaken: 'The organisation does not accept this.',
};

/** Texts of the plan. */
export const planWords = {
  title: 'What these rules would do',
  titleNow: 'What the rules do now',
  ofPeople: (people: number) => (people === 1 ? 'to 1 person' : `to ${formatNumber(people)} people`),
  counting: 'Checking who would be stopped…',
  noPlan: 'You may not see who would be stopped',
  noPlanText: 'The plan names people. To see it, you need the permission users.read of Licet.',
  namesHidden:
    'Names are hidden because these rules apply to a group or a role whose members you may not see. You need the permission groups.read of Licet for groups, and access.read for roles.',
  locksOut: 'No administrator is ready for these rules',
  locksOutText:
    'These rules cannot be saved: they would stop every administrator, or let administrators in only after a setup in a browser where they signed in before. Set up a second factor or a passkey for yourself first, or give administrators time.',
  stopped: (count: number) =>
    count === 0
      ? 'Nobody would be stopped.'
      : count === 1
        ? '1 person would be stopped at the next sign-in.'
        : `${formatNumber(count)} people would be stopped at their next sign-in.`,
  setsUp: (count: number) =>
    count === 1
      ? '1 person must set up a missing second factor or passkey before signing in, and can do so only in a browser where they signed in before.'
      : `${formatNumber(count)} people must set up a missing second factor or passkey before signing in, and can do so only in a browser where they signed in before.`,
  waits: (count: number) =>
    count === 1
      ? '1 person is asked to set it up, and can do it later.'
      : `${formatNumber(count)} people are asked to set it up, and can do it later.`,
  stoppedNow: (count: number) =>
    count === 1
      ? '1 person is already stopped by the current rules.'
      : `${formatNumber(count)} people are already stopped by the current rules.`,
  outcomesLabel: 'People by outcome',
  outcome: 'At the next sign-in',
  would: 'Then',
  now: 'Now',
  outcomes: {
    stopped: 'Stopped',
    sets_up: 'Set up first',
    grace: 'Still have time',
    no_recovery: 'No recovery option',
  },
  meanings: {
    stopped: 'They cannot sign in until somebody helps them.',
    sets_up: 'They set up what is missing during sign-in, but only in a browser where they signed in before.',
    grace: 'They are asked to set it up, and can do it later.',
    no_recovery: 'They can sign in, but not if they lose their sign-in method.',
  },
  helps: {
    stopped:
      'Users without a second factor need more time. Any of them can use a set-password link, which you create on their user page. They then have an hour to set up what is missing. If only passkeys are accepted, users without a passkey must create one before passwords are turned off.',
    sets_up: 'Nothing is required now, but tell them: on a new device or in another browser, they would be stopped.',
    grace:
      'Remind them before the time ends. They set it up under “Ways to sign in” on their own page, or when they are asked.',
    no_recovery: 'Ask them to create recovery codes or a second passkey under “Ways to sign in” on their own page.',
  },
  giveTime: (day: string) => `Give everybody time until ${day}`,
  saveNames: 'Save names as CSV',
  csvHead: ['Name', 'Username', 'Why', 'Administrator', 'Time until'],
  notAll: (saved: number, all: number) =>
    `The first ${formatNumber(saved)} of ${formatNumber(all)} names are in the file.`,
  search: 'Find by name',
  name: 'Name',
  reason: 'What is missing',
  reasons: {
    no_way: 'No accepted sign-in method',
    no_second_factor: 'A second factor',
    no_recovery: 'Recovery codes',
  },
  administrator: 'administrator',
  until: 'until',
  nobody: 'Nobody is stopped',
  nobodyText: 'Everybody who signs in already meets these rules.',
  nobodyHere: 'Nobody here',
  nobodyHereText: 'Choose a line above to list the others.',
  nobodyFoundText: 'Shorten the search, or choose another line above.',
  saveQuestion: (count: number) => (count === 1 ? 'Stop 1 person?' : `Stop ${formatNumber(count)} people?`),
  saveAnyway: (count: number) =>
    count === 1 ? 'Save, and stop 1 person' : `Save, and stop ${formatNumber(count)} people`,
  saveText:
    'They cannot sign in the next time. Existing sessions continue until they end. If you give them time, nobody is stopped.',
  saveUntold: 'Save without knowing who is stopped?',
  saveUntoldText: 'Licet could not determine who would be stopped at their next sign-in. Try again in a moment.',
  saveUntoldAction: 'Save anyway',
  back: 'Back to the rules',
};

catalogue('blocks.sign-in-rules', { wayWords, planWords });
