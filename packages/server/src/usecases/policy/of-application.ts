import type { ApplicationPolicy, ApplicationPolicyChange, NewDemand } from '@licet/contract';
import { fault } from '../../refusal.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import {
  atHomeIn,
  findApplicationPolicy,
  type OwnPolicy,
  replaceApplicationPolicy,
  stricter,
} from '../../store/policy/application-policy.ts';
import { listTouched, type Rules } from '../../store/policy/plan.ts';
import { findPolicy, findRules } from '../../store/policy/policy.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { applicationTarget, refuseFields, requireApplication, requireOwn, requireVersion } from '../require.ts';
import { changing, reading, readingTogether } from '../use-case.ts';
import { requireMayFilter } from '../users/read.ts';
import { requireMayPlan } from './index.ts';

export const ofApplication = reading('policy.ofApplication', async ({ snapshot, params }) => {
  const { id } = await requireApplication(snapshot, params.application);
  return besideOrganisation(snapshot, await findApplicationPolicy(snapshot.connection, id));
});

export const planOfApplication = readingTogether(
  'policy.planOfApplication',
  async ({ snapshot, access, params, query, body }) => {
    requireMayPlan(access);
    const application = await requireApplication(snapshot, params.application);
    requireOwn(application);
    // The answer names users with access in the application.
    requireMayFilter(access, { application: application.id });
    await requireSubset(snapshot, body);
    const among = await atHomeIn(snapshot, application);
    const present = await findApplicationPolicy(snapshot.connection, application.id);
    const inForce = await rulesWith(snapshot, present);
    const rules = await rulesWith(snapshot, body);
    const { counted, countedInForce, ...page } = await listTouched(snapshot, rules, query, { inForce, among });
    return {
      ...page,
      namesShown: true,
      people: counted.people,
      counts: counted.counts,
      present: countedInForce.counts,
      locksOut: false,
    };
  },
);

export const updateOfApplication = changing(
  'policy.updateOfApplication',
  async ({ change, caller, params, body, ifMatch }) => {
    if (caller.kind !== 'operator') await requireFreshSignIn(change, caller, 'sign_in_rules');
    const application = await requireApplication(change, params.application);
    requireOwn(application);
    const before = await findApplicationPolicy(change.connection, application.id);
    requireVersion(before, ifMatch);
    await requireSubset(change, body);
    const after = await replaceApplicationPolicy(change, application, body);
    change.record({
      action: 'application.sign_in_changed',
      application: application.id,
      target: applicationTarget(application),
      before: recordOf(before),
      after: recordOf(after),
    });
    return besideOrganisation(change, after);
  },
);

/**
 * Returns the stricter of the organisation's and the application's rules, so that the plan predicts the sign-in of
 * every user.
 */
async function rulesWith({ connection }: Snapshot, own: ApplicationPolicyChange): Promise<Rules> {
  const rules = stricter(await findPolicy(connection), own);
  const everybody: NewDemand = { of: { kind: 'everybody' }, graceUntil: null };
  return own.secondFactor ? { ...rules, secondFactor: [everybody] } : rules;
}

/**
 * An application accepts some of the organisation's ways to sign in, and no others.
 * @throws Refusal `invalid_request`
 */
async function requireSubset({ connection }: Snapshot, { ways }: ApplicationPolicyChange): Promise<void> {
  const { ways: taken } = await findRules(connection);
  const other = ways?.find((way) => !taken.includes(way));
  if (other !== undefined) refuseFields([fault({ pointer: '/ways' }, 'way_not_allowed', { way: other })]);
}

/** Adds the organisation's ways to sign in, from which the application can choose. */
async function besideOrganisation({ connection }: Snapshot, own: OwnPolicy): Promise<ApplicationPolicy> {
  return { ...own, organisationWays: (await findRules(connection)).ways };
}

const recordOf = ({ version: _, ...rest }: OwnPolicy) => rest;
