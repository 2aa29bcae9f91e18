import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

/** Texts of the list. */
export const words = {
  title: 'Ending',
  search: 'Who, role or permission',
  within: 'Ends within',
  ahead: (length: string) => `${length} ahead`,
  kind: 'Kind',
  kinds: { grant: 'Grants', break_glass: 'Emergency access', exception: 'Exceptions' },
  application: 'Application',
  findApplication: 'Find an application',
  role: 'Role',
  findRole: 'Find a role',
  holder: 'Held by',
  findHolder: 'Find a person, a group or a program',
  nothingFound: 'Nothing found',
  who: 'Who',
  what: 'What',
  where: 'Where',
  ends: 'Ends',
  actions: 'Actions',
  exceptionFrom: 'Exception from',
  takenAtOnce: 'emergency access',
  notBegun: 'not started yet',
  rowName: (what: string, who: string) => `${what} of ${who}`,
  menu: (what: string, who: string) => `More about ${what} of ${who}`,
  move: 'Extend or shorten…',
  end: 'End now…',
  open: 'Show the grant',
  openUse: 'Show the emergency',
  openException: 'Show the separation rule',
  bar: 'Selected access',
  moveSeveral: 'Extend or shorten…',
  endSeveral: 'End now…',
  none: 'Nothing ends within that time',
  noneText: 'Grants without an end stay until somebody revokes them. Look further ahead, or remove a filter.',
  showAll: 'Show everything that ends',
};

/** Texts of the dialog that moves or ends one or several items. */
export const moveWords = {
  title: (what: string, who: string) => `When does ${what} end for ${who}?`,
  titleSeveral: (count: number) => `When do these ${formatNumber(count)} end?`,
  endTitle: (what: string, who: string) => `End ${what} of ${who} now?`,
  endTitleSeveral: (count: number) => `End these ${formatNumber(count)} now?`,
  list: 'Selected items',
  more: (count: number) => `and ${formatNumber(count)} more`,
  ends: 'Ends',
  /** The new end, shown below the present one. */
  endsThen: (at: string) => `then ${at}`,
  week: '1 week later',
  month: '30 days later',
  quarter: '90 days later',
  on: 'On…',
  when: 'End',
  missing: 'Choose the day and the time.',
  fromEach: 'Counted from the current end of each.',
  exceptionsKeep: 'Ending an exception revokes nothing: its holder is reported again as a violation.',
  reason: 'Why',
  move: (count: number) => (count === 1 ? 'Change the end' : `Change ${formatNumber(count)} end dates`),
  end: (count: number) => (count === 1 ? 'End it now' : `End ${formatNumber(count)} now`),
  waits: 'All end dates change together or not at all. Wait until the effects are known.',
  moved: (count: number, until: string | undefined) =>
    (count === 1 ? 'The end date is changed' : `${formatNumber(count)} end dates are changed`) +
    (until === undefined ? '.' : `: ${until}.`),
  undone: (count: number) =>
    count === 1 ? 'The previous end date is restored.' : `${formatNumber(count)} previous end dates are restored.`,
  ended: (count: number) => (count === 1 ? 'It has ended.' : `${formatNumber(count)} have ended.`),
  inDraft: (count: number) => (count === 1 ? 'Change 1 end date' : `Change ${formatNumber(count)} end dates`),
  endInDraft: (count: number) => (count === 1 ? 'End 1 now' : `End ${formatNumber(count)} now`),
};

catalogue('ending', { words, moveWords });
