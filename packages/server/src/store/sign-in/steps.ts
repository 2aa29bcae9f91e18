import { limits } from '@licet/contract';
import { later } from '../kernel/instants.ts';
import type { Queryable } from '../kernel/pool.ts';
import { named, type Sql, sql } from '../kernel/sql.ts';
import { endEpoch, epochOf } from './cut-offs.ts';

/** A sign-in that waits for its second factor. */
export interface Step {
  readonly userId: string;
  /** The sign-in methods that were used so far. */
  readonly ways: readonly string[];
  /** The epoch of the user's sign-ins when the first factor was proved. */
  readonly epoch: number;
  /** Why the user is setting up a second factor: it is offered, or required. Null if they are not. */
  readonly setUp: 'offered' | 'demanded' | null;
}

/** Stores the progress of a sign-in, and replaces earlier progress. */
export async function keepStep(
  connection: Queryable,
  uid: string,
  { userId, ways, epoch, setUp }: Step,
  now: string,
): Promise<void> {
  await connection.query(
    named(
      'sign-in-step-keep',
      sql`insert into sign_in_steps (uid, user_id, ways, epoch, set_up, expires_at)
           values (${uid}, ${userId}, ${ways}, ${epoch}, ${setUp}, ${later(now, limits.signInStepLifetime.value)})
           on conflict (uid) do update
             set user_id = excluded.user_id, ways = excluded.ways, epoch = excluded.epoch, set_up = excluded.set_up,
               expires_at = excluded.expires_at`,
    ),
  );
}

/** The progress of a sign-in, if its first factor was correct a short time ago. */
export async function findStep(connection: Queryable, uid: string, now: string): Promise<Step | undefined> {
  const { rows } = await connection.query<Step>(named('sign-in-step', stepAt(uid, now)));
  return rows[0];
}

/** SQL that selects the {@link Step} of a sign-in. */
export const stepAt = (uid: unknown, now: unknown): Sql => sql`
  select s.user_id as "userId", s.ways, s.epoch, s.set_up as "setUp" from sign_in_steps s
  where s.uid = ${uid} and s.expires_at > ${now} and s.epoch = ${epochOf(sql`s.user_id`)}`;

/** Finds the progress of a sign-in, and locks it until the transaction ends. */
export async function lockStep(connection: Queryable, uid: string, now: string): Promise<Step | undefined> {
  const { rows } = await connection.query<Step>(named('sign-in-step-lock', sql`${stepAt(uid, now)} for update`));
  return rows[0];
}

/** Completes a sign-in once. Returns false if another request has completed it, or if the sign-in was started again. */
export async function endStep(connection: Queryable, uid: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    named('sign-in-step-end', sql`delete from sign_in_steps where uid = ${uid}`),
  );
  return rowCount === 1;
}

/**
 * Forces the users to start every sign-in in progress again:
 * - those that wait for a second factor
 * - those that are proved but have not returned to the application
 * - those that a request is processing now
 */
export async function endSignInsUnderWay(connection: Queryable, users: readonly string[]): Promise<void> {
  await endEpoch(connection, users);
  await connection.query(sql`delete from sign_in_steps where user_id = any(${users}::uuid[])`);
  await connection.query(
    sql`delete from oidc_records where model = 'Interaction' and payload #>> '{result,login,accountId}' = any(${users}::uuid[]::text[])`,
  );
}
