import { limit } from './limit.ts';

/** How much may be kept apart, and for how long somebody may be let. */
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
