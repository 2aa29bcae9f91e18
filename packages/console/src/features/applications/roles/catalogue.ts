import type { Ref, RoleMatrix } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { placesIn, readSet } from '../../../blocks/permission-set.ts';
import { permissionTitle } from '../../../blocks/roles.ts';
import { roleMatrixQuery } from '../queries.ts';
import { type Listed, treeOf } from './tree.ts';

/** The permissions of an application, as a list and as a tree, and what its roles contain. */
export function useCatalogue(application: string) {
  const query = useQuery(roleMatrixQuery(application));
  const matrix = query.data;
  const catalogue = useMemo(() => {
    if (!matrix) return undefined;
    const permissions = matrix.permissions.map((it) => ({ ...it, title: permissionTitle(application, it) }));
    return { matrix, permissions, tree: treeOf(permissions) };
  }, [matrix, application]);
  return { query, catalogue };
}

export type Catalogue = NonNullable<ReturnType<typeof useCatalogue>['catalogue']>;

/** Returns the own permissions of a role: their names by id. Undefined if the role is not in the matrix. */
export function ownIn(matrix: RoleMatrix, roleId: string): ReadonlyMap<string, string> | undefined {
  const row = matrix.roles.find(({ id }) => id === roleId);
  return row && new Map(listedIn(matrix, row.own).map(({ id, name }) => [id, name]));
}

/** Returns the permissions that included roles give. Each permission has a list of the included roles that give it. */
export function includedIn(matrix: RoleMatrix, includes: readonly Ref[]): ReadonlyMap<string, readonly Ref[]> {
  const rows = new Map(matrix.roles.map((row) => [row.id, row]));
  const found = new Map<string, Ref[]>();
  for (const role of includes)
    for (const { id } of listedIn(matrix, rows.get(role.id)?.brings ?? '')) {
      const roles = found.get(id);
      if (roles) roles.push(role);
      else found.set(id, [role]);
    }
  return found;
}

/** The permissions whose bits are set. */
const listedIn = ({ permissions }: RoleMatrix, bits: string): Listed[] =>
  placesIn(readSet(bits, permissions.length)).flatMap((place) => permissions[place] ?? []);
