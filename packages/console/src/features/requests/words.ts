import { formatList, formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const words = {
  title: 'Requests',
  views: { waiting: 'Waiting for me', mine: 'Mine', decided: 'Decided' },
  ask: 'Ask for access',
  askFirst: 'Ask for access',
  lapses: 'A request that nobody decides lapses after 14 days and is kept.',
  lists: {
    waiting: 'Requests that wait for me, newest first',
    mine: 'My requests, newest first',
    decided: 'Decided requests, newest first',
  },
  empty: {
    waiting: {
      title: 'Nothing waits for you',
      text: 'When somebody asks for access that you decide on, it appears here by itself. What you ask for yourself, somebody else decides.',
    },
    mine: {
      title: 'You have asked for nothing yet',
      text: 'Ask for a role or a permission, say why and for how long. The owners of the application decide.',
    },
    decided: {
      title: 'Nothing has been decided yet',
      text: 'Requests that were approved, refused or taken back stay here, with who decided and why.',
    },
  },
  back: (all: string) => `All ${all} requests`,
  place: (place: number, all: string) => `${place} of ${all}`,
  forLong: (length: string) => `for ${length}`,
  untilWhen: (when: string) => `until ${when}`,
  inApplication: (name: string) => `in ${name}`,
  inHead: (name: string) => `In ${name}`,
  you: 'You',
  ask1: 'ask',
  asks: 'asks',
  hasAsked: 'asked',
  asked: 'Asked',
  from: (place: string) => `, from the ${place}`,
  fromPlain: (place: string) => `, from ${place}`,
  lapsesAt: 'Lapses',

  howLong: 'For how long',
  until: 'Until…',
  untilField: 'Until',
  askedFor: (length: string) => `Asked for ${length}.`,
  clock: (until: string) => `The clock starts when you approve: until ${until}.`,
  untilPast: 'Choose a time that is still ahead, by a minute at least.',
  untilMore: (length: string) => `That is longer than the ${length} that were asked for.`,
  gives: 'Gives',
  everythingAsked: 'As asked.',
  lessThanAsked: (asked: string) => `Less than ${asked}, which was asked for.`,
  nothingLess: 'As asked; nothing smaller includes it.',

  changes: 'What approving changes',
  changesCount: 'One gains, nobody loses',
  gainsNothing: 'Nothing new is gained',
  gainsNothingText: (name: string) => `${name} already has all of this by another path; this one would end by itself.`,
  ends: 'ends',
  stays: (permissions: number, application: string) =>
    permissions === 0
      ? `Nothing else is permitted in ${application}, before and after`
      : `Everything else stays: ${formatNumber(permissions)} ${permissions === 1 ? 'permission' : 'permissions'} in ${application}`,
  withRoles: (names: readonly string[]) => `with the ${names.length === 1 ? 'role' : 'roles'} ${formatList(names)}`,
  signsInAs: (name: string, username: string) => `${name} signs in as ${username}.`,
  everything: (application: string) => `Every permission of ${application}, also those made later.`,
  everythingText: 'It comes with the role admin.',
  more: (count: number) => `and ${formatNumber(count)} more`,
  tab: (name: string, until: string) =>
    `An open tab of ${name} shows it within a second. It goes again by itself: ${until}.`,
  note: (name: string) => `Note to ${name}`,
  notePlaceholder: 'Shown where it was asked for, beside the button',
  deny: 'Deny…',
  keys: { approve: 'approve', deny: 'deny', next: 'next', previous: 'previous' },
  notLoaded: 'What it changes is not known yet.',
  mayNot: {
    own_request: 'You cannot decide on your own request. Another owner or an administrator must decide.',
    not_a_decider: 'Others decide on it: see whose turn it is.',
    not_your_step: 'It is not your turn: others approve this step.',
    voted_already: 'You have approved it, or somebody did in your place. Others give what is still needed.',
    closed: 'It is decided already.',
  },
  approve: 'Approve',
  approved: (length: string, who: string, may: string, until: string) =>
    `Approved ${length}. ${who} ${may} until ${until}.`,
  denyTitle: (name: string) => `Deny the request of ${name}?`,
  denyText: (name: string) => `Nothing changes. ${name} reads the reason, and may ask again.`,
  denyReason: 'Reason',
  denyAction: 'Deny the request',
  denied: (name: string) => `Denied. ${name} reads why.`,
  cancel: 'Cancel',
  meanwhile: 'Somebody was faster.',
  meanwhileText: 'Nothing of yours was sent. This is what became of the request:',
  withdraw: 'Withdraw…',
  withdrawTitle: 'Withdraw your request?',
  withdrawText: 'Nobody needs to decide it any longer. It stays in the list, and you may ask again.',
  withdrawAction: 'Withdraw the request',
  withdrawn: 'Your request is withdrawn.',
  waits: 'It waits for a decision.',
  requestOf: (name: string) => `Request of ${name}`,
};

/** Texts of the outcome. */
export const outcomeWords = {
  title: 'What became of it',
  lapsed: 'Nobody decided it in fourteen days.',
  left: (name: string, by: string) => `It ended because ${name} was suspended or deleted by ${by}.`,
  deleted: (by: string) => `It ended because what was asked for was deleted by ${by}.`,
  operator: 'The operator',
  given: 'Given',
  length: 'For',
  wasAsked: 'was asked for',
  ends: 'Ends',
  ended: 'Ended',
  takenAway: 'Revoked since',
  note: 'Note',
  reason: 'Reason',
  grant: 'The grant',
  explain: (name: string) => `What ${name} could do then`,
};

/** Texts of the steps of an approval. */
export const stepWords = {
  step: (place: number, all: number) => (all === 1 ? 'Approval' : `Step ${place} of ${all}`),
  approvedBy: (name: string) => `${name} approved`,
  approvedFor: (name: string, whose: string) => `${name} approved in the place of ${whose}`,
  decide: (names: string) => `It takes the approval of ${names}.`,
  decideAll: (names: string, count: number) => `It takes ${count} approvals, of ${names}.`,
  nobody: 'No approver is left: another owner or administrator is needed.',
  administrator: 'an administrator',
  others: (count: number) => (count === 1 ? 'one other' : `${count} others`),
  usually: (length: string) => `Half of the requests here are decided within ${length}.`,
  proposed: (name: string) => `${name} asks for it on their behalf.`,
  inPlace: (name: string) => `You decide in the place of ${name}.`,
  votes: 'Approved by',
  voteOf: (name: string, step: number) => `${name} (step ${step})`,
  voteFor: (name: string, whose: string, step: number) => `${name} for ${whose} (step ${step})`,
  stepApproved: (next: string) => `Approved. ${next}`,
  stillNeeded: (count: number) =>
    count === 1
      ? 'One more approval is needed before it is given.'
      : `${count} more approvals are needed before it is given.`,
};

/** Texts of comments, and of undoing an approval. */
export const besideWords = {
  comments: 'Comments',
  comment: 'Comment',
  commentHint: 'The person who asked and those who decide read it.',
  commentEmpty: 'Write something first.',
  say: 'Comment',
  undo: 'Take the approval back',
  undoShort: 'Undo',
  undoUntil: 'Undo ends',
  undone: (name: string) => `The approval is taken back: ${name} has it no longer.`,
  takenBack: 'Taken back',
  takenBackBy: (name: string) => `by ${name}`,
};

/** Texts of the catalogue. */
export const catalogueWords = {
  tab: 'Catalogue',
  list: 'Roles that I can ask for',
  search: 'Role or application',
  none: 'There is nothing to ask for',
  noneText: 'You hold every role that people can ask for in your applications, or have asked for it.',
  notFound: 'Nothing is found',
  notFoundText: 'Look for another word, or ask for a permission by its name.',
  atMost: (length: string) => `for ${length} at most`,
  decides: (names: string, approvals: number) =>
    approvals === 1 ? `${names} decides.` : `${approvals} approvals; ${names} decides first.`,
  others: (count: number) => (count === 1 ? 'one other' : `${count} others`),
  nobody: 'Nobody else can decide it yet: another owner or administrator is needed.',
  usually: (length: string) => `Half are decided within ${length}.`,
};

/** Texts of the form for a new request. */
export const askWords = {
  title: 'Ask for access',
  lead: 'The owners of the application decide. The time begins when they approve.',
  application: 'Application',
  what: 'Role or permission',
  whatFirst: 'Choose the application first.',
  whatHint: 'Ask for the least that does the work.',
  length: 'For how long',
  until: 'Until…',
  untilField: 'Until',
  lengthHint: (length: string) => `Counted from the approval: ${length}.`,
  reason: 'Why',
  reasonHint: 'Whoever decides reads it.',
  reasonPlaceholder: 'What you need to do, for whom, and by when',
  send: 'Ask for access',
  cancel: 'Cancel',
  asked: 'Your request is sent. It waits for a decision.',
  held: 'You may do this already: nothing needs to be asked.',
  decides: (names: string) => `${names} decides.`,
  decide: (names: string) => `${names} decide.`,
  nobody: 'Nobody else can decide it yet: another owner or administrator is needed.',
  others: (count: number) => (count === 1 ? 'one other' : `${count} others`),
  chooseApplication: 'Choose an application.',
  chooseWhat: 'Choose a role or a permission.',
};

/** Texts for deciding several requests together. */
export const togetherWords = {
  pick: (name: string) => `Pick the request of ${name}`,
  pickAll: 'Pick all',
  pickKey: 'pick',
  picked: (count: number, all: number) => `${formatNumber(count)} of ${formatNumber(all)} picked`,
  open: 'Decide together',
  title: (count: number) => (count === 1 ? 'One request is picked' : `${formatNumber(count)} requests together`),
  titleNone: 'Not decided',
  leadNone: 'These were no longer pending when you decided them. Nothing of your decision was sent.',
  seen: 'Done',
  lead: 'Each is granted as it was asked for. A refused one does not stop the others, and stays picked.',
  list: 'The requests that are picked',
  drop: (name: string) => `Leave out the request of ${name}`,
  wasRefused: (why: string) => `Was not decided: ${why}`,
  wouldBeRefused: (why: string) => `Cannot be approved now: ${why}`,
  changes: 'What approving all of them changes',
  note: 'Note to all of them',
  noteHint: 'Each of the people reads it with the decision.',
  notKnown: 'What they change is not known yet.',
  noneToApprove: 'None of them can be approved now: each says why.',
  approve: (count: number) => (count === 1 ? 'Approve' : `Approve ${formatNumber(count)}`),
  deny: (count: number) => (count === 1 ? 'Deny…' : `Deny ${formatNumber(count)}…`),
  none: 'Pick none',
  denyTitle: (count: number) => (count === 1 ? 'Deny the request?' : `Deny ${formatNumber(count)} requests?`),
  denyText: (names: string) => `Nothing changes. The reason is read by ${names}; they may ask again.`,
  denyAction: (count: number) => (count === 1 ? 'Deny the request' : `Deny ${formatNumber(count)} requests`),
  others: (count: number) => `${formatNumber(count)} others`,
  done: {
    approve: (count: number) =>
      count === 1 ? 'One request is approved.' : `${formatNumber(count)} requests are approved.`,
    deny: (count: number) => (count === 1 ? 'One request is denied.' : `${formatNumber(count)} requests are denied.`),
  },
  undone: (count: number) =>
    count === 1 ? 'The approval is taken back.' : `${formatNumber(count)} approvals are taken back.`,
};

catalogue('requests', { words, outcomeWords, stepWords, besideWords, catalogueWords, askWords, togetherWords });
