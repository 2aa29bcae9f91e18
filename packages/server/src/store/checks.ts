import { requireAdministrator } from './administrators/administrators.ts';
import type { Checks } from './kernel/database.ts';
import { anythingApart } from './separations/duties.ts';
import { requireApart } from './separations/violations.ts';

/** The rules that every change of Licet's database must keep. Pass them when opening the database. */
export const checks: Checks = {
  needed: anythingApart,
  ofChange: (change) => requireApart(change),
  ofOutcome: requireAdministrator,
};
