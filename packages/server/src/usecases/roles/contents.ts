import type { Role } from '@licet/contract';
import { fault } from '../../refusal.ts';
import type { StoredApplication } from '../../store/applications/applications.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { namesIn, ownPermissions } from '../../store/roles/roles.ts';
import { apart, listed } from '../long-lists.ts';
import { refuseFields } from '../require.ts';

/** The checked contents of a role: permissions and roles of its own application. */
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
export async function roleRecord(snapshot: Snapshot, role: Role) {
  const record = await wholeRecord(snapshot, role);
  return { ...record, permissions: listed(record.permissions), includes: listed(record.includes) };
}

/** The same with all names: for {@link toldApart}. */
export async function wholeRecord(snapshot: Snapshot, role: Role) {
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
export function toldApart(before: RoleRecord, after: RoleRecord): readonly [RoleRecord, RoleRecord] {
  const [told, toldAfter] = [{ ...before }, { ...after }];
  for (const list of ['permissions', 'includes'] as const) {
    const [was, is] = apart(before[list], after[list]);
    told[list] = listed(was);
    toldAfter[list] = listed(is);
  }
  return [told, toldAfter];
}
