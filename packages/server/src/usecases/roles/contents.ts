import type { Role } from '@licet/contract';
import type { StoredApplication } from '../../store/applications/applications.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { namesIn, ownPermissions } from '../../store/roles/roles.ts';
import { refuseFields } from '../require.ts';

/** What a role is to hold, checked: permissions and roles of its own application. */
export interface Contents {
  readonly permissions?: readonly string[];
  readonly includes?: readonly string[];
}

/** @throws Refusal `invalid_request` with a pointer to each id that the application does not know */
export async function requireContents(
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
    what: string,
  ) =>
    (ids ?? []).flatMap((id, index) =>
      known.has(id)
        ? []
        : [{ pointer: `/${field}/${index}`, detail: `${application.name} has no ${what} with the id ${id}.` }],
    );
  refuseFields([
    ...strange(permissions, knownPermissions, 'permissions', 'permission'),
    ...strange(includes, knownRoles, 'includes', 'role'),
  ]);
  return { ...(permissions ? { permissions } : {}), ...(includes ? { includes } : {}) };
}

/** What an event says of a role: its permissions and the roles that it includes, by name. */
export async function roleRecord(snapshot: Snapshot, role: Role) {
  const own = await ownPermissions(snapshot, role.id);
  return {
    name: role.name,
    title: role.title,
    permissions: own.map(({ name }) => name),
    includes: role.includes.map(({ name }) => name),
  };
}
