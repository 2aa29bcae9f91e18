import { limit } from './limit.ts';

/** Of changes that are planned together, and turned back. */
export const planLimits = {
  planChangesMax: limit({
    value: 1000,
    unit: 'items',
    reason:
      'Each is decided and checked as if it were made, a few milliseconds each: a plan is answered within seconds.',
    source: 'own, measured',
  }),
  planNamesMax: limit({
    value: 1000,
    unit: 'items',
    reason: 'Names of a set of files in one request: at their usual length a tenth of what a body may hold.',
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
    reason: 'Plans of one person on one server at once: one is made, the others wait for it.',
    source: 'own',
  }),
  planShort: limit({
    value: 100,
    unit: 'items',
    reason:
      'Of plans of more changes one is made at a time on a server: nobody waits for them who plans a single change.',
    source: 'own, measured',
  }),
  revertFactsMax: limit({
    value: 10_000,
    unit: 'items',
    reason: 'What is turned back at once: a plan takes fewer changes, and a large import is undone by a restore.',
    source: 'own',
  }),
  dutiesShown: limit({
    value: 200,
    unit: 'items',
    reason: 'So many duties of each kind are named, and handed over by name; beyond these all of a kind go together.',
    source: 'own',
  }),
  planHoldersShown: limit({
    value: 100,
    unit: 'items',
    reason: 'A screen of names; the rest are counted.',
    source: 'own',
  }),
} as const;
