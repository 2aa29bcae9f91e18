import type { ApplicationPolicyChange, Policy } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, insertFact, present } from '../kernel/facts.ts';
import type { Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, prepared, type Sql, sql } from '../kernel/sql.ts';
import { holdingIn } from '../users/holding.ts';

/** The sign-in requirements of an application. */
export type OwnPolicy = ApplicationPolicyChange & { readonly version: number };

/** The requirements of an application that has none of its own. */
export const noRequirements: OwnPolicy = { ways: null, secondFactor: false, maxAge: null, version: 0 };

/** The sign-in requirements of an application, by its identifier. */
export async function findApplicationPolicy(connection: Queryable, key: string): Promise<OwnPolicy> {
  const { rows } = await connection.query<{ own: OwnPolicy | null }>(byKey(key));
  return rows[0]?.own ?? noRequirements;
}

const asJson = sql`json_build_object('ways', o.ways, 'secondFactor', o.second_factor, 'maxAge', o.max_age, 'version', o.no_from)`;

/**
 * SQL for the sign-in requirements of an application as JSON; null if it has none. `which` selects the application
 * (alias a).
 */
export const ownPolicyNow = (which: Sql): Sql => sql`(
  select ${asJson} from applications a join application_policies o on o.app_id = a.id and ${present('o')}
  where ${which} and ${present('a')})`;

/** SQL for the sign-in requirements of the application whose id is in a column; null if it has none. */
export const ownPolicyOf = (column: string): Sql => sql`(
  select ${asJson} from application_policies o where o.app_id = ${identifier(column)} and ${present('o')})`;

const byKey = prepared<[key: string]>(
  'application-policy',
  (key) => sql`select ${ownPolicyNow(sql`a.key = ${key}`)} as own`,
);

/** SQL that is true for users `u` who have access in an application or own it. */
export async function atHomeIn(
  snapshot: Snapshot,
  { id, factId }: { readonly id: string; readonly factId: string },
): Promise<Sql> {
  const owners = sql`select o.user_id from owners o where o.app_id = ${factId} and ${present('o')}`;
  return sql`(${(await holdingIn(snapshot, id)).where} or u.id in (${owners}))`;
}

/** Replaces the requirements. */
export async function replaceApplicationPolicy(
  change: Change,
  { id, factId }: { readonly id: string; readonly factId: string },
  { ways, secondFactor, maxAge }: ApplicationPolicyChange,
): Promise<OwnPolicy> {
  await endFacts(change, 'application_policies', { app_id: [factId] });
  await insertFact(change, 'application_policies', {
    app_id: factId,
    ways,
    second_factor: secondFactor,
    max_age: maxAge,
  });
  return findApplicationPolicy(change.connection, id);
}

/**
 * Combines the rules of the organisation and of an application. The result is never weaker than the organisation's
 * rules.
 * - Only the methods that both accept remain, possibly none.
 * - If the application requires a second factor, every user needs one without grace, and no browser is remembered.
 */
export function stricter<Rules extends Pick<Policy, 'ways' | 'rememberedDays'>>(
  rules: Rules,
  { ways, secondFactor }: Pick<OwnPolicy, 'ways' | 'secondFactor'>,
): Rules {
  return {
    ...rules,
    ways: rules.ways.filter((way) => ways === null || ways.includes(way)),
    rememberedDays: secondFactor ? 0 : rules.rememberedDays,
  };
}
