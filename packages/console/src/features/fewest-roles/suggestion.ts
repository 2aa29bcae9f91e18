import type { PlannedChange } from '@licet/contract/client';
import {
  countIn,
  countShared,
  isEmpty,
  isWithin,
  join,
  keyOf,
  type PermissionSet,
  placesIn,
  setOf,
  without,
} from '../../blocks/permission-set.ts';
import {
  type Access,
  byEnd,
  type ExistingRole,
  type Holder,
  type KeptWhy,
  type Principal,
  rolesInUse,
} from './access.ts';

/**
 * A role of the suggestion: an existing one, or a new one. A new role has the same `key` in every suggestion in which
 * it has the same permissions.
 */
export interface SuggestedRole {
  readonly key: string;
  readonly existing: ExistingRole | undefined;
  readonly name: string;
  readonly permissions: PermissionSet;
  readonly holders: readonly Principal[];
  /** The number of holders who get the role, and the number from whom it is revoked. */
  readonly more: number;
  readonly fewer: number;
}

export interface RemovedRole {
  readonly role: ExistingRole;
  readonly holders: readonly Principal[];
  /**
   * The suggested roles that give the holders the permissions of the removed role, the one with the most permissions
   * first.
   */
  readonly by: readonly SuggestedRole[];
  /** Whether all holders of the removed role keep all its permissions. */
  readonly isWhole: boolean;
}

/** A permission that holders lose. */
export interface Loss {
  readonly permission: Access['permissions'][number];
  readonly holders: readonly Principal[];
}

export interface Suggestion {
  /** The roles that give the access, those with the most holders first. */
  readonly roles: readonly SuggestedRole[];
  readonly kept: readonly { readonly role: ExistingRole; readonly why: KeptWhy }[];
  readonly removed: readonly RemovedRole[];
  readonly losses: readonly Loss[];
  /** The changes, in an order in which they can be made. */
  readonly changes: readonly PlannedChange[];
  readonly counts: { readonly created: number; readonly granted: number; readonly ended: number };
}

/** The names of new roles: those that the user typed, by the key of the role, and unused names for all others. */
export interface NewNames {
  readonly chosen: Readonly<Record<string, string>>;
  readonly unused: readonly string[];
}

/** The roles of one holder after the change. */
interface Assignment {
  readonly holder: Holder;
  readonly stays: readonly SuggestedRole[];
  readonly added: readonly SuggestedRole[];
  /** The roles above, and those that the holder has until a later end. */
  readonly all: readonly SuggestedRole[];
  readonly ended: readonly Holder['grants'][number][];
  readonly lost: PermissionSet;
}

/**
 * Returns the changes that introduce these roles. No holder gains a permission, because a holder gets only roles within
 * the access to keep. If the roles cover that access, no holder loses a permission either.
 */
export function suggest(access: Access, sets: readonly PermissionSet[], names: NewNames): Suggestion {
  const { roles, removed } = rolesOf(access, sets, names);
  const principals = Map.groupBy(access.holders, ({ principal }) => principal.id);
  const assignments = [...principals.values()].flatMap((levels) => assign(levels, roles, removed));
  return suggestionOf(access, assignments, { roles, removed });
}

/** Matches the sets to existing roles. An existing role without a set is removed. */
function rolesOf(
  access: Access,
  sets: readonly PermissionSet[],
  names: NewNames,
): { roles: SuggestedRole[]; removed: Map<string, ExistingRole> } {
  const granted = new Map<string, number>();
  for (const { grants } of access.holders)
    for (const { gives } of grants) granted.set(gives.id, (granted.get(gives.id) ?? 0) + 1);
  // Of several roles with the same permissions, keep the one with the most holders.
  const free = access.roles
    .filter(({ kept }) => !kept)
    .sort((a, b) => (granted.get(a.id) ?? 0) - (granted.get(b.id) ?? 0));
  const byKey = new Map(free.map((role) => [keyOf(role.brings), role]));
  let place = 0;
  const roles = sets.map((permissions): SuggestedRole => {
    const key = keyOf(permissions);
    const existing = byKey.get(key);
    const name = existing?.name ?? names.chosen[key] ?? names.unused[place] ?? '';
    if (!existing) place += 1;
    return { key, existing, name, permissions, holders: [], more: 0, fewer: 0 };
  });
  const stays = new Set(roles.map(({ existing }) => existing?.id));
  const gone = rolesInUse(access).filter(({ id }) => !stays.has(id));
  return { roles, removed: new Map(gone.map((role) => [role.id, role])) };
}

