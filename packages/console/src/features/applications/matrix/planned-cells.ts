import type { RoleMatrix } from '@licet/contract';
import { useState } from 'react';
import { addToDraft } from '../../../blocks/draft/draft.ts';
import type { PlannedChanges } from '../../../blocks/plan-effects/use-plan.ts';
import { placesOf, readBits } from './bits.ts';
import { words } from './words.ts';

/** Cells of the matrix of roles that are to change: permissions by role, given or taken. */
export interface PlannedCells {
  /** How many cells, of how many roles. */
  readonly cells: number;
  readonly roles: number;
  readonly has: (role: string, permission: string) => boolean;
  /** Plans a cell, or leaves it as it is again. */
  readonly toggle: (role: string, permission: string) => void;
  readonly discard: () => void;
  /** Puts a change of each role into the draft. @returns how many lines the draft has */
  readonly toDraft: () => number;
}

/** Collects cells until they are put into the draft: a role is changed as a whole, with all that it has. */
export function usePlannedCells(application: string, matrix: RoleMatrix | undefined): PlannedCells {
  const [planned, setPlanned] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map());
  const toggle = (role: string, permission: string) => {
    const cells = new Set(planned.get(role));
    if (!cells.delete(permission)) cells.add(permission);
    const next = new Map(planned);
    if (cells.size === 0) next.delete(role);
    else next.set(role, cells);
    setPlanned(next);
  };
  const discard = () => setPlanned(new Map());
  const toDraft = () => {
    let lines = 0;
    for (const role of matrix?.roles ?? []) {
      const cells = planned.get(role.id);
      if (!cells) continue;
      const own = new Set(placesOf(readBits(role.own)).flatMap((place) => matrix?.permissions[place]?.id ?? []));
      const changes: PlannedChanges = [
        {
          call: 'roles.update',
          params: { application, role: role.id },
          body: { permissions: [...own.symmetricDifference(cells)].sort() },
          ifMatch: role.version,
        },
      ];
      lines = addToDraft(words.draftTitle(role.name), changes);
    }
    discard();
    return lines;
  };
  const cells = [...planned.values()].reduce((sum, { size }) => sum + size, 0);
  const has = (role: string, permission: string) => planned.get(role)?.has(permission) === true;
  return { cells, roles: planned.size, has, toggle, discard, toDraft };
}
