import type { Home } from '@licet/contract';
import { formatList, formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const words = {
  mailsHeld: (count: number) =>
    count === 1 ? 'A mail is waiting to be sent' : `${formatNumber(count)} mails are waiting to be sent`,
  mailsHeldText: 'No mail server is configured, so no invitations or password resets are sent.',
  deletionsAsked: (count: number) =>
    count === 1 ? 'One person asks to be deleted' : `${formatNumber(count)} people ask to be deleted`,
  title: 'Home',
  welcome: (name: string) => `Welcome, ${name}`,
  endingTitle: (count: number, excepted: boolean) => `${spelled(count, excepted)} within a week`,
  waitingTitle: (count: number) =>
    count === 1 ? '1 thing waits for you' : `${formatNumber(count)} things wait for you`,
  openInbox: 'Open Inbox',
  oldest: 'The oldest came {when}.',
  nextEnds: 'The next access ends {when}.',
  nothingWaits: 'Nothing waits, and nothing ends within a week.',
  toLookAt: 'To look at',
  alsoToLookAt: 'Also to look at',
  deletionsText: 'An administrator decides whether they are deleted.',
  keyIn: (application: string) => `A key of a program in ${application}`,
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
  calm: 'Nothing needs your attention',
  counts: ({ users, groups, applications, programs }: NonNullable<Home['counts']>) =>
    `${formatList([
      counted(users, 'user'),
      counted(groups, 'group'),
      counted(applications, 'application'),
      ...(programs > 0 ? [counted(programs, 'program')] : []),
    ])}.`,
  guideLead: 'Protect your first application in seven steps. It takes about five minutes.',
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
  endingKeysTitle: (count: number) =>
    count === 1 ? 'A program key ends soon' : `${number(count)} program keys end soon`,
  keyEnded: 'Ended: can no longer sign in',
  keyOf: (key: string, client: string) => `${key} of ${client}`,
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
    signIn: { title: 'How you sign in', text: 'Your password, passkeys and authenticator app.' },
    sessions: { title: 'Where you are signed in', text: 'Your browsers and programs, and how to sign them out.' },
  },
  everything: 'everything, as admin',
  permissions: (count: number) => counted(count, 'permission'),
  thisConsole: 'this console',
};

/** Texts of the figures. */
export const figureWords = {
  label: 'In figures',
  none: '–',
  signIns: (days: number) => `Sign-in attempts, ${days} days`,
  noAttempts: 'no attempts',
  succeeded: (count: number, share: string) => `${formatNumber(count)} succeeded (${share})`,
  failed: 'Failed sign-ins',
  noneFailed: 'none failed',
  failedOn: (count: number, all: number, day: string) =>
    count === all ? `all on ${day}` : `${formatNumber(count)} of them on ${day}`,
  failedDays: (days: number) => (days === 1 ? 'on 1 day' : `on ${formatNumber(days)} days`),
  administrators: 'Administrators of Licet',
  noSecondFactor: (count: number) =>
    count === 0 ? 'all have a second factor' : `${formatNumber(count)} without a second factor`,
  unused: 'Unused access',
  notUsedIn: (days: number) => `grants not used in ${days} days`,
  notMeasured: 'not measured yet',
  endsIn: (days: number) => `Ends in ${days} days`,
  next: 'next {when}',
  holdersAndNext: (count: number) => (count === 1 ? '1 holder, {when}' : `${formatNumber(count)} holders, next {when}`),
  nothing: 'nothing',
  waiting: 'Waiting',
  oldest: 'the oldest came {when}',
  timeToDecide: 'Time to decide',
  ofDecisions: (count: number): string => {
    if (count === 0) return 'nothing decided yet';
    return count === 1 ? 'of the only decision' : `median of the last ${formatNumber(count)}`;
  },
};

/** Texts of the waiting items. */
export const waitingWords = {
  title: 'Waiting longest',
  all: (count: string) => `All ${count}`,
  nothing: 'Nothing is waiting for you.',
  asks: (name: string, what: string) => `${name} asks ${what}`,
  review: (name: string) => `Review ${name}`,
  left: (left: number, all: number) => `${formatNumber(left)} of ${counted(all, 'line')} left`,
  due: 'due',
  emergency: (name: string) => `${name} used emergency access`,
  sync: (connection: string, count: number) => `${connection} would suspend ${counted(count, 'user')}`,
  syncOf: (count: number, linked: number) => `${formatNumber(count)} of ${counted(linked, 'user')}`,
};

