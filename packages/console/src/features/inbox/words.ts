import { formatList, formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

export const words = {
  title: 'Inbox',
  views: { waiting: 'To do', mine: 'My requests', decided: 'Done' },
  ask: 'Ask for access',
  askFirst: 'Ask for access',
  lapses: 'A request that nobody decides expires after 14 days. It stays in the list.',
  lists: {
    mine: 'My requests, newest first',
    decided: 'Decided requests, newest first',
  },
  empty: {
    mine: {
      title: 'You have not requested anything yet',
      text: 'Request a role or a permission, with a reason and a length of time. The owners of the application decide.',
    },
    decided: {
      title: 'Nothing has been decided yet',
      text: 'Approved, denied and withdrawn requests are listed here, with who decided and why.',
    },
  },
  back: 'Back to the list',
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
  lapsesAt: 'Expires',

  howLong: 'For how long',
  until: 'Until…',
  untilField: 'Until',
  askedLength: (length: string) => `${length} (asked)`,
  lessLong: (asked: string) => `Shorter than the requested ${asked}.`,
  clock: (until: string) => `Until ${until}, if you approve now.`,
  untilPast: 'Choose a time at least one minute from now.',
  untilMore: (length: string) => `That is longer than the requested ${length}.`,
  gives: 'Grants',
  everythingAsked: 'As requested.',
  lessThanAsked: (asked: string) => `Less than the requested ${asked}.`,
  nothingLess: 'As requested. There is no smaller role or permission to grant instead.',

  changes: 'What approving changes',
  changesCount: 'One gains, nobody loses',
  gains: 'Gains:',
  gainsNothing: 'Nothing new is gained',
  gainsNothingText: (name: string) =>
    `${name} already has all of this through another path. This grant would end by itself.`,
  ends: 'ends',
  stays: (permissions: number, application: string) =>
    permissions === 0
      ? `Nothing else is permitted in ${application}, before and after`
      : `Everything else stays: ${formatNumber(permissions)} ${permissions === 1 ? 'permission' : 'permissions'} in ${application}`,
  withRoles: (names: readonly string[]) => `with the ${names.length === 1 ? 'role' : 'roles'} ${formatList(names)}`,
  signsInAs: (name: string, username: string) => `${name} signs in as ${username}.`,
  everything: (application: string) => `Every permission of ${application}, including future ones.`,
  everythingText: 'The role admin includes it.',
  more: (count: number) => `and ${formatNumber(count)} more`,
  note: (name: string) => `Note to ${name}`,
  notePlaceholder: 'Shown to the requester, where they made the request',
  deny: 'Deny…',
  notLoaded: 'What it changes is not known yet.',
  mayNot: {
    own_request: 'You cannot decide on your own request. Another owner or an administrator must decide.',
    not_a_decider: 'You are not an approver of this request. See whose turn it is.',
    not_your_step: 'It is not your turn: others approve this step.',
    voted_already:
      'You have approved it, or somebody did in your place. Other approvers must give the remaining approvals.',
    closed: 'It is already decided.',
  },
  approve: 'Approve',
  approved: (length: string, who: string, may: string, until: string) =>
    `Approved ${length}. ${who} ${may} until ${until}.`,
  denyTitle: (name: string) => `Deny the request of ${name}?`,
  denyText: (name: string) => `Nothing changes. ${name} sees the reason and can request it again.`,
  denyReason: 'Reason',
  denyAction: 'Deny the request',
  denied: (name: string) => `Denied. ${name} sees the reason.`,
  cancel: 'Cancel',
  meanwhile: 'Somebody else has already decided this.',
  meanwhileText: 'Your decision was not sent. The outcome of the request:',
  withdraw: 'Withdraw…',
  withdrawTitle: 'Withdraw your request?',
  withdrawText: 'It no longer needs a decision. It stays in the list, and you can request it again.',
  withdrawAction: 'Withdraw the request',
  withdrawn: 'Your request is withdrawn.',
  waits: 'The request is waiting for a decision.',
  requestOf: (name: string) => `Request of ${name}`,
};

/** Texts of the outcome. */
export const outcomeWords = {
  title: 'Outcome',
  lapsed: 'Nobody decided it within 14 days.',
  left: (name: string, by: string) => `It ended because ${name} was suspended or deleted ${by}.`,
  deleted: (by: string) => `It ended because the requested role or permission was deleted ${by}.`,
  operator: 'The operator',
  given: 'Granted',
  length: 'For',
  wasAsked: 'was requested',
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
  approvedFor: (name: string, whose: string) => `${name} approved on behalf of ${whose}`,
  decide: (names: string) => `Requires the approval of ${names}.`,
  decideAll: (names: string, count: number) => `Requires ${count} approvals from ${names}.`,
  /** As a subject, unlike `others`. */
  otherApprovers: (count: number) => (count === 1 ? 'one other' : `${count} others`),
  mayAlone: 'You can decide.',
  mayToo: (names: string) => `You can decide; the approvers are ${names}.`,
  mayWith: (names: string) => `You or ${names} can decide.`,
  asAdministrator: (names: string) => `You may decide as administrator; the approvers are ${names}.`,
  asOwnersAdministrator: (names: string) => `You may decide as administrator; the owners are ${names}.`,
  nobody: 'No approver is left: another owner or administrator is needed.',
  administrator: 'an administrator',
  others: (count: number) => (count === 1 ? 'one other' : `${count} others`),
  usually: (length: string) => `Half of the requests here are decided within ${length}.`,
  proposed: (name: string) => `${name} requested it on their behalf.`,
  inPlace: (name: string) => `You decide on behalf of ${name}.`,
  votes: 'Approved by',
  voteOf: (name: string, step: number) => `${name} (step ${step})`,
  voteFor: (name: string, whose: string, step: number) => `${name} for ${whose} (step ${step})`,
  stepApproved: (next: string) => `Approved. ${next}`,
  stillNeeded: (count: number) =>
    count === 1
      ? 'One more approval is needed before it is granted.'
      : `${count} more approvals are needed before it is granted.`,
};

/** Texts about earlier access. */
export const evidenceWords = {
  never: (name: string, since: string) => `${name} has not had it since ${since}.`,
  has: (name: string, since: string) => `${name} has had it since ${since}.`,
  once: (name: string, from: string, to: string) => `${name} had it from ${from} to ${to}.`,
  often: (name: string, times: number, from: string, to: string) =>
    `${name} had it ${formatNumber(times)} times in the last 12 months, last from ${from} to ${to}.`,
};

/** Texts of comments, and of undoing an approval. */
export const besideWords = {
  comments: 'Comments',
  comment: 'Comment',
  write: 'Comment…',
  commentHint: 'Visible to the requester and the approvers.',
  commentEmpty: 'Write something first.',
  say: 'Comment',
  undo: 'Undo the approval',
  undoShort: 'Undo',
  undoUntil: 'Undo ends',
  undone: (name: string) => `The approval was undone. ${name} no longer has it.`,
  takenBack: 'Undone',
};

/** Texts of the catalogue. */
export const catalogueWords = {
  tab: 'What you can ask for',
  list: 'Roles that you can request',
  search: 'Role or application',
  none: 'There is nothing to request',
  noneText: 'You hold or have already requested every role that people can request in your applications.',
  notFound: 'No matches',
  notFoundText: 'Try another word, or request a permission by its name.',
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
  lead: 'The owners of the application decide. The time starts when they approve.',
  application: 'Application',
  what: 'Role or permission',
  whatFirst: 'Choose the application first.',
  whatHint: 'Choose the least access that you need.',
  length: 'For how long',
  until: 'Until…',
  untilField: 'Until',
  lengthHint: (length: string) => `Counted from the approval: ${length}.`,
  reason: 'Why',
  reasonHint: 'The approver reads this.',
  reasonPlaceholder: 'What you need to do, for whom, and by when',
  send: 'Ask for access',
  cancel: 'Cancel',
  asked: 'Your request was sent and is waiting for a decision.',
  held: 'You already have this access.',
  decides: (names: string) => `${names} decides.`,
  decide: (names: string) => `${names} decide.`,
  nobody: 'Nobody else can decide it yet: another owner or administrator is needed.',
  others: (count: number) => (count === 1 ? 'one other' : `${count} others`),
  chooseApplication: 'Choose an application.',
  chooseWhat: 'Choose a role or a permission.',
};

/** Texts for deciding several requests together. */
export const togetherWords = {
  pick: (name: string) => `Select the request of ${name}`,
  pickAll: 'Select all',
  picked: (count: number, all: number) => `${formatNumber(count)} of ${formatNumber(all)} selected`,
  open: 'Decide together',
  title: (count: number) => (count === 1 ? 'One request selected' : `${formatNumber(count)} requests selected`),
  titleNone: 'Not decided',
  leadNone: 'These requests were no longer pending when you decided, so your decision was not sent.',
  seen: 'Done',
  lead: 'Each request is granted as it was requested. If one fails, the others still continue, and the failed one stays selected.',
  list: 'Selected requests',
  drop: (name: string) => `Leave out the request of ${name}`,
  wasRefused: (why: string) => `Was not decided: ${why}`,
  wouldBeRefused: (why: string) => `Cannot be approved now: ${why}`,
  changes: 'What approving all of them changes',
  note: 'Note to all of them',
  noteHint: 'Each requester sees it with the decision.',
  notKnown: 'What they change is not known yet.',
  noneToApprove: 'None of them can be approved now. Each one shows the reason.',
  approve: (count: number) => (count === 1 ? 'Approve' : `Approve ${formatNumber(count)}`),
  deny: (count: number) => (count === 1 ? 'Deny…' : `Deny ${formatNumber(count)}…`),
  none: 'Clear selection',
  denyTitle: (count: number) => (count === 1 ? 'Deny the request?' : `Deny ${formatNumber(count)} requests?`),
  denyText: (names: string) => `Nothing changes. The reason is shown to ${names}, who can request it again.`,
  denyAction: (count: number) => (count === 1 ? 'Deny the request' : `Deny ${formatNumber(count)} requests`),
  others: (count: number) => (count === 1 ? 'one other' : `${formatNumber(count)} others`),
  done: {
    approve: (count: number) =>
      count === 1 ? 'One request is approved.' : `${formatNumber(count)} requests are approved.`,
    deny: (count: number) => (count === 1 ? 'One request is denied.' : `${formatNumber(count)} requests are denied.`),
  },
  undone: (count: number) =>
    count === 1 ? 'The approval was undone.' : `${formatNumber(count)} approvals were undone.`,
};

catalogue('requests', {
  words,
  outcomeWords,
  stepWords,
  evidenceWords,
  besideWords,
  catalogueWords,
  askWords,
  togetherWords,
});
