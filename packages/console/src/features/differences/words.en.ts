import { formatNumber } from '../../ui/format.ts';

/** The words of what changed between two instants. */
export const words = {
  title: 'Explain',
  whose: 'Whose access',
  whoseHint: 'A user, a role, a group or an application',
  nobody: 'Nothing by that name',
  from: 'From',
  to: 'To',
  toHint: 'Nothing: now',
  lastWeeks: 'Last 30 days',
  begin: 'Choose whose access, and since when',
  beginText:
    'Here stands who holds what otherwise at the one time than at the other, by which change, and who made it. What came and went between the two is not told.',
  none: 'Nothing is otherwise',
  noneText: 'Everybody holds at the one time what they hold at the other.',
  label: 'What changed',
  who: 'Who',
  where: 'In',
  what: 'Gains and loses',
  when: 'When',
  why: 'By whom, and why',
  byItself: 'A grant began or ended by itself',
  change: (no: number) => `change ${formatNumber(no)}`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  download: 'Download CSV',
  scheduled: 'That is still to come: shown is what is recorded now and in force then.',
  csv: ['who', 'username', 'application', 'at', 'gains', 'loses', 'change', 'by', 'reason'],
};
