import type { Permission, Ref } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../session/client.ts';
import { permissionWords as words } from './words.ts';

const CANDIDATES = 40;

/** The roles that hold a permission directly: the search finds candidates, each of which is then read. */
export const rolesHoldingQuery = (application: string, permission: Permission) =>
  queryOptions({
    queryKey: ['applications', application, 'roles-holding', permission.id, permission.name, permission.roles],
    enabled: permission.roles > 0,
    queryFn: async ({ signal }): Promise<{ roles: Ref[] }> => {
      const found = await client.roles.list({
        params: { application },
        query: { q: permission.name, limit: CANDIDATES },
        signal,
      });
      const candidates = found.items.filter(({ builtIn, permissions }) => !builtIn && permissions > 0);
      const holds = await Promise.all(
        candidates.map(async (role) => {
          const { items } = await client.roles.items({
            params: { application, role: role.id },
            query: { q: permission.name, own: 'true', limit: CANDIDATES },
            signal,
          });
          return items.some(({ id, own }) => own && id === permission.id);
        }),
      );
      return { roles: candidates.filter((_, place) => holds[place]) };
    },
  });

/** The permission as it is stored now; there is no call for a single one, so the list is searched for its name. */
export async function findPermission(application: string, permission: Permission): Promise<Permission> {
  const { items } = await client.permissions.list({
    params: { application },
    query: { q: permission.name, limit: CANDIDATES },
  });
  const found = items.find(({ id }) => id === permission.id);
  if (found) return found;
  throw new Error(words.overtaken);
}
