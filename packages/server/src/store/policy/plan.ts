import type { NewDemand, Page, Planned, PlanOutcome, Policy, PolicyChange, PolicyPlan } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, byName, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { join, raw, type Sql, sql } from '../kernel/sql.ts';
import { adminOfLicet } from '../licet/administrators.ts';
import { asRecorded, type Walk, withWalks } from '../walk/walk.ts';

/** What of a policy decides who gets in. */
export type Rules = Pick<PolicyChange | Policy, 'ways' | 'userVerification' | 'secondFactor'>;

export interface PlanQuery extends ListQuery {
  readonly outcome?: PlanOutcome | undefined;
}

type Touched = Omit<Planned, 'user'> & Planned['user'];

/** A page of those whom a policy touches at their next sign-in, of all or `among` some users `u`. @throws Refusal `invalid_cursor` */
export async function listTouched(
  snapshot: Snapshot,
  rules: Rules,
  query: PlanQuery,
  among?: Sql,
): Promise<Page<Planned>> {
  const where = [query.outcome ? sql`u.outcome = ${query.outcome}` : sql`u.outcome is not null`];
  const search = searchFor(query.q);
  if (search) where.push(search.matches(sql`u.search`));
  const sorted = orderOf({ name: [byName('u.name'), byId('u.id')] }, query.sort);
  const touched = await page<Touched>(
    snapshot,
    {
      name: 'policy plan',
      select: sql`u.id, u.name, u.username, u.outcome, u.reason, u."graceUntil", ${isAdministrator(snapshot)} as administrator`,
      alias: 'u',
      from: sql`(${everybody(snapshot, rules, among)}) u`,
      where,
      order: rankedOrder(search, sql`u.search`, query.sort, sorted),
    },
    query,
  );
  return mapPage(touched, ({ id, name, username, ...of }) => ({ user: { id, name, username }, ...of }));
}

/** How many people there are who sign in, how many of them a policy touches in each way, and whether it keeps every administrator out. */
export async function countTouched(
  snapshot: Snapshot,
  rules: Rules,
  among?: Sql,
): Promise<Pick<PolicyPlan, 'people' | 'counts' | 'locksOut'>> {
  const counted = (outcome: PlanOutcome) => sql`count(*) filter (where u.outcome = ${outcome})::int as ${raw(outcome)}`;
  const { rows } = await snapshot.connection.query<PolicyPlan['counts'] & { people: number; locksOut: boolean }>(sql`
    select count(*)::int as people, ${join(outcomes.map(counted), ', ')},
      coalesce(bool_and(u.outcome is not null and u.outcome in ('stopped', 'sets_up')) filter (where u.lasting), false) as "locksOut"
    from (${everybody(snapshot, rules, among)}) u`);
  const { people = 0, locksOut = false, ...counts } = rows[0] ?? {};
  return { people, locksOut, counts: { ...none, ...counts } };
}

const none = { stopped: 0, sets_up: 0, grace: 0, no_recovery: 0 };
const outcomes = Object.keys(none) as PlanOutcome[];

/**
 * Selects everybody who signs in, with what the rules mean to them: `outcome`, null when they get in as ever. What the sign-in asks of one
 * is decided the same way in `requirements.ts` and `sign-in/wanted.ts`.
 */
