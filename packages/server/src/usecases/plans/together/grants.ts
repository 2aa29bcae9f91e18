import { grantRow } from '../../../store/grants/grants.ts';
import { insertEntities } from '../../../store/kernel/many.ts';
import { principalsOf } from '../../../store/plan/who.ts';
import { rolesToGive } from '../../../store/role-policies/role-policies.ts';
import { namesIn } from '../../../store/roles/roles.ts';
import { requireAllowed } from '../../grants/allowed.ts';
import { requireInstant } from '../../grants/change.ts';
import { requireMayGrant } from '../../may-give.ts';
import { givenRecord, principalRecord, requireApplication } from '../../require.ts';
import { missing, type Together } from './together.ts';

export const createGrants: Together<'grants.create'> = async ({ many, steps, access }) => {
  const principals = await principalsOf(many, [...new Set(steps.map(({ body }) => body.principal.id))]);
  const applications = new Map<string, Awaited<ReturnType<typeof givenIn>>>();
  for (const key of new Set(steps.map(({ params }) => params.application))) {
    requireMayGrant(access, key);
    const here = steps.filter(({ params }) => params.application === key).map(({ body }) => body.gives);
    applications.set(key, await givenIn(many, key, here));
  }
  const made = steps.map(({ id, params, body }, place) => {
    const { application, roles, permissions } = applications.get(params.application) ?? missing();
    const principal = principals.get(body.principal.id.toLowerCase()) ?? missing();
    if (principal.kind !== body.principal.kind) missing();
    const starts = body.starts ? requireInstant(body.starts, '/starts') : many.atOf(place);
    const ends = body.ends ? requireInstant(body.ends, '/ends') : null;
    const reason = body.reason ?? '';
    const givenId = body.gives.id.toLowerCase();
    const role = body.gives.kind === 'role' ? (roles.get(givenId) ?? missing()) : undefined;
    if (role) requireAllowed(role, { starts, ends, reason });
    const name = role?.name ?? permissions.get(givenId) ?? missing();
    return { id, application, principal, gives: { ...body.gives, id: givenId, name }, starts, ends, reason };
  });
  await insertEntities(
    many,
    'grants',
    made.map(({ id, application, ...grant }, place) => ({
      place,
      fields: { id, ...grantRow(application.factId, { ...grant, grantedBy: many.actor.name }) },
    })),
  );
  return made.map(({ id, application, principal, gives, starts, ends, reason }) => ({
    action: 'grant.created',
    application: application.id,
    target: { kind: 'grant', id, name: `${gives.name} to ${principal.name}` },
    after: { to: principalRecord(principal), gives: givenRecord(gives), starts, ends, reason },
  }));
};

/** An application, and the roles and permissions of it that are granted. */
async function givenIn(
  many: Parameters<typeof createGrants>[0]['many'],
  key: string,
  gives: readonly { readonly kind: 'role' | 'permission'; readonly id: string }[],
) {
  const application = await requireApplication(many, key);
  const ids = (kind: string) => [...new Set(gives.flatMap((it) => (it.kind === kind ? it.id : [])))];
  return {
    application,
    roles: await rolesToGive(many, application.factId, ids('role')),
    permissions: await namesIn(many, 'permissions', application.factId, ids('permission')),
  };
}
