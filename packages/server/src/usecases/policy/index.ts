import { type Demand, limits, type NewDemand, type Policy } from '@licet/contract';
import { fault, refuse, refuseFault } from '../../refusal.ts';
import { later } from '../../store/kernel/instants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { listTouched, lockingOut } from '../../store/policy/plan.ts';
import { findPolicy, missingOf, refusedDomain, replacePolicy } from '../../store/policy/policy.ts';
import type { CallerAccess } from '../authorise.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { refuseFields, requireVersion } from '../require.ts';
import { changing, reading, readingTogether } from '../use-case.ts';

/**
 * The plan contains names and sign-in methods of users, so it requires the right to see users.
 * @throws Refusal `forbidden`
 */
export function requireMayPlan(access: CallerAccess): void {
  if (access.can('users.read')) return;
  refuse('forbidden', 'policy_plan_names_users', {}, { permission: 'users.read' });
}

/**
 * Whether the caller may see the names of the affected users. They are members of the groups, or holders of the roles,
 * that the demands are about.
 */
const mayNameThem = (access: CallerAccess, demands: readonly NewDemand[]): boolean =>
  demands.every(({ of }) => of.kind === 'everybody' || access.can(of.kind === 'group' ? 'groups.read' : 'access.read'));

/**
 * The groups and roles of a policy's demands must exist.
 * @throws Refusal `not_found`
 */
export async function requireKnown({ connection }: Snapshot, demands: readonly NewDemand[]): Promise<void> {
  const missing = await missingOf(connection, demands);
  if (missing && missing.of.kind !== 'everybody')
    refuse('not_found', 'required_unknown', { kind: missing.of.kind, id: missing.of.id });
}

/** A policy in the form of the audit chain: by name, so that it reads the same after roles and groups are deleted. */
export const policyRecord = ({ version: _, secondFactor, ...rest }: Policy) => ({
  ...rest,
  secondFactor: secondFactor.map(demandRecord),
});

function demandRecord({ of, graceUntil }: Demand): string {
  const whom =
    of.kind === 'everybody'
      ? 'everybody'
      : of.kind === 'role'
        ? `role ${of.name} of ${of.application}`
        : `group ${of.name}`;
  return graceUntil === null ? whom : `${whom}, from ${graceUntil}`;
}

export const get = reading('policy.get', ({ snapshot }) => findPolicy(snapshot.connection));

export const plan = readingTogether('policy.plan', async ({ snapshot, access, query, body }) => {
  requireMayPlan(access);
  await requireKnown(snapshot, body.secondFactor);
  const namesShown = mayNameThem(access, body.secondFactor);
  // Ignores the search text, because the total would reveal whether a user is affected.
  const asked = namesShown ? query : { outcome: query.outcome, limit: query.limit };
  const { counted, countedInForce, ...page } = await listTouched(snapshot, body, asked, {
    inForce: await findPolicy(snapshot.connection),
  });
  return {
    ...(namesShown ? page : { ...page, items: [], next: null }),
    namesShown,
    people: counted.people,
    counts: counted.counts,
    present: countedInForce.counts,
    locksOut: counted.locksOut && !countedInForce.locksOut,
  };
});

export const update = changing('policy.update', async ({ change, caller, body, ifMatch }) => {
  if (caller.kind !== 'operator') await requireFreshSignIn(change, caller, 'sign_in_rules');
  const before = await findPolicy(change.connection);
  requireVersion(before, ifMatch);
  await requireKnown(change, body.secondFactor);
  requireTimes(change, before, body.secondFactor);
  const [would, does] = await lockingOut(change, [body, before]);
  if (would && !does) refuse('locks_out', 'administrators_locked_out', {});
  const after = await replacePolicy(change, body);
  change.record({
    action: 'policy.changed',
    target: { kind: 'policy', id: 'policy', name: 'Sign-in' },
    before: policyRecord(before),
    after: policyRecord(after),
  });
  return after;
});

/** Requires that a new grace period ends in the future. One that is already stored may have ended. */
function requireTimes({ clock }: Snapshot, before: Policy, demands: readonly NewDemand[]): void {
  const given = new Set(before.secondFactor.map(({ graceUntil }) => instantOf(graceUntil)));
  const most = limits.graceMax.value;
  const latest = Date.parse(later(clock, most * 86_400));
  refuseFields(
    demands.flatMap(({ graceUntil }, index) => {
      const until = instantOf(graceUntil);
      if (until === null || given.has(until)) return [];
      const pointer = `/secondFactor/${index}/graceUntil`;
      if (until <= Date.parse(clock)) return [fault({ pointer }, 'time_over', {})];
      return until > latest ? [fault({ pointer }, 'grace_too_long', { most })] : [];
    }),
  );
}

const instantOf = (text: string | null) => (text === null ? null : Date.parse(text));

/**
 * The allowed domains of new addresses.
 * @throws Refusal `invalid_request`
 */
export async function requireEmailDomain(
  { connection }: Snapshot,
  ...emails: readonly (string | null | undefined)[]
): Promise<void> {
  const given = emails.flatMap((email) => (email ? [email] : []));
  const refused = given.length > 0 ? await refusedDomain(connection, ...given) : undefined;
  if (refused) refuseFault('invalid_request', fault({ pointer: '/email' }, 'email_domain_refused', refused));
}
