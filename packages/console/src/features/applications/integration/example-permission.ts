import type { Permission } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../session/client.ts';

const LOOKED_AT = 200;

/** The permission of the application that an example uses, and whether the viewer has it. */
export interface ExamplePermission {
  readonly name: string;
  readonly permitted: boolean;
}

/** Among the first permissions by name, one that the viewer does not have: an example whose refusal can be seen. */
export const examplePermissionQuery = (application: string) =>
  queryOptions({
    queryKey: ['applications', application, 'example permission'],
    queryFn: async ({ signal }) => {
      const params = { application };
      const query = { limit: LOOKED_AT, sort: 'name' } as const;
      const [catalogue, own] = await Promise.all([
        client.permissions.list({ params, query, signal }),
        client.me.access({ signal }),
      ]);
      // A viewer who does not use the application has no access to read.
      const summary = own.items.find((it) => it.application.id === application);
      if (!summary || summary.admin) return examplePermission(catalogue.items, summary ? 'all' : new Set());
      const { permissions } = await client.me.accessIn({ params, query, signal });
      return examplePermission(catalogue.items, new Set(permissions.items.map(({ name }) => name)));
    },
  });

/** The one that the fewest roles bring, of those that are not held; of all if each is. Null without a catalogue. */
export function examplePermission(
  catalogue: readonly Pick<Permission, 'name' | 'roles'>[],
  held: ReadonlySet<string> | 'all',
): ExamplePermission | null {
  const refused = held === 'all' ? [] : catalogue.filter(({ name }) => !held.has(name));
  const permitted = refused.length === 0;
  const [first] = (permitted ? catalogue : refused).toSorted((one, other) => one.roles - other.roles);
  return first ? { name: first.name, permitted } : null;
}
