import type { Policy } from '@licet/contract';
import { clockOfFacts } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import { asRecorded, withWalks } from '../walk/walk.ts';
import { findApplicationPolicy, stricter } from './application-policy.ts';
import { findRules } from './policy.ts';

/** What the policy asks of one who signs in. What it means to everybody at once is decided the same way in `plan.ts`. */
export interface Requirements extends Pick<Policy, 'ways' | 'userVerification' | 'rememberedDays'> {
  /** Whether a second factor is demanded of them; when several demands are, the earliest end of grace counts. */
  readonly secondFactor: null | { readonly graceUntil: string | null };
}

/** What is asked of those who sign in to an application, whoever they are; null is on the way to none. */
export async function rulesAt(connection: Queryable, application: string | null): Promise<Policy> {
  const rules = await findRules(connection);
  return application === null ? rules : stricter(rules, await findApplicationPolicy(connection, application));
}

/** What is asked of one who signs in to an application. */
export async function requirementsOf(
  database: Database,
  userId: string,
  application: string | null,
): Promise<Requirements> {
  const at = sql`(select ${clockOfFacts(database.clockOffset())})`;
  const rules = await requirementsAt(poolOf(database), userId, at);
  if (application === null) return rules;
  const own = await findApplicationPolicy(poolOf(database), application);
  return { ...stricter(rules, own), secondFactor: own.secondFactor ? { graceUntil: null } : rules.secondFactor };
}

/** The same within a change, at its instant, on the way to no application. */
export async function requirementsAt(connection: Queryable, userId: string, at: unknown): Promise<Requirements> {
  const rules = await findRules(connection);
  if (rules.version === 0) return { ...rules, secondFactor: null };
  const walk = asRecorded(at);
  const { rows } = await connection.query<{ demands: number; graceUntil: string | null }>(sql`
    ${withWalks(walk.holdings(sql`select ${userId}::uuid`))}
    select count(*)::int as demands, nullif(min(coalesce(d.grace_until, '-infinity')), '-infinity') as "graceUntil"
    from demands d where ${present('d')} and (
      d.of_kind = 'everybody'
      or (d.of_kind = 'group' and d.of_id in (select id from g))
      or (d.of_kind = 'role' and d.of_id in (select id from r))
    )`);
  const [row] = rows;
  return { ...rules, secondFactor: row && row.demands > 0 ? { graceUntil: row.graceUntil } : null };
}
