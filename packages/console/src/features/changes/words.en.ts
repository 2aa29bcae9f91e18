import { formatNumber } from '../../ui/format.ts';

const changes = (count: number) => (count === 1 ? '1 change' : `${formatNumber(count)} changes`);

/** The words of the draft. */
export const words = {
  title: 'Changes',
  lead: 'A draft: nothing of it is made yet. All of it is made at once, or nothing.',
  empty: 'Nothing is in the draft',
  emptyText:
    'Where you change access, press “Add to draft” instead. Here you see what all of it would change together, before you apply it.',
  lines: 'In the draft',
  remove: (title: string) => `Take “${title}” out of the draft`,
  reason: 'Reason',
  apply: (count: number) => `Apply ${changes(count)}`,
  discard: 'Discard draft',
  done: (count: number) => (count === 1 ? '1 change is made.' : `${changes(count)} are made.`),
  refused: 'Take out of the draft what would be refused; the reasons stand above.',
  waits: 'Nothing is applied before this is known.',
  moved: 'Nothing was applied.',
  movedText:
    'Somebody else changed something, and the draft would bring something else by now. This is the new plan: look at it, then apply it.',
  gone: 'Of the plan that you agreed to, this would not come about any more:',
};