/**
 * Keeps the grants of a principal where possible, then adds the roles that give the most of the missing permissions.
 * Starts with the latest end. A role that is granted until a later end is not granted again, because the database
 * refuses overlaps.
 */
function assign(
  holders: readonly Holder[],
  roles: readonly SuggestedRole[],
  removed: ReadonlyMap<string, ExistingRole>,
): Assignment[] {
  const [first] = holders;
  if (!first) return [];
  const has = first.wants.map(() => 0);
  const given = new Set<SuggestedRole>();
  return [...holders].sort(byEnd).map((holder) => {
    const { wants, grants, holds } = holder;
    const open = roles.filter((role) => !given.has(role) && isWithin(role.permissions, wants));
    const own = new Set(grants.map(({ gives }) => gives.id));
    const stays = open.filter(({ existing }) => existing && own.has(existing.id));
    for (const { permissions } of stays) join(has, permissions);
    const added: SuggestedRole[] = [];
    for (;;) {
      const best = mostOf(without(wants, has), open);
      if (!best) break;
      added.push(best);
      join(has, best.permissions);
    }
    for (const role of [...stays, ...added]) given.add(role);
    const staying = new Set(stays.map(({ existing }) => existing?.id));
    const ended = grants.filter(({ gives }) => !staying.has(gives.id) && !removed.has(gives.id));
    return { holder, stays, added, all: [...given], ended, lost: without(holds, has) };
  });
}

/** The role with the most of the missing permissions; undefined if none has any. */
function mostOf(missing: PermissionSet, roles: readonly SuggestedRole[]): SuggestedRole | undefined {
  let best: SuggestedRole | undefined;
  let most = 0;
  for (const role of roles) {
    const gain = countShared(missing, role.permissions);
    if (gain <= most) continue;
    most = gain;
    best = role;
  }
  return best;
}

function suggestionOf(
  access: Access,
  assignments: readonly Assignment[],
  { roles, removed }: { roles: readonly SuggestedRole[]; removed: ReadonlyMap<string, ExistingRole> },
): Suggestion {
  const filled = withHolders(roles, assignments).sort(
    (a, b) => b.holders.length - a.holders.length || countIn(a.permissions) - countIn(b.permissions),
  );
  const ids = new Map(filled.map(({ key, existing }) => [key, existing?.id ?? idOf(key)]));
  const params = { application: access.application };
  const all = access.permissions.map(({ id }) => id);
  const idsOf = (set: PermissionSet) => placesIn(set).map((place) => all[place] ?? '');
  const created = filled.filter(({ existing }) => !existing);
  const granted = assignments.flatMap(({ holder, added }) =>
    added.map(({ key }) => ({ holder, role: ids.get(key) ?? '' })),
  );
  const ended = assignments.flatMap((it) => it.ended);
  const changes: PlannedChange[] = [
    ...created.map(({ key, name, permissions }) => ({
      call: 'roles.create' as const,
      as: ids.get(key) ?? '',
      params,
      body: { name, permissions: idsOf(permissions) },
    })),
    ...includersOf(access, removed).map(({ role, permissions, includes }) => ({
      call: 'roles.update' as const,
      params: { ...params, role: role.id },
      body: { permissions: idsOf(permissions), includes },
    })),
    // Revoke grants before creating others, because two grants of one role to one principal may not overlap.
    ...ended.map(({ id }) => ({ call: 'grants.revoke' as const, params: { ...params, grant: id } })),
    ...granted.map(({ holder: { principal, ends }, role }) => ({
      call: 'grants.create' as const,
      params,
      body: {
        principal: { kind: principal.kind, id: principal.id },
        gives: { kind: 'role' as const, id: role },
        ...(ends !== null && { ends }),
      },
    })),
    ...[...removed.keys()].map((role) => ({ call: 'roles.remove' as const, params: { ...params, role } })),
  ];
  const ofRole = new Map([...removed.keys()].map((id): [string, Assignment[]] => [id, []]));
  for (const assignment of assignments)
    for (const { gives } of assignment.holder.grants) ofRole.get(gives.id)?.push(assignment);
  const moved = access.holders.flatMap(({ grants }) => grants.filter(({ gives }) => removed.has(gives.id)));
  return {
    roles: filled,
    kept: access.roles.flatMap((role) => (role.kept ? [{ role, why: role.kept }] : [])),
    removed: [...removed.values()].map((role) => removedOf(role, ofRole.get(role.id) ?? [], filled)),
    losses: lossesOf(access, assignments),
    changes,
    counts: { created: created.length, granted: granted.length, ended: moved.length + ended.length },
  };
}