/** Texts of unused access. */
export const unusedWords = {
  firstOnly: (count: number) => `Only the first ${formatNumber(count)} applications by name are counted.`,
  title: 'Unused access',
  days: (days: number) => `${days} days`,
  review: 'Start a review',
  none: '–',
  nothing: 'Every grant was used.',
  notMeasured: (days: number) => `Not measured yet. An application has to report use for ${days} days first.`,
  ofGrants: (unused: string, all: number) => `${unused} of ${counted(all, 'grant')}`,
};

/** Texts of the administrators. */
export const administratorWords = {
  title: 'Administrators',
  all: (count: string) => `All ${count}`,
  ofLicet: 'Administrators of Licet',
  mayEverything: 'They may do everything.',
  noSecondFactor: 'No second factor',
  allHaveOne: 'Every administrator has one.',
  more: (count: number) => `${formatNumber(count)} more`,
  longestAway: 'Long without a sign-in',
  never: (name: string) => `${name}, never signed in`,
  lastOn: (name: string) => `${name}, last {when}`,
};

/** Texts of the Home of auditors. */
export const auditorWords = {
  home: 'Home',
  changesSince: (count: number, text: string, at: string) =>
    count === 1 ? `1 change since ${at}` : `${count === 0 ? 'No' : text} changes since ${at}`,
  changesInAWeek: (count: number, text: string) =>
    count === 1 ? '1 change in 7 days' : `${count === 0 ? 'No' : text} changes in 7 days`,
  neverMarked: 'Mark them as seen, and the next count begins there.',
  sinceMarked: 'Since you last marked the changes as seen.',
  markSeen: 'Mark all as seen',
  changes: 'Changes',
  all: (count: string) => `All ${count}`,
  nothing: 'Nothing changed.',
  sinceThen: (marked: boolean): string => (marked ? 'since you marked them' : 'in 7 days'),
  gainedAndLost: 'Gained and lost',
  thisWeek: 'this week',
  emergencies: 'Emergency access',
  waitForReview: (count: number): string =>
    count === 0 ? 'all reviewed' : count === 1 ? 'waits for a review' : 'wait for a review',
  separation: 'Separation',
  breakRules: (count: number): string =>
    count === 0 ? 'no rule is broken' : count === 1 ? 'breaks a rule' : 'break a rule',
  coverage: 'Review coverage',
  coverageYear: '12 months',
  covered: (reviewed: number, grants: number, application: string) =>
    `${formatNumber(reviewed)} of ${formatNumber(grants)} grants in ${application} were reviewed in the last 12 months.`,
  allReviews: 'Reviews',
  moreApplications: (count: number) =>
    count === 1 ? 'and 1 more application' : `and ${formatNumber(count)} more applications`,
  chain: 'Audit chain',
  events: 'events',
};

/** Texts of the Home of members. */
export const memberWords = {
  home: 'Home',
  title: 'What you may do',
  lead: (applications: number, permissions: number, admin: boolean) => {
    if (applications === 0) return 'You have no access to any application yet.';
    const where = counted(applications, 'application');
    return admin ? `${where}.` : `${where}, ${counted(permissions, 'permission')}.`;
  },
  ask: 'Ask for access',
  nothing: 'Your account is ready',
  nothingText:
    'Open the application that you need. If it refuses something, you can request access there. Your access then appears here.',
  thisConsole: 'This console',
  open: 'Open',
  openNamed: (name: string) => `Open ${name}`,
  everything: 'Everything, as admin',
  all: (count: number) => (count === 1 ? 'The permission and why' : `All ${formatNumber(count)} permissions`),
  why: 'Where they come from',
  others: (count: number) => `${formatNumber(count)} more`,
  changes: 'Next change:',
  ends: '{what} ends {at}.',
  stays: '{what} stays after {at}, through another path.',
  extend: 'Ask to extend…',
  extendNamed: (what: string) => `Ask to extend ${what}…`,
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

catalogue('home', {
  words,
  figureWords,
  waitingWords,
  unusedWords,
  administratorWords,
  auditorWords,
  memberWords,
  stepWords,
});
