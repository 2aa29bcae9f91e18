import { requireAdministrator } from './administrators/administrators.ts';
import type { Checks } from './kernel/database.ts';
import { hasSeparations } from './separations/duties.ts';
import { requireNoViolation } from './separations/violations.ts';

/** The rules that every change of Licet's database must keep. Pass them when opening the database. */
export const checks: Checks = {
  needed: hasSeparations,
  ofChange: (change) => requireNoViolation(change),
  ofOutcome: requireAdministrator,
};
