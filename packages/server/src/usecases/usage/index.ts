import { refuse } from '../../refusal.ts';
import { addUsage } from '../../store/usage/usage.ts';
import { answering } from '../use-case.ts';

/** Stores usage. This changes no access, so nothing is written to the audit chain. */
export const report = answering('usage.report', async ({ database, caller, body }) => {
  if (caller.kind !== 'service') return refuse('not_a_service', 'programs_only', {});
  await addUsage(database, caller.audience, body.exercised);
});
