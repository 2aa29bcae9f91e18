import type { Page, Planned, PlanOutcome, Policy, PolicyChange, PolicyPlan } from '@licet/contract';
import { adminOfLicet } from '../administrators/administrators.ts';
import { present } from '../kernel/facts.ts';
import { byId, byName, inNameOrder, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, partsOf } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, join, literal, type Sql, sql } from '../kernel/sql.ts';
import { asRecorded, type Walk, withWalks } from '../walk/walk.ts';

/** The part of a policy that determines who can sign in. */
export type Rules = Pick<PolicyChange | Policy, 'ways' | 'userVerification' | 'secondFactor'>;

export interface PlanQuery extends ListQuery {
  readonly outcome?: PlanOutcome | undefined;
}

type Touched = Omit<Planned, 'user'> & Planned['user'];

/**
 * The number of users who sign in, how many of them a policy affects with each outcome, and whether it locks out all
 * administrators.
 */
export type Counted = Pick<PolicyPlan, 'people' | 'counts' | 'locksOut'>;

/** True for users `u` with these ids. */
export const usersAmong = (ids: readonly string[]): Sql => sql`u.id = any(${ids}::uuid[])`;

/**
 * A page of the users whom a policy affects at their next sign-in, with the counts for this policy and for the current
 * one. `among` restricts the users `u`. A single statement visits each user once.
 * @throws Refusal `invalid_cursor`
 */
export async function listTouched(
  snapshot: Snapshot,
  rules: Rules,
  query: PlanQuery,
  { inForce = rules, among }: { inForce?: Rules; among?: Sql } = {},
): Promise<Page<Planned> & { readonly counted: Counted; readonly countedInForce: Counted }> {
  const where = [query.outcome ? sql`u.outcome_0 = ${query.outcome}` : sql`u.outcome_0 is not null`];
  const search = searchFor(query.q);
  if (search) where.push(search.matches(sql`u.sought`));
  const sorted = orderOf({ name: [byName('u.name'), byId('u.id')] }, query.sort);
  const named = sql`(
    select j.*, n.name, n.username, n.sought from judged j join users n on n.id = j.id and ${present('n')}
  ) u`;
  const asked = { ...query, rules: JSON.stringify([rules, inForce, among?.values ?? []]) };
  const parts = partsOf<Touched>(
    {
      name: 'policy plan',
      select: sql`u.id, u.name, u.username, u.outcome_0 as outcome, u.reason_0 as reason,
        case when u.outcome_0 = 'grace' then u.grace_0 end as "graceUntil", ${isAdministrator(snapshot)} as administrator`,
      alias: 'u',
      from: named,
      countFrom: search ? named : sql`judged u`,
      where,
      order: rankedOrder(search, sql`u.sought`, query.sort, sorted),
    },
    asked,
  );
  const { rows } =
    await snapshot.connection.query<PlanRow>(sql`${withWalks(...everybody(snapshot, [rules, inForce], among))}
    select counted.of_0, counted.of_1, counted.total, touched.*
    from (select ${countedOf(0)} as of_0, ${countedOf(1)} as of_1, (${parts.total}) as total from judged) counted
      left join (${parts.rows}) touched on true
    order by ${parts.order('touched')}`);
  const [first] = rows;
  const touched = rows.filter(({ id }) => id !== null).map(({ of_0, of_1, total, ...row }) => row);
  return {
    ...mapPage(parts.read(touched, first?.total ?? 0), ({ id, name, username, ...of }) => ({
      user: { id, name, username },
      ...of,
    })),
    counted: countedFrom(first?.of_0),
    countedInForce: countedFrom(first?.of_1),
  };
}

/** Whether each of several policies locks out all administrators. Evaluates only administrators. */
export async function lockingOut(snapshot: Snapshot, policies: readonly Rules[]): Promise<readonly boolean[]> {
  const few = sql`u.id in (${lastingAdministrators(asRecorded(snapshot.at))})`;
  const { rows } = await snapshot.connection.query<{ counted: FlatCounts[] }>(sql`
    ${withWalks(...everybody(snapshot, policies, few))}
    select json_build_array(${join(
      policies.map((_, no) => countedOf(no)),
      ', ',
    )}) as counted from judged`);
  return (rows[0]?.counted ?? []).map(({ locksOut }) => locksOut);
}

/**
 * The active users with a direct grant of Licet's role admin that has no end, and whether a policy lets each of them
 * sign in.
 */