function everybody(
  { at, clock }: Snapshot,
  { ways, userVerification, secondFactor }: Rules,
  among: Sql = sql`true`,
): Sql {
  const walk = asRecorded(at);
  const byPassword = raw(String(ways.includes('password')));
  const byProvider = raw(String(ways.includes('provider')));
  const byPasskey = raw(String(ways.includes('passkey')));
  const counts = raw(userVerification === 'required' ? 'verifies' : 'true');
  const { all, walks } = demandedOf(walk, secondFactor);
  return sql`${withWalks(
    ...walks,
    sql`able as materialized (
      select u.id, u.name, u.username, u.search,
        least(w.grace, ${all}::timestamptz) as grace, (w.id is not null or ${all}::timestamptz is not null) as demanded,
        p.user_id is not null as has_password, p.user_id is not null and ${byPassword} as password,
        coalesce(k.usable, 0) as passkeys, coalesce(k.verified, false) as verified,
        i.user_id is not null as account, coalesce(i.verified, false) as account_verified,
        t.user_id is not null as totp, r.user_id is not null as recovery, b.user_id is not null as known,
        l.id is not null as lasting
      from users u
        left join demanded w on w.id = u.id
        left join credentials p on p.user_id = u.id
        left join (
          select user_id, count(*) filter (where ${counts})::int as usable, bool_or(verifies) as verified
          from passkeys where ${byPasskey} group by user_id
        ) k on k.user_id = u.id
        left join (
          select l.user_id, bool_or(l.said && x.two_factor_values) as verified
          from identities l join connections x on x.id = l.connection_id and x.enabled and ${present('x')}
          where ${byProvider} group by l.user_id
        ) i on i.user_id = u.id
        left join totp t on t.user_id = u.id
        left join (select distinct user_id from recovery_codes where used_at is null) r on r.user_id = u.id
        left join (
          select user_id from known_browsers where expires_at > ${clock}
          union select user_id from set_up_windows where expires_at > ${clock}
        ) b on b.user_id = u.id
        left join (
          select distinct g.principal_id as id from grants g
          where g.role_id in (select head.id from (${adminOfLicet(walk)}) head) and ${walk.granted('g')} and g.ends = 'infinity'
        ) l on l.id = u.id
      where ${walk.active('u')} and ${among}
    )`,
    sql`judged as materialized (
      select able.*,
        case
          when not (password or passkeys > 0 or account) then 'no_way'
          when demanded and not (verified or account_verified or ((password or account) and passkeys > 0) or totp or recovery) then 'no_second_factor'
          when demanded and not recovery and totp::int + passkeys + account_verified::int < 2 then 'no_recovery'
        end as reason
      from able
    )`,
  )}
    select id, name, username, search, lasting, reason,
      case when reason = 'no_second_factor' and grace > ${clock} then grace end as "graceUntil",
      case
        when reason is null or reason = 'no_recovery' then reason
        when reason = 'no_second_factor' and grace > ${clock} then 'grace'
        when reason = 'no_way' and ${byPasskey} and has_password and (totp or known) then 'sets_up'
        when reason = 'no_second_factor' and known then 'sets_up'
        else 'stopped'
      end as outcome
    from judged`;
}

/** Whether `u` holds the role admin of Licet, by whatever way. */
function isAdministrator({ at }: Snapshot): Sql {
  const walk = asRecorded(at);
  return sql`exists (
    ${withWalks(
      walk.rolesAbove('heads', sql`select head.id from (${adminOfLicet(walk)}) head`),
      walk.groupsAbove('above', sql`select u.id`),
    )}
    select from above join grants x on x.principal_id = above.id and ${walk.granted('x')} and x.role_id in (select id from heads)
  )`;
}

/** `demanded(id, grace)`: of whom a second factor is demanded by what they hold or where they are, and until when the earliest of these waits. */
function demandedOf(walk: Walk, demands: readonly NewDemand[]) {
  let all: string | null = null;
  const walks: Sql[] = [];
  const selects: Sql[] = [sql`select null::uuid as id, null::timestamptz as grace where false`];
  for (const [index, { of, graceUntil }] of demands.entries()) {
    const grace = graceUntil ?? '-infinity';
    if (of.kind === 'everybody') all = grace;
    else {
      const name = `demand_${index}`;
      const seed = sql`select ${of.id}::uuid`;
      walks.push(of.kind === 'role' ? walk.holdersOf(name, seed) : walk.everybodyBelow(name, seed));
      selects.push(sql`select id, ${grace}::timestamptz from ${raw(name)}`);
    }
  }
  walks.push(sql`demanded as (select id, min(grace) as grace from (${join(selects, ' union all ')}) each group by id)`);
  return { all, walks };
}
