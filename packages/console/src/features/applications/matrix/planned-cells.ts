import type { RoleMatrix } from '@licet/contract';
import { useMemo, useState } from 'react';
import {
  addToDraft,
  type DraftLine,
  putInPlace,
  removeFromDraft,
  useDraftLines,
} from '../../../blocks/draft/draft-button.tsx';
import { keepDraft, withDraft } from '../../../ui/form-draft.ts';
import { placesOf, readBits } from './matrix.ts';
import { words } from './words.ts';

/** The planned changes to cells of the role matrix: those in the draft, and those not yet in it. */
export interface PlannedCells {
  /** The numbers of cells and roles with planned changes that are not in the draft yet. */
  readonly cells: number;
  readonly roles: number;
  /** Whether the plan adds a permission to a role or removes it; undefined for no change. */
  readonly of: (role: string, permission: string) => 'added' | 'taken' | undefined;
  /** The kinds of planned changes that occur in the matrix. */
  readonly signs: readonly ('added' | 'taken')[];
  /** Toggles a planned cell: whether the role will have the permission. */
  readonly toggle: (role: string, permission: string) => void;
  readonly discard: () => void;
  /**
   * Moves the planned changes into the draft, one change for each role.
   * @returns the number of lines in the draft
   */
  readonly toDraft: () => number;
}

/** Maps permission ids to whether the permission is added (true) or removed (false). */
type Cells = ReadonlyMap<string, boolean>;
/** The planned cells of each role, by the role's id. */
type Planned = ReadonlyMap<string, Cells>;

const first: { readonly roles: Planned } = { roles: new Map() };

/**
 * Collects planned cells until they are moved to the draft, because a role changes as a whole. Each cell stores its
 * target state. A toggle would undo the same change if another user had made it first. The cells stay in this browser
 * tab when the user leaves the page.
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

/** Returns a role's permission ids as stored (`own`), as in the draft (`drafted`) and as planned (`target`). */
function changeOf(
  matrix: RoleMatrix | undefined,
  role: Role,
  inDraft: Drafted | undefined,
  planned: Cells = new Map(),
) {
  const own = new Set(placesOf(readBits(role.own)).flatMap((place) => matrix?.permissions[place]?.id ?? []));
  // Ignore a line of the draft that is based on another version of the role: the server would refuse its plan.
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

/** The lines of an application's draft that change only the permissions of a role, by the role's id. */
export function linesByRole(application: string, lines: readonly DraftLine[]): ReadonlyMap<string, Drafted> {
  return new Map(
    lines.flatMap(({ id, changes }) => {
      const [change, more] = changes;
      if (more || change?.call !== 'roles.update') return [];
      // The cast is safe: only this console writes the draft, in the contract's form.
      const params = change.params as { readonly application: string; readonly role: string };
      const { permissions, ...others } = change.body as { readonly permissions?: readonly string[] };
      if (params.application !== application || !permissions || Object.keys(others).length > 0) return [];
      return [[params.role, { line: id, version: change.ifMatch, permissions }] as const];
    }),
  );
}
