import type { Gives, GivesRef, Ref } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { insertFact, present } from '../kernel/facts.ts';
import { sql } from '../kernel/sql.ts';
import { hasSay, ruleOf } from './rules.ts';

/** An approval of a step of a request. */
export interface StoredVote {
  readonly step: number;
  readonly by: Ref;
  readonly for: Ref | null;
  readonly at: string;
  /** The user whose approval it is. */
  readonly userId: string;
  /** What may still be granted after this approval. */
  readonly what: Gives;
  readonly seconds: number;
}

/** An approval that is given now. */
export interface Vote {
  readonly requestId: string;
  readonly step: number;
  readonly userId: string;
  readonly castBy: string;
  readonly what: GivesRef;
  readonly seconds: number;
}

/**
 * Stores an approval of a step under the current policy. Approvals that no longer count are ended, so their users can approve again after
 * they are reactivated.
 */
export async function insertVote(change: Change, vote: Vote): Promise<void> {
  await change.connection.query(sql`
    update request_votes v set no_to = ${change.no} where v.request_id = ${vote.requestId} and ${present('v')} and not ${hasSay('v')}`);
  const { rows } = await change.connection.query<{ digest: string }>(
    sql`select ruled.digest from requests x cross join lateral (${ruleOf('x')}) ruled where x.id = ${vote.requestId} and x.no_to = 9223372036854775807`,
  );
  await insertFact(change, 'request_votes', {
    request_id: vote.requestId,
    step: vote.step,
    rule: rows[0]?.digest ?? '',
    user_id: vote.userId,
    cast_by: vote.castBy,
    cast_at: change.at,
    given_role_id: vote.what.kind === 'role' ? vote.what.id : null,
    given_permission_id: vote.what.kind === 'permission' ? vote.what.id : null,
    seconds: vote.seconds,
  });
}
