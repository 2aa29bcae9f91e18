import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

/** Texts of changes to the selected rows of a list. */
export const words = {
  selected: (count: number) => `${formatNumber(count)} selected`,
  allThatMatch: (count: string) => `Select all ${count} that match`,
  all: (count: string) => `Select all ${count}`,
  tooMany: 'More rows match than one change takes. Narrow the list with a filter.',
  cancel: 'Cancel',
  cancelled: 'Cancelled. Nothing was changed.',
  leaveTitle: 'Leave and cancel?',
  leaveText: (what: string) =>
    `${what} is not finished. If you leave this page, it is cancelled and nothing is changed.`,
  leave: 'Leave and cancel',
  stay: 'Stay',
  choose: 'Fill in the fields first.',
  asking: 'The effects are still being computed.',
  refused: 'This would be refused for the reasons above.',
  waits: 'A change to many can be made only when its effects are known.',
  skipped: (count: number) => (count === 1 ? 'One stays unchanged:' : `${formatNumber(count)} stay unchanged:`),
  allSkipped: (count: number) => `Show all ${formatNumber(count)}`,
  doneOf: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  phases: {
    asking: 'Computing the effects',
    reading: 'Sending the changes',
    checking: 'Checking the changes',
    effects: 'Comparing access before and after',
    writing: 'Applying the changes',
  },
};

catalogue('blocks.bulk', { words });