/** Adds to each role its future holders, and how many holders get it or lose it. */
function withHolders(roles: readonly SuggestedRole[], assignments: readonly Assignment[]): SuggestedRole[] {
  const found = new Map(roles.map(({ key }) => [key, new Map<string, Principal>()]));
  const now = new Map(roles.flatMap(({ existing }) => (existing ? [[existing.id, new Set<string>()] as const] : [])));
  for (const { holder, stays, added } of assignments) {
    const { principal, grants } = holder;
    for (const { key } of [...stays, ...added]) found.get(key)?.set(principal.id, principal);
    for (const { gives } of grants) now.get(gives.id)?.add(principal.id);
  }
  return roles.map((role) => {
    const after = found.get(role.key) ?? new Map<string, Principal>();
    const before = now.get(role.existing?.id ?? '') ?? new Set<string>();
    const stay = [...after.keys()].filter((id) => before.has(id)).length;
    return { ...role, holders: [...after.values()], more: after.size - stay, fewer: before.size - stay };
  });
}

/**
 * The remaining roles that include removed ones. They get the permissions of the removed roles, so that their content
 * stays the same.
 */
function includersOf({ roles }: Access, removed: ReadonlyMap<string, ExistingRole>) {
  const remaining = (role: ExistingRole): string[] =>
    role.includes.flatMap(({ id }) => {
      const included = removed.get(id);
      return included ? remaining(included) : [id];
    });
  return roles
    .filter((role) => !removed.has(role.id) && role.includes.some(({ id }) => removed.has(id)))
    .map((role) => {
      const permissions = role.own.slice();
      for (const { id } of role.includes) {
        const included = removed.get(id);
        if (included) join(permissions, included.brings);
      }
      return { role, permissions, includes: [...new Set(remaining(role))] };
    });
}

function removedOf(role: ExistingRole, of: readonly Assignment[], roles: readonly SuggestedRole[]): RemovedRole {
  const used = new Set<string>();
  let isWhole = true;
  for (const { all } of of) {
    let missing = role.brings;
    for (const { key, permissions } of [...all].sort((a, b) => overlap(b, role) - overlap(a, role))) {
      if (countShared(missing, permissions) === 0) continue;
      used.add(key);
      missing = without(missing, permissions);
    }
    isWhole &&= isEmpty(missing);
  }
  const by = roles.filter(({ key }) => used.has(key));
  return { role, holders: principalsOf(of), by, isWhole };
}

const principalsOf = (of: readonly Assignment[]): Principal[] => [
  ...new Map(of.map(({ holder: { principal } }) => [principal.id, principal])).values(),
];

const overlap = ({ permissions }: SuggestedRole, { brings }: ExistingRole): number => countShared(brings, permissions);

function lossesOf({ permissions }: Access, assignments: readonly Assignment[]): Loss[] {
  const losing = new Map<number, Assignment[]>();
  for (const assignment of assignments)
    for (const place of placesIn(assignment.lost)) {
      const others = losing.get(place);
      if (others) others.push(assignment);
      else losing.set(place, [assignment]);
    }
  return [...losing]
    .flatMap(([place, of]) => {
      const permission = permissions[place];
      return permission ? [{ permission, holders: principalsOf(of) }] : [];
    })
    .sort((a, b) => b.holders.length - a.holders.length);
}

/** The ids of new roles in the plan. They are always the same, so that equal suggestions have equal plans. */
const newIds = new Map<string, string>();

function idOf(key: string): string {
  const known = newIds.get(key) ?? crypto.randomUUID();
  newIds.set(key, known);
  return known;
}

/** The permissions of a computed role, as positions. */
export const setsOf = (roles: readonly { readonly permissions: readonly number[] }[], size: number): PermissionSet[] =>
  roles.map(({ permissions }) => setOf(permissions, size));
