import { adminRole, limits, type Role } from '@licet/contract';
import { fault, refuse } from '../../refusal.ts';
import type { StoredApplication } from '../../store/applications/applications.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { listRoleItems, listRoles } from '../../store/roles/list.ts';
import {
  deleteRole,
  hasRole,
  insertRole,
  namesIn,
  ownPermissions,
  setInclusions,
  setRolePermissions,
  updateRole,
} from '../../store/roles/roles.ts';
import { useOfPermissions, useOfRoles } from '../../store/roles/use.ts';
import { seenFor } from '../../store/usage/unused.ts';
import { listed, listedChange } from '../long-lists.ts';
import { requireMayGrant } from '../may-give.ts';
import { refuseFields, requireApplication, requireRole, requireVersion, roleTarget } from '../require.ts';
import { requireMayLetGo } from '../separations/require.ts';
import { changing, reading, readingInTurn } from '../use-case.ts';

/**
 * A new role gives no access yet, so creating one needs no right to grant. In Licet itself only its administrators
 * create one.
 */
export const create = changing('roles.create', async ({ change, access, params, body }) => {
  const application = await requireApplication(change, params.application);
  if (application.builtIn) requireMayGrant(access, application.id);
  if (body.name === adminRole)
    refuse('name_taken', 'admin_role_exists', { application: application.name, role: adminRole });
  const { permissions, includes } = await requireContents(change, application, body);
  const id = await insertRole(change, application.factId, { name: body.name, title: body.title ?? '' });
  await setRolePermissions(change, id, permissions ?? []);
  await setInclusions(change, id, includes ?? []);
  const role = await requireRole(change, application, id);
  change.record({
    action: 'role.created',
    application: application.id,
    target: roleTarget(role),
    after: await roleRecord(change, role),
  });
  return role;
});

/**
 * Changes a role. New contents, or a new name, which tokens carry, reach its holders immediately, so changing these
 * requires the right to grant. Changing the title does not.
 */
