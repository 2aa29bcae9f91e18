import type { NotEvaluated } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { inForce } from '../kernel/snapshot.ts';
import { fragment, named, sql } from '../kernel/sql.ts';
import { policyNames } from '../role-policies/role-policies.ts';
import { Walk, withWalks } from '../walk/walk.ts';
import { byDraft, few } from './touched.ts';

/** What a draft touches besides roles and permissions, whose effects on users no plan evaluates. */
export async function notEvaluatedOf({ connection, no, at }: Change): Promise<NotEvaluated[]> {
  const walk = new Walk((alias) => inForce(alias, no), at);
  const touched = (...tables: readonly string[]) =>
    fragment(
      `(${tables.map((table) => `exists (select from pg_temp.ended_${table}) or exists (select from pg_temp.opened_${table})`).join(' or ')})`,
    );
  const { rows } = await connection.query<Record<NotEvaluated, boolean>>(
    named(
      'plan-not-evaluated',
      sql`
    ${withWalks(
      sql`joined(id) as materialized (${few(byDraft.of('group_id', 'memberships'))})`,
      walk.groupsAbove('above', sql`select id from joined`),
    )}
    select ${touched('owners')} as owners,
      ${touched('role_policies')} or exists (
        select from role_policies p where ${walk.counts('p')} and ${policyNames('p', sql`select id from above`)}
      ) as role_rules,
      ${touched('separations', 'separation_elements', 'separation_exceptions')} as separations,
      ${touched('clients', 'application_policies')} or exists (
        select from demands d where d.of_kind = 'group' and ${walk.counts('d')} and d.of_id = any(array(select id from above))
      ) as sign_in`,
    ),
  );
  return aspects.filter((aspect) => rows[0]?.[aspect]);
}

const aspects = ['owners', 'role_rules', 'separations', 'sign_in'] as const;