export async function lastingAdministratorsNow(
  snapshot: Snapshot,
  rules: Rules,
): Promise<readonly { readonly id: string; readonly getsIn: boolean }[]> {
  const few = sql`u.id in (${lastingAdministrators(asRecorded(snapshot.at))})`;
  const { rows } = await snapshot.connection.query<{ id: string; getsIn: boolean }>(sql`
    ${withWalks(...everybody(snapshot, [rules], few))}
    select id, outcome_0 is null or outcome_0 not in ('stopped', 'sets_up') as "getsIn" from judged order by id`);
  return rows;
}

/** Adds the users with an outcome under a policy to a round of mails, by name, at most `most`. Returns their number. */
export async function writeTouched(
  snapshot: Snapshot,
  rules: Rules,
  outcome: PlanOutcome,
  { round, most }: { readonly round: string; readonly most: number },
): Promise<number> {
  const { rowCount } = await snapshot.connection.query(sql`
    ${withWalks(...everybody(snapshot, [rules]))}
    insert into invitation_round_users (round_id, place, user_id, outcome)
    select ${round}::uuid, row_number() over (order by ${inNameOrder(sql`n.name`)}, n.id), n.id, case when n.email is null then 'no_address' end
    from judged u join users n on n.id = u.id and ${present('n')} where u.outcome_0 = ${outcome} limit ${most}`);
  return rowCount ?? 0;
}

type PlanRow = { of_0: FlatCounts; of_1: FlatCounts; total: number; id: string | null };
type FlatCounts = PolicyPlan['counts'] & { people: number; locksOut: boolean };

const none = { stopped: 0, sets_up: 0, grace: 0, no_recovery: 0 };
const outcomes = Object.keys(none) as PlanOutcome[];

/** SQL for the {@link FlatCounts} of the policy at index `no`, as one JSON value. */
function countedOf(no: number): Sql {
  const outcome = identifier(`outcome_${no}`);
  const each = outcomes.map((it) => sql`${literal(it)}, count(*) filter (where ${outcome} = ${it})`);
  return sql`json_build_object('people', count(*), ${join(each, ', ')}, 'locksOut',
    coalesce(bool_and(${outcome} is not null and ${outcome} in ('stopped', 'sets_up')) filter (where lasting), false))`;
}

function countedFrom(flat: FlatCounts | undefined): Counted {
  const { people = 0, locksOut = false, ...counts } = flat ?? {};
  return { people, locksOut, counts: { ...none, ...counts } };
}

/**
 * The common table expression `judged(id, lasting, …)`: every user who signs in, with the outcome under each policy.
 * `outcome_0` is null if the first policy changes nothing for the user.
 * `requirements.ts` and `identity/steps/next-step.ts` make the same decision for one sign-in.
 * The rows are narrow, because names are joined later and only for the few rows that are shown.
 */
function everybody({ at, clock }: Snapshot, policies: readonly Rules[], among: Sql = sql`true`): Sql[] {
  const walk = asRecorded(at);
  const { all, walks } = demandedOf(walk, policies);
  const columns = (write: (rules: Rules, of: (column: string) => Sql, no: number) => Sql) =>
    join(
      policies.map((rules, no) => write(rules, (column) => identifier(`${column}_${no}`), no)),
      ', ',
    );
  return [
    ...walks,
    sql`judged as materialized (
      select id, lasting, ${columns((rules, of) => sql`${of('grace')}, ${of('reason')}, ${outcomeOf(rules, of, clock)} as ${of('outcome')}`)}
      from (
        select has.*, ${columns((rules, of) => sql`${reasonOf(rules, of)} as ${of('reason')}`)}
        from (
          select u.id, ${columns((_, of, no) => sql`least(w.${of('grace')}, ${all[no]}::timestamptz) as ${of('grace')}`)},
            p.user_id is not null as password, coalesce(k.keys, 0) as keys, coalesce(k.verifying, 0) as verifying,
            i.user_id is not null as account, coalesce(i.vouched, false) as vouched,
            t.user_id is not null as totp, r.user_id is not null as recovery, b.user_id is not null as known,
            l.id is not null as lasting
          from users u
            left join demanded w on w.id = u.id
            left join credentials p on p.user_id = u.id
            left join (
              select user_id, count(*)::int as keys, (count(*) filter (where verifies))::int as verifying
              from passkeys group by user_id
            ) k on k.user_id = u.id
            left join (
              select l.user_id, bool_or(l.said && x.two_factor_values) as vouched
              from identities l join connections x on x.id = l.connection_id and x.enabled and ${present('x')} group by l.user_id
            ) i on i.user_id = u.id
            left join totp t on t.user_id = u.id
            left join (select user_id from recovery_codes where used_at is null group by user_id) r on r.user_id = u.id
            left join (
              select user_id from known_browsers where expires_at > ${clock}
              union select user_id from set_up_windows where expires_at > ${clock}
            ) b on b.user_id = u.id
            left join (${lastingAdministrators(walk)}) l on l.id = u.id
          where ${walk.active('u')} and ${among}
          offset 0
        ) has offset 0
      ) explained
    )`,
  ];
}

