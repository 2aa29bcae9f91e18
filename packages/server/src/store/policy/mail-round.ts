import { limits, policyMailing } from '@licet/contract';
import type * as z from 'zod';
import { refuse } from '../../refusal.ts';
import { roundJob } from '../invitations/rounds.ts';
import { queueJobs } from '../jobs/jobs.ts';
import type { Change } from '../kernel/change.ts';
import { newId } from '../kernel/ids.ts';
import { sql } from '../kernel/sql.ts';
import { writeTouched } from './plan.ts';

/** The recipients, the policy, and the time from which it will be in force. */
export type PolicyMailing = z.output<typeof policyMailing>;

/**
 * Starts a round: stores the users with that outcome under the policy, and queues the job that mails them. Returns
 * their number.
 * @throws Refusal `too_large`
 */
export async function beginPolicyRound(
  change: Change,
  mailing: PolicyMailing,
  { madeBy, byName }: { readonly madeBy: string | null; readonly byName: string },
): Promise<{ id: string; total: number }> {
  const id = newId();
  await change.connection.query(sql`
    insert into invitation_rounds (id, made_by, by_name, started_at, policy)
    values (${id}, ${madeBy}, ${byName}, ${change.clock}, ${JSON.stringify(mailing)}::jsonb)`);
  const most = limits.invitationsInRound.value;
  const total = await writeTouched(change, mailing.policy, mailing.outcome, { round: id, most: most + 1 });
  if (total > most) refuse('too_large', 'policy_mails_too_many', { most });
  await queueJobs(change, roundJob, [{ round: id }]);
  return { id, total };
}

/** The stored form of the policy of a round. */
export const policyOfRound = (kept: unknown): PolicyMailing => policyMailing.parse(kept);
