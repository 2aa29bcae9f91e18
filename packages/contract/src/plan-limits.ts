import { limit } from './limit.ts';

/** Limits of changes that are planned or reverted together. */
export const planLimits = {
  planChangesMax: limit({
    value: 1000,
    unit: 'items',
    reason:
      'Each change is decided and checked as if it were made, in a few milliseconds: a plan is answered within seconds.',
    source: 'own, measured',
  }),
  planNamesMax: limit({
    value: 1000,
    unit: 'items',
    reason: 'The names of a set of files in one request: at their usual length a tenth of a body.',
    source: 'own',
  }),
  setNamesKept: limit({
    value: 200_000,
    unit: 'items',
    reason:
      'Names that the server keeps for one user or program that applies files, over all sets. Beyond these it forgets the oldest, and the history of a name decides whether it moved.',
    source: 'own',
  }),
  plansWaiting: limit({
    value: 4,
    unit: 'items',
    reason: 'Plans of one user on one server at once: one is computed, and the others wait.',
    source: 'own',
  }),
  planShort: limit({
    value: 100,
    unit: 'items',
    reason:
      'A server computes one plan of more changes at a time, so that they do not delay a plan of a single change.',
    source: 'own, measured',
  }),
  planLongChangesMax: limit({
    value: 100_000,
    unit: 'items',
    reason:
      'A whole application with its users: planned and applied within a minute, by a call that sends them as a stream.',
    source: 'own, measured',
  }),
  planStepsMax: limit({
    value: 10_000,
    unit: 'items',
    reason:
      'The steps of one large plan: each change that is made on its own, and each run of changes that is applied together. A step takes a few milliseconds, so other changes wait for at most about a minute.',
    source: 'own, measured',
  }),
  planStepsTime: limit({
    value: 120_000,
    unit: 'milliseconds',
    reason:
      'The total time of the steps of a plan that are made on their own or fail. A step for a role with 100,000 holders takes a hundred times as long as usual.',
    source: 'own: twice what the most steps take',
  }),
  planRecordsMax: limit({
    value: 16_777_216,
    unit: 'code points',
    reason:
      'All events of one plan as JSON: 16,000 for each of its changes. They are in memory until the plan is answered.',
    source: 'own',
  }),
  planLongRecordsMax: limit({
    value: 134_217_728,
    unit: 'code points',
    reason: 'The same for a large plan: twice the size of its body.',
    source: 'own',
  }),
  planEffectsMax: limit({
    value: 8_388_608,
    unit: 'code points',
    reason:
      'The effects that one answer lists, as JSON: the largest role has 26,000 permissions of 256 characters. An answer with more says so, and names the users and programs concerned.',
    source: 'own',
  }),
  planLongEffectsMax: limit({
    value: 67_108_864,
    unit: 'code points',
    reason: 'The same for a large plan: 100,000 changes need half as much.',
    source: 'own',
  }),
  planComparedMax: limit({
    value: 5_000_000,
    unit: 'items',
    reason:
      'Roles and permissions that are compared for the effects of one plan, about a microsecond each. The same grants of many users are compared once. The digest covers what is not compared, and the plan names its users.',
    source: 'own, measured',
  }),
  planNamesRead: limit({
    value: 1_000_000,
    unit: 'items',
    reason:
      'Names of roles and permissions that are read for one plan, once for each granted role that brings them: some 80 MB. Roles whose names are not read count as not compared.',
    source: 'own, measured',
  }),
  planNamesOfOne: limit({
    value: 100_000,
    unit: 'items',
    reason:
      'Of these so many for one role, and for one user or program: four of the largest roles. Sorting them takes a tenth of a second.',
    source: 'own, measured',
  }),
  eventNamesMax: limit({
    value: 32_768,
    unit: 'code points',
    reason:
      'A list of names in an event: about a thousand. A role can hold 26,000 permissions, and the audit log is never shortened.',
    source: 'own',
  }),
  writerWaits: limit({
    value: 30_000,
    unit: 'milliseconds',
    reason:
      'How long a change waits for the previous one. A longer wait means that a large plan is being written, and the caller is told so instead.',
    source: 'own: half of what a statement may take',
  }),
  placeKept: limit({
    value: 45_000,
    unit: 'milliseconds',
    reason:
      'How long a caller who was refused while a server ran an import or a large plan keeps the next turn. The refusal says to ask again after thirty seconds.',
    source: 'own',
  }),
  largeWorkRate: limit({
    value: 262_144,
    unit: 'bytes',
    reason:
      'The slowest rate per second for the body of an import or a large plan and for its answer, after the first ten seconds: a slow line.',
    source: 'own',
  }),
  largeWorkWaits: limit({
    value: 100_000,
    unit: 'milliseconds',
    reason: 'The total time that an import or a large plan waits for its body, and again for the reader of its answer.',
    source: 'own: less than the 120 s that a request may take to arrive',
  }),
  planLongHoldersShown: limit({
    value: 5,
    unit: 'items',
    reason: 'For each effect of a large plan; the others are counted, because there may be thousands of effects.',
    source: 'own',
  }),
  planRefusedTold: limit({
    value: 100,
    unit: 'items',
    reason: 'The refused changes of a large plan that are listed: as many as a person corrects at once.',
    source: 'own',
  }),
  revertFactsMax: limit({
    value: 10_000,
    unit: 'items',
    reason:
      'The most that is reverted at once: a plan accepts fewer changes, and a large import is undone by a restore.',
    source: 'own',
  }),
  dutiesShown: limit({
    value: 200,
    unit: 'items',
    reason:
      'This many duties of each kind are listed and can be handed over by name. Beyond these, all of a kind are handed over together.',
    source: 'own',
  }),
  revertLongFactsMax: limit({
    value: 400_000,
    unit: 'items',
    reason: 'The most that is reverted at once as a stream: each with its history, a kilobyte of memory.',
    source: 'own, measured',
  }),
  revertBytesAFact: limit({
    value: 1024,
    unit: 'bytes',
    reason:
      'A revert reads the whole history of each thing: on average a kilobyte for each fact that may be reverted at once.',
    source: 'own',
  }),
  revertedShown: limit({
    value: 20,
    unit: 'items',
    reason: 'This many of the changes that a change set reverts are described; the others are counted.',
    source: 'own',
  }),
  planHoldersShown: limit({
    value: 100,
    unit: 'items',
    reason: 'A screen of names; the others are counted.',
    source: 'own',
  }),
} as const;
