import { formatNumber } from '../../../ui/format.ts';
import { catalogue } from '../../../ui/language.ts';

const users = (count: number) => (count === 1 ? '1 user' : `${formatNumber(count)} users`);
const lines = (count: number) => (count === 1 ? '1 line' : `${formatNumber(count)} lines`);

/** Texts of the things to do. */
export const todoWords = {
  bands: { soon: 'Ends by tomorrow', waiting: 'Waiting, oldest first', week: 'Ends this week' },
  kinds: {
    request: 'Requests',
    ending: 'Ending',
    review: 'Reviews',
    draft: 'Drafts',
    emergency: 'Emergencies',
    sync: 'Synchronisations',
  },
  show: 'Show',
  all: 'All',
  more: 'More',
  onlyFirst: (shown: number, total: number) =>
    `The first ${formatNumber(shown)} of ${formatNumber(total)}. The others follow when these are decided.`,
  allEndings: 'Everything that ends soon',
  asksFor: (name: string, what: string) => `${name} asks ${what}`,
  endsFor: (what: string, name: string) => `${what} ends for ${name}`,
  exceptionEnds: (rule: string, name: string) => `The exception from ${rule} ends for ${name}`,
  review: (name: string) => `Review ${name}`,
  draft: (title: string) => `Your draft: ${title}`,
  draftLines: (count: number) => `${lines(count)} in this tab`,
  emergency: (name: string) => `${name} used emergency access`,
  sync: (connection: string, count: number) => `${connection} would suspend ${users(count)}`,
  syncOf: (count: number, linked: number) => `${formatNumber(count)} of ${users(linked)}, so it waits for you`,
  due: 'Due',
  decidedOf: (decided: number, all: number) => `${formatNumber(decided)} of ${formatNumber(all)}`,
  letEnd: 'ends as planned',
  later: 'later',
  gone: 'This no longer waits for you',
  goneText: 'Somebody else has decided it, or it has ended.',
  next: 'Show what waits',
};

/** Texts of the panes. */
export const paneWords = {
  granted: (by: string) => `Granted ${by},`,
  extendBy: 'Extend by',
  twoHours: '2 h',
  day: '1 day',
  week: '1 week',
  until: 'Until…',
  untilField: 'Until',
  missing: 'Choose the day and the time.',
  becomes: (until: string) => `Then it ends: ${until}.`,
  extend: { twoHours: 'Extend by 2 hours', day: 'Extend by 1 day', week: 'Extend by 1 week', on: 'Extend' },
  extended: (what: string, name: string, until: string) => `Extended: ${name} has ${what} until ${until}.`,
  restored: 'The previous end is restored.',
  waits: 'Wait until the effects are known.',
  letEnd: 'Let it end',
  remind: 'Remind me again',
  ifItEnds: 'If it ends',
  exceptionKeeps: 'Nothing is revoked. The holder is then reported as a violation again.',
  showGrant: 'Show the grant',
  showEmergency: 'Show the emergency',
  showRule: 'Show the separation rule',
  justified: 'Justified',
  objected: 'Not justified',
  objectedEnds: 'Justified: the access continues to its end. Not justified: the access ends immediately.',
  took: (name: string, role: string, application: string) => `${name} took the role ${role} in ${application}`,
  syncText:
    'So many at once usually mean a wrong base DN or a missing read permission, not people who left. Check the names before you confirm.',
  wouldLeave: 'Would be suspended and signed out',
  others: (count: number) => `and ${formatNumber(count)} more`,
  syncChanged: 'This run is no longer the last one. Open the connection to see its state.',
  openConnection: 'Open the connection',
  draftText: 'These changes are not applied yet. They are applied all together or not at all.',
  openDraft: 'Open the draft',
};

/** Texts of a review with its lines. */
export const reviewPaneWords = {
  due: 'Due',
  opened: (by: string) => `opened ${by}`,
  progress: 'Progress',
  decidedOf: (decided: number, all: number) => `${formatNumber(decided)} of ${formatNumber(all)} decided`,
  show: 'Lines',
  filters: { all: 'All', open: 'Open', unused: 'Unused' },
  openLines: (count: number) =>
    count === 0 ? 'No line is open' : count === 1 ? '1 line is open' : `${formatNumber(count)} lines are open`,
  openReview: 'Reviewers and settings',
  keepUsed: (count: number) => `Keep ${formatNumber(count)} used in 30 days…`,
  keepTitle: (count: number) => `Keep ${lines(count)}?`,
  keepAll: (count: number) => `Keep ${formatNumber(count)}`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  cancel: 'Cancel',
  none: 'No lines to show.',
  allDone: 'All your lines are decided.',
  others: (count: number) => `Somebody else decides ${lines(count)}.`,
  decideFirst: (open: number) =>
    open === 1 ? 'Decide the open line first' : `Decide the ${formatNumber(open)} open lines first`,
  /** @param closes whether finishing closes the review, after a dialog */
  finish: (count: number, closes: boolean) => `Finish ${lines(count)}${closes ? '…' : ''}`,
  finished: (name: string) => `Your lines are decided. You can change them until “${name}” is closed.`,
};

/** Texts of the keys. */
export const keyWords = {
  nextPrevious: 'next, previous',
  control: 'Ctrl',
  undo: 'undo',
  keys: 'keys',
  later: 'later',
  title: 'Keys of the Inbox',
  list: {
    A: 'Let it stand: approve, keep, extend, justified, open',
    D: 'Do not: deny, revoke, let it end, not justified',
    J: 'Next item',
    K: 'Previous item',
    X: 'Select the request',
    H: 'Leave for later',
    Enter: 'Go into the open item',
    Esc: 'Back to the list',
  },
};

/** Texts shown when nothing waits. */
export const emptyWords = {
  title: 'Nothing waits for you',
  decided: (count: number) =>
    count === 0
      ? 'New requests, reviews and access that ends appear here.'
      : count === 1
        ? 'You decided 1 request today.'
        : `You decided ${formatNumber(count)} requests today.`,
  next: 'Next',
  done: 'Done today',
  all: 'All',
  states: { approved: 'Approved:', denied: 'Denied:' },
};

catalogue('inbox', { todoWords, paneWords, reviewPaneWords, keyWords, emptyWords });
