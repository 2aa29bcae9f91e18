import { refuse } from '../../refusal.ts';
import { addUsage } from '../../store/usage/usage.ts';
import type { Handlers } from '../handler.ts';

export const usage: Handlers<'usage'> = {
  /** No access changes by it: nothing is written to the audit chain. */
  report: async ({ database, caller }, { body }) => {
    if (caller.kind !== 'service')
      return refuse('not_a_service', 'Usage is reported by an application’s own programs.');
    await addUsage(database, caller.audience, body.exercised);
    return undefined;
  },
};
