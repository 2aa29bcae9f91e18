import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

/** The ways of signing in. */
export const wayWords = {
  names: { password: 'Password', passkey: 'Passkey', provider: 'Other providers' },
  hints: {
    password: 'Username or e-mail address, and a password kept here.',
    passkey: 'A fingerprint, a face or a PIN on their own device. It cannot be guessed or given away.',
    provider: 'An account elsewhere, through the connections that are set up.',
  },
  listed: { password: 'password', passkey: 'passkey', provider: 'other providers' },
  notTaken: 'The organisation does not accept this.',
};

/** The words of the plan. */
export const planWords = {
  title: 'What these rules would do',
  titleNow: 'What the rules do now',
  ofPeople: (people: number) => (people === 1 ? 'to 1 person' : `to ${formatNumber(people)} people`),
  counting: 'Looking who would be stopped…',
  noPlan: 'Who would be stopped is not shown',
  noPlanText: 'A plan names people. To see it you need the permission users.read of Licet.',
  namesHidden:
    'Who they are is not shown: these rules demand something of a group or a role, and you may not see who is in it. Seeing groups needs the permission groups.read of Licet, seeing who holds a role access.read.',
  locksOut: 'No administrator is ready for these rules',
  locksOutText:
    'Each of them would be stopped, or would first have to set something up, which works only in a browser where they signed in before. So these rules cannot be saved. Set up a second factor or a passkey for yourself first, or leave administrators time.',
  stopped: (count: number) =>
    count === 0
      ? 'Nobody would be stopped.'
      : count === 1
        ? '1 person would be stopped at the next sign-in.'
        : `${formatNumber(count)} people would be stopped at their next sign-in.`,
  setsUp: (count: number) =>
    count === 1
      ? '1 has to set something up first, in a browser that they used before.'
      : `${formatNumber(count)} have to set something up first, in a browser that they used before.`,
  waits: (count: number) =>
    count === 1
      ? '1 is asked to set it up, and may wait.'
      : `${formatNumber(count)} are asked to set it up, and may wait.`,
  stoppedNow: (count: number) =>
    count === 1 ? '1 person is stopped as it is now.' : `${formatNumber(count)} people are stopped as it is now.`,
  outcomesLabel: 'How many come to what',
  outcome: 'At the next sign-in',
  would: 'Then',
  now: 'Now',
  outcomes: {
    stopped: 'Stopped',
    sets_up: 'Set up first',
    grace: 'Still have time',
    no_recovery: 'Nothing to fall back on',
  },
  meanings: {
    stopped: 'They do not get in before somebody helps them.',
    sets_up: 'They set up what is missing on the way, but only in a browser where they signed in before.',
    grace: 'They are asked to set it up, and may leave it for later.',
    no_recovery: 'They get in. If they lose what they sign in with, they do not.',
  },
  helps: {
    stopped:
      'Time helps those without a second factor. A set-password link, from their page, helps everybody: within an hour after it they set up what is missing. Whoever has no passkey where only passkeys are taken has to make one before the password goes.',
    sets_up: 'Nothing is needed, but tell them: with a new device, or without their browser, they would be stopped.',
    grace:
      'Remind them before their time is over. They set it up under “Ways to sign in” on their own page, or when they are asked.',
    no_recovery: 'Ask them to make recovery codes, or a second passkey, under “Ways to sign in” on their own page.',
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
    no_way: 'None of the ways that are taken',
    no_second_factor: 'A second factor',
    no_recovery: 'Recovery codes',
  },
  administrator: 'administrator',
  until: 'until',
  nobody: 'Nobody is stopped',
  nobodyText: 'Everybody who signs in has what these rules ask for.',
  nobodyHere: 'Nobody here',
  nobodyHereText: 'The others are listed when their line above is pressed.',
  nobodyFoundText: 'Search for fewer letters of the name, or look at the others above.',
  saveQuestion: (count: number) => (count === 1 ? 'Stop 1 person?' : `Stop ${formatNumber(count)} people?`),
  saveAnyway: (count: number) =>
    count === 1 ? 'Save, and stop 1 person' : `Save, and stop ${formatNumber(count)} people`,
  saveText:
    'At their next sign-in they do not get in. Whoever is signed in stays so until their session ends. Giving them time stops nobody.',
  saveUntold: 'Save without knowing who is stopped?',
  saveUntoldText: 'It could not be found out who would be stopped at their next sign-in. Try again in a moment.',
  saveUntoldAction: 'Save all the same',
  back: 'Back to the rules',
};

catalogue('blocks.sign-in-rules', { wayWords, planWords });