/** Selects `id`: the users with a direct grant of Licet's role admin that has no end. */
const lastingAdministrators = (walk: Walk) => sql`
  select distinct g.principal_id as id from grants g
  where g.role_id in (select head.id from (${adminOfLicet(walk)}) head) and ${walk.granted('g')} and g.ends = 'infinity'`;

/** Why a policy affects a user with these credentials; null if it does not. */
function reasonOf({ ways, userVerification }: Rules, of: (column: string) => Sql): Sql {
  const taken = (way: Rules['ways'][number], has: Sql, otherwise = sql`false`) =>
    ways.includes(way) ? has : otherwise;
  const password = taken('password', sql`password`);
  const account = taken('provider', sql`account`);
  const vouched = taken('provider', sql`vouched`);
  const verified = taken('passkey', sql`verifying > 0`);
  const passkeys = taken('passkey', userVerification === 'required' ? sql`verifying` : sql`keys`, sql`0`);
  return sql`case
    when not (${password} or ${passkeys} > 0 or ${account}) then 'no_way'
    when ${of('grace')} is null then null
    when not (${verified} or ${vouched} or ((${password} or ${account}) and ${passkeys} > 0) or totp or recovery) then 'no_second_factor'
    when not recovery and totp::int + ${passkeys} + (${vouched})::int < 2 then 'no_recovery'
  end`;
}

/** Derives the outcome at the next sign-in from the reason. */
function outcomeOf({ ways }: Rules, of: (column: string) => Sql, clock: string): Sql {
  const makesPasskey = ways.includes('passkey') ? sql`password and (totp or known)` : sql`false`;
  return sql`case
    when ${of('reason')} is null or ${of('reason')} = 'no_recovery' then ${of('reason')}
    when ${of('reason')} = 'no_second_factor' and ${of('grace')} > ${clock} then 'grace'
    when ${of('reason')} = 'no_way' and ${makesPasskey} then 'sets_up'
    when ${of('reason')} = 'no_second_factor' and known then 'sets_up'
    else 'stopped'
  end`;
}

/** Whether `u` holds Licet's role admin, by any path. */
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

/**
 * The common table expression `demanded(id, grace_0, …)`: users who need a second factor because of a role or a group,
 * and the earliest end of grace for each policy. A role or group in several policies is walked once.
 * `all` is the end of grace of a demand on everybody, for each policy.
 */
function demandedOf(walk: Walk, policies: readonly Rules[]) {
  const all: (string | null)[] = policies.map(() => null);
  const reached = new Map<string, string>();
  const walks: Sql[] = [];
  const graces = (write: (no: number) => Sql) =>
    join(
      policies.map((_, no) => write(no)),
      ', ',
    );
  const selects: Sql[] = [
    sql`select null::uuid as id, ${graces((no) => sql`null::timestamptz as ${identifier(`grace_${no}`)}`)} where false`,
  ];
  for (const [policy, { secondFactor }] of policies.entries())
    for (const { of, graceUntil } of secondFactor) {
      const grace = graceUntil ?? '-infinity';
      if (of.kind === 'everybody') {
        all[policy] = grace;
        continue;
      }
      const target = `${of.kind} ${of.id}`;
      const name = reached.get(target) ?? `demand_${reached.size}`;
      if (!reached.has(target)) {
        const seed = sql`select ${of.id}::uuid`;
        walks.push(of.kind === 'role' ? walk.holdersOf(name, seed) : walk.everybodyBelow(name, seed));
        reached.set(target, name);
      }
      selects.push(
        sql`select id, ${graces((no) => sql`${no === policy ? grace : null}::timestamptz`)} from ${identifier(name)}`,
      );
    }
  walks.push(sql`demanded as (
    select id, ${graces((no) => sql`min(${identifier(`grace_${no}`)}) as ${identifier(`grace_${no}`)}`)} from (${join(selects, ' union all ')}) each group by id
  )`);
  return { all, walks };
}
