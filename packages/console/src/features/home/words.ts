import type { Home } from '@licet/contract';
import { formatList, formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const words = {
  mailsHeld: (count: number) =>
    count === 1 ? 'A mail is waiting to be sent' : `${formatNumber(count)} mails are waiting to be sent`,
  mailsHeldText: 'No mail server is configured, so no invitations or password resets are sent.',
  setMailServer: 'Set a mail server',
  deletionsAsked: (count: number) =>
    count === 1 ? 'One person asks to be deleted' : `${formatNumber(count)} people ask to be deleted`,
  showThem: 'Show them',
  title: 'Home',
  welcome: (name: string) => `Welcome, ${name}`,
  hello: (name: string) => `Hello, ${name}`,
  endingTitle: (count: number, excepted: boolean) => `${spelled(count, excepted)} within a week`,
  waitingTitle: (count: number) =>
    count === 1 ? 'One request is waiting for you' : `${number(count)} requests are waiting for you`,
  waiting: 'Waiting for you',
  reviewsWaiting: 'Reviews',
  reviewLines: (count: number) =>
    count === 1 ? '1 line is waiting for you' : `${formatNumber(count)} lines are waiting for you`,
  reviewUntil: 'until',
  allReviews: 'All reviews',
  allRequests: 'All requests',
  emergencies: 'Taken in an emergency, not reviewed yet',
  allEmergencies: 'All emergencies',
  took: (role: string) => `took the role ${role}`,
  asksFor: 'asks for',
  inApplication: (name: string) => `in ${name}`,
  quoted: (text: string) => `“${text}”`,
  forLong: (length: string) => `for ${length}`,
  myRequests: 'My requests',
  renew: (what: string) => `Request “${what}” again before it ends`,
  /** Shown instead of the end of an approved request. */
  notHeld: 'Revoked since',
  /** Shown before the instant of the next change of access. */
  changes: 'Next change:',
  allMine: 'All of mine',
  /** The date, followed by a sentence. */
  today: (day: string, sentence: string) => `${day}. ${sentence}`,
  alsoEnding: (count: number, excepted: boolean) => `${spelled(count, excepted)} within a week.`,
  calm: 'Nothing needs your attention',
  counts: ({ users, groups, applications, programs }: NonNullable<Home['counts']>) =>
    `${formatList([
      counted(users, 'user'),
      counted(groups, 'group'),
      counted(applications, 'application'),
      ...(programs > 0 ? [counted(programs, 'program')] : []),
    ])}.`,
  guideLead: 'Protect your first application in seven steps. It takes about five minutes.',
  memberLead: (count: number) =>
    count === 0
      ? 'You are signed in. You have no access to any application yet.'
      : `You have access to ${counted(count, 'application')}.`,
  guide: 'First steps',
  guideCount: (done: number, all: number) => `${done} of ${all} done`,
  done: 'done',
  notYet: 'not yet',
  next: 'next',
  closeGuide: 'Close the guide',
  ending: 'Ending within a week',
  allEnding: 'Everything that ends soon',
  exception: 'exception',
  extend: 'Extend',
  extendWhat: (what: string, whom: string) => `Extend ${what} of ${whom}`,
  endingKeys: 'Program keys that end soon',
  endingKeysTitle: (count: number) =>
    count === 1 ? 'A program key ends soon' : `${number(count)} program keys end soon`,
  keyEnded: 'Ended: can no longer sign in',
  keyOf: (key: string, client: string) => `${key} of ${client}`,
  showKeys: 'Show',
  showKeysOf: (client: string) => `Show the keys of ${client}`,
  health: 'Sign-in health',
  missing: {
    second_factor: (count: number) =>
      count === 1 ? '1 person has no second factor' : `${formatNumber(count)} people have no second factor`,
    recovery: (count: number) =>
      count === 1 ? '1 person has no recovery option' : `${formatNumber(count)} people have no recovery option`,
    sign_in: (count: number) =>
      count === 1 ? '1 person never signed in' : `${formatNumber(count)} people never signed in`,
  },
  missingText: {
    second_factor: 'Anyone who learns their password can sign in as them.',
    recovery: 'If they lose their only sign-in method, they need an administrator.',
    sign_in: 'An invitation may have been lost, or nobody needs the account.',
  },
  mine: 'My applications',
  myAccess: 'My access',
  nothingMine: 'Your account is ready',
  nothingMineText:
    'Open the application that you need. If it refuses something, you can request access there. Your access then appears here.',
  mayTake: 'Available to you in an emergency',
  waysTitle: 'For yourself',
  ways: {
    ask: { title: 'Ask for access', text: 'What you can ask for, and who decides on it.' },
    signIn: { title: 'How you sign in', text: 'Your password, passkeys and authenticator app.' },
    sessions: { title: 'Where you are signed in', text: 'Your browsers and programs, and how to sign them out.' },
  },
  everything: 'everything, as admin',
  permissions: (count: number) => counted(count, 'permission'),
  rolesAndPermissions: (roles: number, permissions: number) =>
    `${counted(roles, 'role')}, ${counted(permissions, 'permission')}`,
  thisConsole: 'this console',
  applications: 'Applications',
  all: 'All',
  grants: (count: number) => counted(count, 'grant'),
  latest: 'Latest changes',
  audit: 'Audit',
};

/** The steps of the guide: title, purpose and button. */
export const stepWords = {
  theApplication: 'the application',
  theUser: 'the user',
  application: {
    title: 'Register an application',
    text: 'The application that Licet protects. Its identifier becomes the audience of its tokens.',
    action: 'Register an application',
  },
  permissions: {
    title: 'Add its permissions',
    text: 'What people can do there, such as invoices.refund. You can also import a file.',
    action: 'Add permissions',
  },
  importFile: 'Import a file',
  role: {
    title: 'Create a role',
    text: 'A set of permissions with a name that people use, such as clerk.',
    action: 'Create a role',
  },
  user: {
    title: 'Add a user',
    text: 'They get a one-time link to set a password of their own.',
    action: 'Add a user',
  },
  grant: {
    title: 'Grant the role',
    text: (application: string) => `To the user or to a group, in ${application}, for as long as it is needed.`,
    action: 'Add a grant',
  },
  token: {
    title: 'See the token',
    text: (user: string) => `What the token of ${user} says, and how large it is.`,
    action: 'See the token',
  },
  integration: {
    title: 'Add the integration code',
    text: 'A client for the sign-in, and code that is ready to paste.',
    action: 'Open the integration',
  },
};

/** "1 user", "1,204 users". */
function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** "Four grants end", "One grant ends", "Four grants and exceptions end". */
function spelled(count: number, excepted: boolean): string {
  if (excepted) return count === 1 ? 'One exception ends' : `${number(count)} grants and exceptions end`;
  return count === 1 ? `${number(count)} grant ends` : `${number(count)} grants end`;
}

function number(count: number): string {
  return numbers[count] ?? formatNumber(count);
}

catalogue('home', { words, stepWords });
