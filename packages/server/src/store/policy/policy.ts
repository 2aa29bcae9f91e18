import {
  type Demand,
  domainKey,
  domainOf,
  limits,
  type NewDemand,
  type Policy,
  type PolicyChange,
  policyMailing,
  shownDomain,
} from '@licet/contract';
import type { KindsOf, ValuesOf } from '@licet/contract/reasons';
import type * as z from 'zod';
import { refuse } from '../../refusal.ts';
import { roundJob } from '../invitations/rounds.ts';
import { queueJobs } from '../jobs/jobs.ts';
import type { Change } from '../kernel/change.ts';
import { endFacts, insertFact, present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { prepared, type Sql, sql } from '../kernel/sql.ts';
import { lastingAdministratorsNow, writeTouched } from './plan.ts';

/** The default sign-in policy. */
export const firstPolicy: Policy = {
  ways: ['password', 'passkey', 'provider'],
  userVerification: 'preferred',
  secondFactor: [],
  sessions: { members: limits.memberSessionLifetime.value, administrators: limits.adminSessionLifetime.value },
  emailDomains: [],
  rememberedDays: 0,
  freshSignIn: limits.freshSignIn.value,
  version: 0,
};

/** The current sign-in policy, with the names of the roles and groups that need a second factor. */
export async function findPolicy(connection: Queryable): Promise<Policy> {
  const found = await findRules(connection);
  return found.version === 0 ? found : { ...found, secondFactor: await demandsOf(connection) };
}

/** The current sign-in policy without its demands for a second factor. */
export async function findRules(connection: Queryable): Promise<Policy> {
  const { rows } = await connection.query<{ rules: Policy | null }>(rules());
  const [{ rules: found } = { rules: null }] = rows;
  // Earlier versions stored domains in the form that was typed.
  return found ? { ...found, emailDomains: found.emailDomains.map(domainKey) } : firstPolicy;
}

/** SQL for the current sign-in policy without its demands, for use in another statement; null without a policy. */
export const rulesNow: Sql = sql`(
  select json_build_object('ways', p.ways, 'userVerification', p.user_verification, 'secondFactor', '[]'::json,
    'sessions', json_build_object('members', p.member_session, 'administrators', p.administrator_session),
    'emailDomains', p.email_domains, 'rememberedDays', p.remembered_days, 'freshSignIn', p.fresh_sign_in, 'version', p.no_from)
  from policies p where ${present('p')})`;

const rules = prepared<[]>('policy', () => sql`select ${rulesNow} as rules`);

export async function replacePolicy(change: Change, policy: PolicyChange): Promise<Policy> {
  await endFacts(change, 'policies', {});
  await insertFact(change, 'policies', {
    ways: policy.ways,
    user_verification: policy.userVerification,
    member_session: policy.sessions.members,
    administrator_session: policy.sessions.administrators,
    email_domains: policy.emailDomains,
    remembered_days: policy.rememberedDays,
    fresh_sign_in: policy.freshSignIn,
  });
  await endFacts(change, 'demands', {});
  for (const { of, graceUntil } of policy.secondFactor)
    await insertFact(change, 'demands', {
      of_kind: of.kind,
      of_id: of.kind === 'everybody' ? null : of.id,
      grace_until: graceUntil,
    });
  return findPolicy(change.connection);
}

/** Returns the first demand whose role or group does not exist. */
export async function missingOf(connection: Queryable, demands: readonly NewDemand[]): Promise<NewDemand | undefined> {
  const idsOf = (kind: string) =>
    demands.flatMap(({ of }) => (of.kind !== 'everybody' && of.kind === kind ? [of.id] : []));
  const { rows } = await connection.query<{ id: string }>(sql`
    select r.id from roles r where r.id = any(${idsOf('role')}::uuid[]) and ${present('r')}
    union all select g.id from groups g where g.id = any(${idsOf('group')}::uuid[]) and ${present('g')}`);
  const found = new Set(rows.map(({ id }) => id));
  return demands.find(({ of }) => of.kind !== 'everybody' && !found.has(of.id));
}

/** Whether a second factor is required of members of one of the groups. */
export async function demandedOfGroups(connection: Queryable, groupIds: readonly string[]): Promise<boolean> {
  const { rows } = await connection.query(sql`
    select from demands d where d.of_kind = 'group' and d.of_id = any(${groupIds}::uuid[]) and ${present('d')} limit 1`);
  return rows.length > 0;
}

async function demandsOf(connection: Queryable): Promise<Demand[]> {
  const { rows } = await connection.query<{
    kind: Demand['of']['kind'];
    id: string;
    name: string;
    application: string;
    graceUntil: string | null;
  }>(sql`
    select d.of_kind as kind, d.of_id as id, coalesce(r.name, g.name) as name, a.key as application, d.grace_until as "graceUntil"
    from demands d
      left join roles r on d.of_kind = 'role' and r.id = d.of_id and ${present('r')}
      left join applications a on a.id = r.app_id and ${present('a')}
      left join groups g on d.of_kind = 'group' and g.id = d.of_id and ${present('g')}
    where ${present('d')} and (d.of_kind = 'everybody' or r.id is not null or g.id is not null)
    order by d.of_kind = 'everybody' desc, d.of_kind, a.key, ${inNameOrder(sql`coalesce(r.name, g.name)`)}, d.of_id`);
  return rows.map(({ kind, id, name, application, graceUntil }) => {
    if (kind === 'role') return { of: { kind, id, name, application }, graceUntil };
    return kind === 'group' ? { of: { kind, id, name }, graceUntil } : { of: { kind }, graceUntil };
  });
}

/** A domain that new users may not have, with the first allowed domain and the number of further allowed ones. */
export type RefusedDomain = ValuesOf<KindsOf<'field', 'email_domain_refused'>>;

/** Finds the first address whose domain new users may not have; undefined if all are allowed. */
export async function refusedDomain(
  connection: Queryable,
  ...emails: readonly string[]
): Promise<RefusedDomain | undefined> {
  const { emailDomains } = await findRules(connection);
  const domain = emails.map((email) => domainOf(email) ?? '').find((it) => !emailDomains.includes(it));
  if (emailDomains.length === 0 || domain === undefined) return undefined;
  const domains = emailDomains.slice(0, domainsNamed).map(shownDomain);
  return { domain: shownDomain(domain), domains, others: emailDomains.length - domains.length };
}

const domainsNamed = 5;

/**
 * Returns the users among `leaving` who must stay so that an administrator of Licet can still sign in. If no other
 * administrator can sign in under the rules, these are all administrators in `leaving`.
 */
export async function administratorsLeft(snapshot: Snapshot, leaving: readonly string[]): Promise<ReadonlySet<string>> {
  if (leaving.length === 0) return new Set();
  const all = await lastingAdministratorsNow(snapshot, await findPolicy(snapshot.connection));
  const goes = new Set(leaving);
  const left = all.filter(({ id }) => !goes.has(id));
  // If no administrator can sign in even now, it is enough that one remains.
  const one = all.some(({ getsIn }) => getsIn) ? left.some(({ getsIn }) => getsIn) : left.length > 0;
  return new Set(one ? [] : all.flatMap(({ id }) => (goes.has(id) ? [id] : [])));
}

/** The recipients, the policy, and the time from which it will be in force. */
export type PolicyMailing = z.output<typeof policyMailing>;

/**
 * Starts a round of mails: stores the users with the mailing's outcome under the policy, and queues the job that mails
 * them. Returns their number.
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

/** Parses the stored policy of a round. */
export const policyOfRound = (kept: unknown): PolicyMailing => policyMailing.parse(kept);
