import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

const changes = (count: number) => (count === 1 ? '1 change' : `${formatNumber(count)} changes`);

/** Texts of the draft. */
export const words = {
  title: 'Changes',
  tabs: 'Changes',
  draft: 'Draft',
  applied: 'Applied',
  show: 'Show what was applied',
  when: 'When',
  who: 'Who',
  why: 'Why',
  count: 'Changes',
  state: 'Since',
  noReason: 'no reason given',
  reverted: 'reverted',
  revertsWhat: (numbers: readonly number[]) =>
    numbers.length === 1 ? `reverts ${numbers[0]}` : `reverts ${changes(numbers.length)}`,
  noneApplied: 'No change set was applied yet',
  noneAppliedText: 'Applied drafts are listed here, and so are changes made from files of access as code.',
  setTitle: (no: string) => `Change set ${no}`,
  setCount: (count: number) => changes(count),
  fromSet: (set: string) => `By the files of ${set}`,
  revertedBy: '{who} reverted it by {set}.',
  reverts: 'It reverts:',
  moreReverted: (count: number) => `and ${changes(count)} more`,
  setNo: (no: string) => `change set ${no}`,
  eventNo: (no: string) => `change ${no}`,
  wouldDo: 'What reverting it would do',
  wouldDoNothing: 'Nobody would gain or lose a role or permission.',
  working: {
    asking: 'Working out the revert',
    reading: 'Sending the changes',
    checking: 'Checking the changes',
    effects: 'Comparing access before and after',
    writing: 'Making the changes',
  },
  doneOf: (done: string, total: string) => `${done} of ${total}`,
  planAgain: 'Work out again',
  revertRefused: 'Some of these changes would be refused. The reasons are above.',
  brokenOff:
    'The connection broke before the server reported the result. Applied change sets are listed under Applied.',
  effects: 'What it did',
  searchEffects: 'User, role, permission or application',
  noEffects: 'Nobody gained or lost a role or permission.',
  partial: 'Only the applications that you own are listed.',
  events: 'Its changes',
  searchEvents: 'Name or action',
  notFound: 'Nothing matches this search.',
  inAudit: 'In the audit',
  lead: 'Nothing in this draft is applied yet. All of it is applied at once, or nothing.',
  empty: 'Nothing is in the draft',
  emptyText:
    'Where you change access, press “Add to draft” instead. Here you see what all of it would change together, before you apply it.',
  lines: 'In the draft',
  remove: (title: string) => `Take “${title}” out of the draft`,
  reason: 'Reason',
  apply: (count: number) => `Apply ${changes(count)}`,
  removed: (title: string) => `“${title}” is out of the draft.`,
  discard: 'Discard draft',
  discarded: 'The draft is discarded.',
  back: 'The draft is as it was before.',
  done: (count: number) => (count === 1 ? '1 change is made.' : `${changes(count)} are made.`),
  undone: (count: number) => (count === 1 ? '1 change is undone.' : `${changes(count)} are undone.`),
  refused: 'Remove from the draft what would be refused; the reasons are above.',
  waits: 'Nothing is applied before its effects are known.',
  moved: 'Nothing was applied.',
  movedText:
    'Somebody else made a change, and the draft would have other effects now. This is the new plan: look at it, then apply it.',
  gone: 'These effects of the plan that you confirmed would no longer occur:',
};

catalogue('changes', { words });
