import type { RoleMatrix } from '@licet/contract';
import { useMemo, useState } from 'react';
import { addToDraft, type DraftLine, putInPlace, removeFromDraft, useDraftLines } from '../../../blocks/draft/draft.ts';
import { keepDraft, withDraft } from '../../../ui/form-draft.ts';
import { placesOf, readBits } from './bits.ts';
import { words } from './words.ts';

/** The planned states of cells of the matrix of roles, in the draft and not yet in it. */
export interface PlannedCells {
  /** The numbers of planned cells and roles that are not in the draft yet. */
  readonly cells: number;
  readonly roles: number;
  /** Whether a permission will be given to a role or taken from it; undefined where nothing changes. */
  readonly of: (role: string, permission: string) => 'added' | 'taken' | undefined;
  /** The planned states that occur in the matrix. */
  readonly signs: readonly ('added' | 'taken')[];
  /** Plans that a role has a permission, or no longer has it: the opposite of the planned state. */
  readonly toggle: (role: string, permission: string) => void;
  readonly discard: () => void;
  /**
   * Moves the plan into the draft, one change for each role.
   * @returns the number of lines in the draft
   */
  readonly toDraft: () => number;
}

/** For permissions by id, whether each is given or taken. */
type Cells = ReadonlyMap<string, boolean>;
/** By the id of the role. */
type Planned = ReadonlyMap<string, Cells>;

const first: { readonly roles: Planned } = { roles: new Map() };

/**
 * Collects cells until they are put into the draft: a role is changed as a whole. The target state of each cell is
 * kept, not a toggle, so another user's equal change is not undone. They stay in this tab while the user looks
 * elsewhere.
 */
export function usePlannedCells(application: string, matrix: RoleMatrix | undefined): PlannedCells {
  const name = `matrix ${application}`;
  const [planned, setPlanned] = useState(() => withDraft(name, first).roles);
  const plan = (roles: Planned) => {
    setPlanned(roles);
    keepDraft(name, { first, values: { roles } });
  };
  const lines = useDraftLines();
  const rolesOf = useMemo(() => {
    const inDraft = linesByRole(application, lines);
    const touched = (matrix?.roles ?? []).filter(({ id }) => planned.has(id) || inDraft.has(id));
    return new Map(
      touched.map((role) => [role.id, changeOf(matrix, role, inDraft.get(role.id), planned.get(role.id))]),
    );
  }, [application, matrix, lines, planned]);

  const toggle = (id: string, permission: string) => {
    const role = matrix?.roles.find((each) => each.id === id);
    if (!role) return;
    const { drafted, target } = rolesOf.get(id) ?? changeOf(matrix, role, undefined, undefined);
    const cells = new Map(planned.get(id));
    const next = !target.has(permission);
    if (drafted.has(permission) === next) cells.delete(permission);
    else cells.set(permission, next);
    plan(new Map(planned).set(id, cells));
  };
  const discard = () => plan(first.roles);
  const toDraft = () => {
    let count = lines.length;
    for (const { role, own, target, line, cells } of rolesOf.values()) {
      if (cells === 0) continue;
      const permissions = [...target].sort();
      const change = { call: 'roles.update', params: { application, role: role.id }, body: { permissions } } as const;
      const changes = [{ ...change, ifMatch: role.version }];
      if (target.symmetricDifference(own).size === 0) count = line ? removeFromDraft(line) : count;
      else count = line ? putInPlace(line, changes) : addToDraft(words.draftTitle(role.name), changes);
    }
    discard();
    return count;
  };
  const of = (id: string, permission: string) => {
    const role = rolesOf.get(id);
    if (!role || role.own.has(permission) === role.target.has(permission)) return undefined;
    return role.target.has(permission) ? 'added' : 'taken';
  };
  const all = [...rolesOf.values()];
  const signs = [
    ...(all.every(({ own, target }) => target.isSubsetOf(own)) ? [] : ['added' as const]),
    ...(all.every(({ own, target }) => own.isSubsetOf(target)) ? [] : ['taken' as const]),
  ];
  const changed = all.filter(({ cells }) => cells > 0);
  const cells = changed.reduce((sum, role) => sum + role.cells, 0);
  return { cells, roles: changed.length, of, signs, toggle, discard, toDraft };
}

type Role = RoleMatrix['roles'][number];

/** A role as stored, as in the draft, and as planned: each by the ids of its own permissions. */
function changeOf(
  matrix: RoleMatrix | undefined,
  role: Role,
  inDraft: Drafted | undefined,
  planned: Cells = new Map(),
) {
  const own = new Set(placesOf(readBits(role.own)).flatMap((place) => matrix?.permissions[place]?.id ?? []));
  // A line made from another version is refused by its plan, which says so: nothing is built on it.
  const current = inDraft?.version === role.version ? inDraft : undefined;
  const drafted: ReadonlySet<string> = current ? new Set(current.permissions) : own;
  const target = new Set(drafted);
  for (const [permission, given] of planned) {
    if (given) target.add(permission);
    else target.delete(permission);
  }
  const cells = target.symmetricDifference(drafted).size;
  return { role, own, drafted, target, cells, line: current?.line };
}

/** A line of the draft that changes only the permissions of a role. */
interface Drafted {
  readonly line: string;
  readonly version: number | undefined;
  readonly permissions: readonly string[];
}

/** The lines of the draft that change only the permissions of a role, by the role, for an application. */
export function linesByRole(application: string, lines: readonly DraftLine[]): ReadonlyMap<string, Drafted> {
  return new Map(
    lines.flatMap(({ id, changes }) => {
      const [change, more] = changes;
      if (more || change?.call !== 'roles.update') return [];
      // The contract's form of this call: only this console writes the draft.
      const params = change.params as { readonly application: string; readonly role: string };
      const { permissions, ...others } = change.body as { readonly permissions?: readonly string[] };
      if (params.application !== application || !permissions || Object.keys(others).length > 0) return [];
      return [[params.role, { line: id, version: change.ifMatch, permissions }] as const];
    }),
  );
}
