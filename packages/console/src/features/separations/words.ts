import { catalogue } from '../../ui/language.ts';

const people = (n: number) => (n === 1 ? 'one person or program' : `${n} people and programs`);

/** Texts of the separation rules. */
export const words = {
  title: 'Separation of duties',
  views: { found: 'Violations', rules: 'Rules' },
  add: 'Add rule',
  rules: 'Separation rules',
  rule: 'Rule',
  name: 'Name',
  apart: 'Kept apart',
  against: ' | ',
  nothingLeft: 'nothing left',
  atMost: 'Allowed',
  atMostOf: (most: number, parts: number) => `${most} of ${parts}`,
  exceptions: 'Exceptions',
  empty: 'No separation rules yet',
  emptyText:
    'For example, a user who enters invoices should not also pay them. Name both, in any applications, and nobody can be granted both.',
  found: (n: number) =>
    n === 0 ? 'Nobody holds these together' : `${people(n)} ${n === 1 ? 'holds' : 'hold'} these together`,
  seeWho: 'See who',
  gone: (application: string) => `${application}, deleted`,
  delete: 'Delete the rule',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText:
    'Users can then be granted these together. Its exceptions end with it. The history stays in the audit log.',
  deleteAction: 'Delete rule',
  deleted: (name: string) => `${name} is deleted.`,
};

/** Texts of the form. */
export const formWords = {
  title: 'Add separation rule',
  lead: 'A user has a part if they hold any role or permission in it.',
  name: 'Name',
  nameHint: 'Shown in refusals and reports, such as “Entering and paying”.',
  why: 'Why',
  whyHint: 'What could happen, or which regulation asks for it.',
  parts: 'Parts',
  part: (n: number) => `Part ${n}`,
  partHint:
    'Roles and permissions of any applications. The role admin counts as every role and permission of its application.',
  addPart: 'Add a part',
  removePart: (n: number) => `Remove part ${n}`,
  atMost: 'Allowed together',
  atMostHint: 'How many of the parts one user may hold at the same time.',
  ofParts: (n: number, all: number) => `At most ${n} of ${all}`,
  foundHint: 'Fill in each part to see here which users the rule finds.',
  finds: (n: number) => `The rule finds ${people(n)}`,
  more: (n: string) => `${n} more`,
  findsText: 'They keep what they hold, and are reported until something is revoked or an exception allows it.',
  findsNobody: 'Nobody holds these together now.',
  create: 'Create rule',
  created: (name: string) => `${name} is created.`,
  inDraft: (name: string) => `Add separation rule: ${name}`,
  changeInDraft: (name: string) => `Change separation rule: ${name}`,
  saved: (name: string) => `${name} is saved.`,
};

/** Texts of exceptions. */
export const exceptionWords = {
  title: 'Exceptions',
  none: 'No exceptions.',
  add: 'Add',
  for: 'Add exception',
  addTitle: 'Add an exception',
  titleFor: (name: string) => `Add an exception for ${name}?`,
  text: (rule: string) =>
    `They may hold the access that “${rule}” keeps apart, until the end date. After that date they keep the access and are reported as a violation: nothing is revoked automatically. You get a reminder before that date.`,
  whom: 'Person or program',
  whomMissing: 'Choose a person or a program.',
  reason: 'Why',
  reasonHint: 'Shown to auditors in every report.',
  reasonMissing: 'Enter a reason.',
  ends: 'Ends',
  endsHint: 'Within a year.',
  endsMissing: 'Choose an end.',
  action: 'Add exception',
  done: (name: string) => `${name} has an exception.`,
  until: 'until',
  ended: 'Ended',
  end: 'End now',
  endTitle: (name: string) => `End the exception of ${name}?`,
  endText: 'They keep what they hold, and are reported from now on.',
  endAction: 'End exception',
  endDone: (name: string) => `The exception of ${name} has ended.`,
};

/** Texts of the list of violations. */
export const reportWords = {
  search: 'Name',
  rule: 'Rule',
  all: 'All rules',
  table: 'Violations of separation rules',
  who: 'Who',
  holds: 'Holds',
  exception: 'Exception',
  none: 'None',
  until: 'until',
  count: (count: string, total: number) => (total === 1 ? '1 finding' : `${count} findings`),
  nobody: 'No violations',
  nobodyText: 'Grants that would cause it are refused. Choose another day with the clock above.',
  noRules: 'There is no separation rule yet.',
  nobodySuch: 'No matches',
  nobodySuchText: 'Choose all rules, or shorten the search.',
  download: 'Download',
  downloadLabel: 'Download violations',
  formats: { csv: 'CSV', jsonl: 'JSON lines' },
  formatDetails: {
    csv: 'One role or permission per line, for spreadsheets',
    jsonl: 'One finding per line, with every path',
  },
  part: (n: number) => `Part ${n}`,
  letUntil: 'Allowed until',
  letText: 'When the exception ends, nothing is revoked: they are reported.',
  holdsTooMuch: 'Nobody may hold these together',
  whatToDo: 'Revoke one of them at the start of its path, or add an exception.',
  tooManyPaths: (name: string) =>
    `There are too many paths to list. Check access of ${name} to one permission at a time.`,
  open: (name: string) => `Open ${name}`,
};

catalogue('separations', { words, formWords, exceptionWords, reportWords });
