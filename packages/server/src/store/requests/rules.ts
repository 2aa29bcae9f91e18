import { present } from '../kernel/facts.ts';
import { fragment, identifier, type Sql, sql } from '../kernel/sql.ts';

/** A step of a role's policy: the approvers, and how many of them must approve. */
export interface StepRule {
  readonly approvers: 'owners' | { readonly users: readonly string[]; readonly groups: readonly string[] };
  readonly needed: number;
}

/** The default: an owner decides. */
const usual = `'[{"approvers": "owners", "needed": 1}]'::jsonb`;

/**
 * SQL that selects the `steps` that the request in a table alias needs now, and their `digest`. If the role needs two approvals, or the
 * request was made on behalf of another user, one approval is never enough.
 */
export const ruleOf = (request: string): Sql => sql`
  select s.steps, md5(s.steps::text) as digest from (
    select case when jsonb_array_length(p.steps) = 1 and (p.steps -> 0 ->> 'needed')::int = 1
        and (p.second or exists (select from request_origins o where o.request_id = ${identifier(request)}.id and ${present('o')} and o.proposed_by is not null))
      then jsonb_set(p.steps, '{0,needed}', '2') else p.steps end as steps
    from (
      select coalesce(min(rp.policy -> 'approval' ->> 'steps')::jsonb, ${fragment(usual)}) as steps,
        coalesce(bool_or((rp.policy ->> 'secondApprover')::boolean), false) as second
      from role_policies rp where rp.role_id = ${identifier(request)}.role_id and ${present('rp')}
    ) p
  ) s`;

/**
 * SQL that is true for an approval, in a table alias, whose user may still act. It no longer counts if that user, or the user for whom
 * they were deputy, was suspended or deleted.
 */
export const hasSay = (vote: string): Sql => sql`
  not exists (select from unnest(array[${identifier(vote)}.user_id, ${identifier(vote)}.cast_by]) whose(id)
    where not exists (select from users u where u.id = whose.id and ${present('u')} and u.status = 'active'))`;

/**
 * SQL that selects the current step of the request in a table alias: its number, its approvers, and how many approvals are `missing`; no
 * row if none is missing.
 */
export const turnOf = (request: string): Sql => sql`
  select s.step, s.approvers, s.needed - s.votes as missing, s.digest from (
    select e.step, e.rule -> 'approvers' as approvers, (e.rule ->> 'needed')::int as needed, ruled.digest,
      (select count(*)::int from request_votes v
       where v.request_id = ${identifier(request)}.id and ${present('v')} and v.rule = ruled.digest and v.step = e.step and ${hasSay('v')}) as votes
    from (${ruleOf(request)}) ruled cross join lateral jsonb_array_elements(ruled.steps) with ordinality e(rule, step)
  ) s where s.votes < s.needed order by s.step limit 1`;