export const update = changing('roles.update', async ({ change, access, params, body, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  const before = await requireRole(change, application, params.role);
  requireVersion(before, ifMatch);
  const renamed = body.name !== undefined && body.name !== before.name;
  if (renamed || body.permissions || body.includes || application.builtIn) requireMayGrant(access, application.id);
  if (renamed && body.name === adminRole)
    refuse('name_taken', 'admin_role_exists', { application: application.name, role: adminRole });
  if (before.builtIn && (renamed || body.permissions || body.includes))
    refuse('built_in', 'built_in_role_changed', { role: before.name, application: application.name });
  if (renamed) await requireMayLetGo(change, access, before);
  const { permissions, includes } = await requireContents(change, application, body);
  const was = await wholeRecord(change, before);
  await updateRole(change, application.factId, before, {
    name: body.name ?? before.name,
    title: body.title ?? before.title,
  });
  if (permissions) await setRolePermissions(change, before.id, permissions);
  if (includes) await setInclusions(change, before.id, includes);
  const after = await requireRole(change, application, before.id);
  const [recordBefore, recordAfter] = withListedChange(was, await wholeRecord(change, after));
  change.record({
    action: 'role.changed',
    application: application.id,
    target: roleTarget(after),
    before: recordBefore,
    after: recordAfter,
  });
  return after;
});

export const remove = changing('roles.remove', async ({ change, access, params, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  const role = await requireRole(change, application, params.role);
  requireVersion(role, ifMatch);
  requireMayGrant(access, application.id);
  if (role.builtIn) refuse('built_in', 'built_in_role_deleted', { role: role.name, application: application.name });
  await requireMayLetGo(change, access, role);
  const before = await roleRecord(change, role);
  await deleteRole(change, role.id);
  change.record({ action: 'role.deleted', application: application.id, target: roleTarget(role), before });
});

export const list = reading('roles.list', async ({ snapshot, params, query }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  return listRoles(snapshot, factId, query);
});

export const get = reading('roles.get', async ({ snapshot, params }) =>
  requireRole(snapshot, await requireApplication(snapshot, params.application), params.role),
);

export const items = reading('roles.items', async ({ snapshot, params, query }) => {
  // The holders are not needed here, only whether the role exists.
  if (!(await hasRole(snapshot, params.application, params.role)))
    await requireRole(snapshot, await requireApplication(snapshot, params.application), params.role);
  return listRoleItems(snapshot, params.role, query);
});

const days = limits.usageWindow.value;

/** For each of the given roles, how many of its holders use it. Leaves out roles of other applications. */
export const use = readingInTurn('roles.use', async ({ snapshot, params, query }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  const observed = await seenFor(snapshot, factId, days);
  const items = observed.seen ? await useOfRoles(snapshot, factId, query.roles, observed.from) : [];
  return { ...observed, days, items };
});

export const permissionUse = readingInTurn('roles.permissionUse', async ({ snapshot, params }) => {
  const application = await requireApplication(snapshot, params.application);
  const { id } = await requireRole(snapshot, application, params.role);
  const observed = await seenFor(snapshot, application.factId, days);
  const found = observed.seen ? await useOfPermissions(snapshot, application.factId, id, observed.from) : noUse;
  return { ...observed, days, ...found };
});
const noUse = { holders: 0, used: 0, items: [] };

/** The checked contents of a role: permissions and roles of its own application. */
export interface Contents {
  readonly permissions?: readonly string[];
  readonly includes?: readonly string[];
}

/** @throws Refusal `invalid_request` with a pointer to each id that the application does not know */
async function requireContents(
  snapshot: Snapshot,
  application: StoredApplication,
  asked: { readonly permissions?: readonly string[] | undefined; readonly includes?: readonly string[] | undefined },
): Promise<Contents> {
  const permissions = asked.permissions?.map((id) => id.toLowerCase());
  const includes = asked.includes?.map((id) => id.toLowerCase());
  const knownPermissions = await namesIn(snapshot, 'permissions', application.factId, permissions ?? []);
  const knownRoles = await namesIn(snapshot, 'roles', application.factId, includes ?? []);
  const strange = (
    ids: readonly string[] | undefined,
    known: ReadonlyMap<string, string>,
    field: string,
    kind: 'permission' | 'role',
  ) =>
    (ids ?? []).flatMap((id, index) =>
      known.has(id)
        ? []
        : [
            fault({ pointer: `/${field}/${index}` }, 'role_content_unknown', {
              application: application.name,
              kind,
              id,
            }),
          ],
    );
  refuseFields([
    ...strange(permissions, knownPermissions, 'permissions', 'permission'),
    ...strange(includes, knownRoles, 'includes', 'role'),
  ]);
  return { ...(permissions ? { permissions } : {}), ...(includes ? { includes } : {}) };
}

/** A role in an event: its permissions and included roles, by name. */
async function roleRecord(snapshot: Snapshot, role: Role) {
  const record = await wholeRecord(snapshot, role);
  return { ...record, permissions: listed(record.permissions), includes: listed(record.includes) };
}

/** Like {@link roleRecord}, but with all names, for {@link withListedChange}. */
async function wholeRecord(snapshot: Snapshot, role: Role) {
  const own = await ownPermissions(snapshot, role.id);
  return {
    name: role.name,
    title: role.title,
    permissions: own.map(({ name }) => name),
    includes: role.includes.map(({ name }) => name),
  };
}
type RoleRecord = Awaited<ReturnType<typeof wholeRecord>>;

/** A changed role in an event, before and after. Long lists contain only the names that were removed or added. */
export function withListedChange(before: RoleRecord, after: RoleRecord): readonly [RoleRecord, RoleRecord] {
  const [recordBefore, recordAfter] = [{ ...before }, { ...after }];
  for (const list of ['permissions', 'includes'] as const) {
    const [was, is] = listedChange(before[list], after[list]);
    recordBefore[list] = listed(was);
    recordAfter[list] = listed(is);
  }
  return [recordBefore, recordAfter];
}
