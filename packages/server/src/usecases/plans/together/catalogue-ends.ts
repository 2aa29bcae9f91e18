import { anyHanging, contentsOfRoles, entitiesOf } from '../../../store/plan/hanging.ts';
import { listed } from '../../long-lists.ts';
import { requireMayGrant } from '../../may-give.ts';
import { requireOwn } from '../../require.ts';
import { applicationsIn } from './catalogue.ts';
import { endAll, endBy, endLinks, theirs } from './ends.ts';
import { missing, type Together } from './together.ts';

export const removePermissions: Together<'permissions.remove'> = async ({ many, steps, access }) => {
  const applications = await applicationsIn(many, steps);
  for (const [key, application] of applications) {
    requireOwn(application);
    requireMayGrant(access, key);
  }
  const ids = steps.map(({ params }) => params.permission.toLowerCase());
  if (await anyHanging(many.connection, ids)) missing();
  const ended = theirs(await entitiesOf(many.connection, 'permissions', ids), ids, steps);
  for (const [place, { app }] of ended.entries())
    if (app !== applications.get(steps[place]?.params.application ?? '')?.factId) missing();
  await endBy(many, 'role_permissions', 'permission_id', ids);
  await endBy(many, 'grants', 'permission_id', ids);
  await endAll(many, 'permissions', 'id', ended);
  return ended.map(({ id, name, text: title }, place) => ({
    action: 'permission.deleted',
    application: steps[place]?.params.application ?? '',
    target: { kind: 'permission', id, name },
    before: { name, title },
  }));
};

export const removeRoles: Together<'roles.remove'> = async ({ many, steps, access }) => {
  const applications = await applicationsIn(many, steps);
  for (const key of applications.keys()) requireMayGrant(access, key);
  const ids = steps.map(({ params }) => params.role.toLowerCase());
  if (await anyHanging(many.connection, ids)) missing();
  const ended = theirs(await entitiesOf(many.connection, 'roles', ids), ids, steps);
  for (const [place, { app, builtIn }] of ended.entries())
    if (builtIn || app !== applications.get(steps[place]?.params.application ?? '')?.factId) missing();
  const permissions = (await contentsOfRoles(many.connection, 'role_permissions', ids)) ?? missing();
  const includes = (await contentsOfRoles(many.connection, 'inclusions', ids)) ?? missing();
  await endLinks(many, 'inclusions', ['role_id', 'included_id'], ids);
  await endBy(many, 'role_permissions', 'role_id', ids);
  await endBy(many, 'grants', 'role_id', ids);
  await endAll(many, 'roles', 'id', ended);
  const places = new Map(ids.map((id, place) => [id, place]));
  const isThere = (place: number) => (held: { readonly id: string }) =>
    (places.get(held.id) ?? Number.POSITIVE_INFINITY) >= place;
  const names = (list: readonly { readonly name: string }[] = []) => listed(list.map(({ name }) => name));
  return ended.map(({ id, name, text: title }, place) => ({
    action: 'role.deleted',
    application: steps[place]?.params.application ?? '',
    target: { kind: 'role', id, name },
    before: {
      name,
      title,
      permissions: names(permissions.get(id)),
      includes: names(includes.get(id)?.filter(isThere(place))),
    },
  }));
};
