import { limit } from './limit.ts';

/** Limits of included roles, and of the paths through which a principal has access. */
export const pathLimits = {
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
