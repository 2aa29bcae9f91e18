import type { Grant } from '@licet/contract';
import { fault, refuse, refuseFault } from '../../refusal.ts';
import type { StoredApplication } from '../../store/applications/applications.ts';
import { endGrant, findGrant, insertGrant, requireWrittenGrant, updateGrant } from '../../store/grants/grants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { inUtc } from '../context.ts';
import { requireMayGrant } from '../may-give.ts';
import {
  grantRecord,
  grantTarget,
  refuseFields,
  requireApplication,
  requirePrincipal,
  requireVersion,
} from '../require.ts';
import { changing } from '../use-case.ts';
import { allowedToGive, requireChangeAllowed } from './allowed.ts';

export const create = changing('grants.create', async ({ change, access, params, body }) => {
  const application = await requireApplication(change, params.application);
  requireMayGrant(access, application.id);
  const principal = await requirePrincipal(change, body.principal.id);
  if (principal.kind !== body.principal.kind) {
    const is = { principal: principal.name, kind: principal.kind };
    refuseFields([fault({ pointer: '/principal/kind' }, 'principal_of_kind', is)]);
  }
  const wanted = {
    starts: body.starts ? requireInstant(body.starts, '/starts') : change.at,
    ends: body.ends ? requireInstant(body.ends, '/ends') : null,
    reason: body.reason ?? '',
  };
  if (!(await allowedToGive(change, application.factId, body.gives, wanted)))
    refuseFields([fault({ pointer: '/gives/id' }, 'given_unknown', { application: application.name, ...body.gives })]);
  const id = await insertGrant(change, application.factId, {
    principal,
    gives: body.gives,
    ...wanted,
    grantedBy: change.actor.name,
  });
  const grant = await requireWrittenGrant(change, application.factId, id);
  change.record({
    action: 'grant.created',
    application: application.id,
    target: grantTarget(grant),
    after: grantRecord(grant),
  });
  return grant;
});

export const update = changing('grants.update', async ({ change, access, params, body, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  requireMayGrant(access, application.id);
  const before = await requireLasting(change, application, params.grant);
  requireVersion(before, ifMatch);
  const ends = body.ends ? requireInstant(body.ends, '/ends') : body.ends;
  const wanted = { ends: ends === undefined ? before.ends : ends, reason: body.reason ?? before.reason };
  await requireChangeAllowed(change, before.gives, before, { ...wanted, starts: before.starts });
  await updateGrant(change, application.factId, before, wanted);
  const after = await requireWrittenGrant(change, application.factId, before.id);
  change.record({
    action: 'grant.changed',
    application: application.id,
    target: grantTarget(after),
    before: grantRecord(before),
    after: grantRecord(after),
  });
  return after;
});

export const revoke = changing('grants.revoke', async ({ change, access, params, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  requireMayGrant(access, application.id);
  const grant = await requireLasting(change, application, params.grant);
  requireVersion(grant, ifMatch);
  await endGrant(change, grant.id);
  change.record({
    action: 'grant.revoked',
    application: application.id,
    target: grantTarget(grant),
    before: grantRecord(grant),
  });
});

/** Returns an instant in UTC, in stored form. @throws Refusal `invalid_request` */
export function requireInstant(instant: string, pointer: string): string {
  const read = inUtc(instant, pointer);
  return typeof read === 'string' ? read : refuseFault('invalid_request', read);
}

/** A grant that can still be changed. @throws Refusal `not_found`, `wrong_state` when it has ended */
async function requireLasting(snapshot: Snapshot, application: StoredApplication, id: string): Promise<Grant> {
  const grant = await findGrant(snapshot, application.factId, id);
  if (!grant) return refuse('not_found', 'grant_unknown', { application: application.name, id });
  const { state, gives, principal } = grant;
  if (state === 'expired' || state === 'revoked')
    refuse('wrong_state', 'grant_ended', { gives: gives.name, principal: principal.name, state });
  return grant;
}
