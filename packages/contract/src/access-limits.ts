import { type Limit, limit } from './limit.ts';

export const grantLimits = {
  endingSoon: limit({
    value: 604_800,
    unit: 'seconds',
    reason: 'The amber mark begins seven days before an end.',
    source: 'the look of Licet',
  }),
  grantSecondsMax: limit({
    value: 315_619_200,
    unit: 'seconds',
    reason: 'A longest duration of more than ten years is no limit.',
    source: 'own',
  }),
  breakGlassSecondsMax: limit({
    value: 86_400,
    unit: 'seconds',
    reason: 'An emergency of more than a day should be a request.',
    source: 'own',
  }),
  breakGlassPerDay: limit({
    value: 5,
    unit: 'attempts',
    reason: 'A user who needs it more often needs the role, or another way to work.',
    source: 'own',
  }),
  breakGlassAfterObjection: limit({
    value: 86_400,
    unit: 'seconds',
    reason: 'An action that a reviewer found wrong should not be repeated at once.',
    source: 'own',
  }),
  approversMax: limit({
    value: 50,
    unit: 'items',
    reason: 'Each approver is notified of each request. For more users, use a group.',
    source: 'own',
  }),
  approvalStepsMax: limit({
    value: 5,
    unit: 'items',
    reason: 'Each step means waiting for somebody.',
    source: 'own',
  }),
  approvalsMax: limit({ value: 10, unit: 'items', reason: 'More approvals never arrive in time.', source: 'own' }),
};

/** Limits of access requests, including their durations and reminders. */
export const requestLimits = {
  requestSecondsMin: limit({ value: 60, unit: 'seconds', reason: 'Shorter access is of no use.', source: 'own' }),
  requestSecondsMax: limit({
    value: 31_622_400,
    unit: 'seconds',
    reason: 'Access for more than a year should be a grant, not a request.',
    source: 'own',
  }),
  requestLapse: limit({
    value: 1_209_600,
    unit: 'seconds',
    reason: 'A request without a decision for fourteen days is no longer needed.',
    source: 'the look of Licet',
  }),
  requestsOpenMax: limit({
    value: 20,
    unit: 'items',
    reason: 'More pending requests of one user than anybody would read.',
    source: 'own',
  }),
  requestsHourly: limit({
    value: 40,
    unit: 'items',
    reason: 'Requests of one user in an hour; a withdrawn request counts twice. Each one notifies other users.',
    source: 'own',
  }),
  requestUndo: limit({
    value: 600,
    unit: 'seconds',
    reason: 'An approver notices a mistake within minutes. Later, the grant is revoked, with its plan.',
    source: 'own',
  }),
  requestRemindEvery: limit({
    value: 86_400,
    unit: 'seconds',
    reason: 'Approvers are reminded once a day that a user is waiting for them.',
    source: 'own',
  }),
  requestOwnersAfter: limit({
    value: 3,
    unit: 'items',
    reason: 'After three reminders without effect, the owners of the application are notified too.',
    source: 'own',
  }),
  commentsMax: limit({
    value: 100,
    unit: 'items',
    reason: 'Comments on one request. More than that is a conversation.',
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
    reason: 'A user who is away for more than half a year should hand over their duties.',
    source: 'own',
  }),
} as const satisfies Record<string, Limit>;

export const reviewLimits = {
  reviewLinesMax: limit({
    value: 20_000,
    unit: 'items',
    reason: 'Nobody decides more than this line by line. Divide such a review by the people who know the access.',
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
      'Lines of evidence as PDF whose cells are separate for screen readers. With more lines, each line is one paragraph.',
    source: 'own, measured: the structure of 20,000 lines by cells is most of the file',
  }),
  reviewersMax: limit({
    value: 50,
    unit: 'items',
    reason: 'With more reviewers, nobody feels responsible.',
    source: 'own',
  }),
  reviewUnused: limit({
    value: 90,
    unit: 'days',
    reason: 'A quarter, so that what is done once a quarter does not count as unused.',
    source: 'own',
  }),
  reviewPeersMin: limit({
    value: 5,
    unit: 'items',
    reason: 'Members of a group with which a line is compared. In a smaller group, a share has no meaning.',
    source: 'own',
  }),
  reviewPeersMax: limit({
    value: 2000,
    unit: 'items',
    reason: 'A larger group is not a team: rare access in it is not unusual.',
    source: 'own',
  }),
  reviewRetry: limit({
    value: 86_400,
    unit: 'seconds',
    reason:
      'The next review of a series had too many lines. Access changes slowly, and each attempt delays other changes.',
    source: 'own',
  }),
  reviewRemindBefore: limit({
    value: 3,
    unit: 'days',
    reason: 'Reviewers with open lines are reminded once more before the end.',
    source: 'own',
  }),
} as const;

export const separationLimits = {
  separationsMax: limit({
    value: 500,
    unit: 'items',
    reason: 'Each change of access is checked against all of them, and nobody keeps an overview of more.',
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
    reason: 'An exception that is looked at less than once a year is the normal case.',
    source: 'own',
  }),
  violationsTold: limit({
    value: 10,
    unit: 'items',
    reason: 'A refusal names this many users and counts the others.',
    source: 'own',
  }),
};

/** Limits of included roles, and of the paths through which a principal has access. */
export const pathLimits = {
  accessHistory: limit({
    value: 31_536_000,
    unit: 'seconds',
    reason: 'Most questions about past access concern the last year. To see an earlier time, choose its date.',
    source: 'own',
  }),
  accessPeriods: limit({
    value: 400,
    unit: 'items',
    reason: 'More periods in a year cannot be distinguished on a screen.',
    source: 'own',
  }),
  roleCellsMax: limit({
    value: 268_435_456,
    unit: 'items',
    reason:
      'Roles with what they include, times the permissions of their application, for a matrix, an export or a count: 32 MB, and a fraction of a second.',
    source: 'own',
  }),
  roleStepsMax: limit({
    value: 5_000_000,
    unit: 'items',
    reason: 'Inclusions that are followed to count who holds the roles of a list, each for each role below it.',
    source: 'own',
  }),
  pathsShown: limit({
    value: 20,
    unit: 'items',
    reason: 'Nobody reads a twenty-first path; the count says how many there are.',
    source: 'own',
  }),
  pathsTogether: limit({
    value: 2_000,
    unit: 'items',
    reason:
      'So many ways are worked out for one answer: of each of 600 roles three are told, of more than 1,000 the shortest.',
    source: 'own, measured',
  }),
  pathsKept: limit({
    value: 100_000,
    unit: 'items',
    reason:
      'Roles below each granted role, whose ways are worked out for one answer: 600 roles that include 160 others each.',
    source: 'own',
  }),
  pathSteps: limit({
    value: 3_000_000,
    unit: 'items',
    reason:
      'Paths that are compared for one answer, and roles that are visited, up to a microsecond each. Other requests run in between. The entries of a list have equal shares.',
    source: 'own',
  }),
  pathStepsRefused: limit({
    value: 100_000,
    unit: 'items',
    reason:
      'The same for all users whom the refusal of a separation names. Other changes wait meanwhile. Those with more paths are named without them.',
    source: 'own',
  }),
} as const;
