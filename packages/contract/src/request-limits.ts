import { type Limit, limit } from './limit.ts';

/** What bounds requests for access, and what is said and done about them. */
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
