import { type Limit, limit } from './limit.ts';

/** Limits of requests for access: their number, their durations, and their reminders. */
export const requestLimits = {
  requestSecondsMin: limit({ value: 60, unit: 'seconds', reason: 'Access for less is of no use.', source: 'own' }),
  requestSecondsMax: limit({
    value: 31_622_400,
    unit: 'seconds',
    reason: 'What is needed for more than a year is a grant, not a request.',
    source: 'own',
  }),
  requestLapse: limit({
    value: 1_209_600,
    unit: 'seconds',
    reason: 'A request that nobody decides in fourteen days has lost its occasion.',
    source: 'the look of Licet',
  }),
  requestsOpenMax: limit({
    value: 20,
    unit: 'items',
    reason: 'More waiting requests of one person than anybody would read.',
    source: 'own',
  }),
  requestsHourly: limit({
    value: 40,
    unit: 'items',
    reason: 'Requests of one person in an hour, each that they took back counted once more: each tells others of it.',
    source: 'own',
  }),
  requestUndo: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Who approved by mistake sees it within minutes; later it is a grant to end, with its plan.',
    source: 'own',
  }),
  requestRemindEvery: limit({
    value: 86_400,
    unit: 'seconds',
    reason: 'Those who decide are told once a day that somebody waits for them.',
    source: 'own',
  }),
  requestOwnersAfter: limit({
    value: 3,
    unit: 'items',
    reason: 'After three reminders of no avail the owners of the application are told too.',
    source: 'own',
  }),
  commentsMax: limit({
    value: 100,
    unit: 'items',
    reason: 'Comments on one request; what is longer is a conversation.',
    source: 'own',
  }),
  requestsAtOnce: limit({
    value: 50,
    unit: 'items',
    reason: 'Requests that are planned and decided together: a page of the list.',
    source: 'own',
  }),
  delegationMax: limit({
    value: 15_552_000,
    unit: 'seconds',
    reason: 'Who is away for longer than half a year has handed their work on for good.',
    source: 'own',
  }),
} as const satisfies Record<string, Limit>;

/** Limits of reviews of access. */
export const reviewLimits = {
  reviewLinesMax: limit({
    value: 20_000,
    unit: 'items',
    reason: 'Beyond this nobody decides line by line: narrower campaigns are told apart by who knows about them.',
    source: 'own',
  }),
  reviewDecisionsMax: limit({
    value: 500,
    unit: 'items',
    reason: 'Lines decided in one call: answered within a second.',
    source: 'own, measured',
  }),
  reviewCellsTagged: limit({
    value: 2000,
    unit: 'items',
    reason:
      'Lines of evidence as PDF whose cells are each told to who has it read aloud; of more, a line is one paragraph.',
    source: 'own, measured: the structure of 20,000 lines by cells is most of the file',
  }),
  reviewersMax: limit({
    value: 50,
    unit: 'items',
    reason: 'Where more may decide, nobody feels asked.',
    source: 'own',
  }),
  reviewUnused: limit({
    value: 90,
    unit: 'days',
    reason: 'A quarter: what is done once a quarter is not taken for unused.',
    source: 'own',
  }),
  reviewPeersMin: limit({
    value: 5,
    unit: 'items',
    reason: 'Members of a group by which a line is judged: of fewer, a share tells nothing.',
    source: 'own',
  }),
  reviewPeersMax: limit({
    value: 2000,
    unit: 'items',
    reason: 'A group of more is no team: what few of it hold is not unusual.',
    source: 'own',
  }),
  reviewRemindBefore: limit({
    value: 3,
    unit: 'days',
    reason: 'Reviewers with lines that wait are reminded once more before the end.',
    source: 'own',
  }),
} as const;

/** Limits of separation rules, and of exceptions from them. */
export const separationLimits = {
  separationsMax: limit({
    value: 500,
    unit: 'items',
    reason: 'Each change of access is held to all of them; more than that nobody oversees.',
    source: 'SailPoint Identity Security Cloud has the same bound',
  }),
  dutiesMax: limit({
    value: 50,
    unit: 'items',
    reason: 'Parts of a separation: “at most n of these” for a long list.',
    source: 'own',
  }),
  dutyElementsMax: limit({
    value: 100,
    unit: 'items',
    reason: 'Roles and permissions of one part.',
    source: 'own; SailPoint allows 50 in each of two lists',
  }),
  exceptionLongest: limit({
    value: 31_622_400,
    unit: 'seconds',
    reason: 'An exception that is looked at less than once a year is the rule.',
    source: 'own',
  }),
  violationsTold: limit({
    value: 10,
    unit: 'items',
    reason: 'A refusal names so many people; the rest are counted.',
    source: 'own',
  }),
};
