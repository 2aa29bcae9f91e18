import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

const changes = (count: number) => (count === 1 ? '1 change' : `${formatNumber(count)} changes`);

/** Texts of the draft. */
export const words = {
  title: 'Changes',
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
  fromSet: (set: string) => `From the files of ${set}`,
  revertedBy: '{who} reverted it with {set}.',
  reverts: 'It reverts:',
  moreReverted: (count: number) => `and ${changes(count)} more`,
  setNo: (no: string) => `change set ${no}`,
  eventNo: (no: string) => `change ${no}`,
  wouldDo: 'Effects of reverting it',
  wouldDoNothing: 'Nobody would gain or lose a role or permission.',
  working: {
    asking: 'Computing the revert',
    reading: 'Sending the changes',
    checking: 'Checking the changes',
    effects: 'Comparing access before and after',
    writing: 'Applying the changes',
  },
  doneOf: (done: string, total: string) => `${done} of ${total}`,
  planAgain: 'Compute again',
  revertRefused: 'Some of these changes would be refused. The reasons are above.',
  brokenOff:
    'The connection broke before the server reported the result. Applied change sets are listed under Applied.',
  effects: 'Effects',
  searchEffects: 'User, role, permission or application',
  noEffects: 'Nobody gained or lost a role or permission.',
  partial: 'Only the applications that you own are listed.',
  events: 'Its changes',
  searchEvents: 'Name or action',
  notFound: 'Nothing matches this search.',
  inAudit: 'Show in audit log',
  empty: 'The draft is empty',
  emptyText:
    'When you change access, choose “Add to draft” instead of applying it. Here you see the effects of all changes together before you apply them.',
  lines: 'In the draft',
  remove: (title: string) => `Remove “${title}” from the draft`,
  reason: 'Reason',
  apply: (count: number) => `Apply ${changes(count)}`,
  removed: (title: string) => `“${title}” was removed from the draft.`,
  discard: 'Discard draft',
  discarded: 'The draft is discarded.',
  back: 'The draft is restored.',
  done: (count: number) => (count === 1 ? '1 change was applied.' : `${changes(count)} were applied.`),
  undone: (count: number) => (count === 1 ? '1 change is undone.' : `${changes(count)} are undone.`),
  refused: 'Remove the changes that would be refused. The reasons are above.',
  waits: 'Wait until the effects are known.',
  moved: 'Nothing was applied.',
  movedText: 'Somebody else made a change, so the draft now has different effects. Check the new plan, then apply it.',
  gone: 'These effects of the plan that you confirmed would no longer occur:',
};

catalogue('changes', { words });
