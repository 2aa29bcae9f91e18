import { limits, type Role } from '@licet/contract';
import { fault } from '../../refusal.ts';
import type { StoredApplication } from '../../store/applications/applications.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { namesIn, ownPermissions } from '../../store/roles/roles.ts';
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

/** A list of names in an event. Of a long one the first names, and how many more there are. */
export function listed(names: readonly string[]): string[] {
  const most = fitting(names);
  if (most === names.length) return [...names];
  return [...names.slice(0, most), `and ${(names.length - most).toLocaleString('en')} more`];
}

/** The number of names that an event lists. */
function fitting(names: readonly string[]): number {
  let length = 0;
  const more = names.findIndex((name) => {
    length += name.length;
    return length > limits.eventNamesMax.value;
  });
  return more < 0 ? names.length : more;
}

/** A changed role in an event, before and after. Of long lists only the names that were removed or added. */
export function toldApart(before: RoleRecord, after: RoleRecord): readonly [RoleRecord, RoleRecord] {
  const [told, toldAfter] = [{ ...before }, { ...after }];
  for (const list of ['permissions', 'includes'] as const) {
    const isLong = [before[list], after[list]].some((names) => fitting(names) < names.length);
    const [was, is] = [new Set(before[list]), new Set(after[list])];
    told[list] = listed(isLong ? before[list].filter((name) => !is.has(name)) : before[list]);
    toldAfter[list] = listed(isLong ? after[list].filter((name) => !was.has(name)) : after[list]);
  }
  return [told, toldAfter];
}
