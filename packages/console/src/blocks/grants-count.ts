import { queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';

/** The states of grants that the page of a user or a group lists first: in force, and future. */
export const standing = 'active,scheduled';

/** The number of these grants: a tab counts exactly what it shows. */
export const grantsCount = (kind: 'user' | 'group', id: string) =>
  queryOptions({
    queryKey: [`${kind}s`, 'one', id, 'grants', 'count'],
    queryFn: ({ signal }) => {
      const query = { state: standing, limit: 1 } as const;
      return kind === 'user'
        ? client.users.grants({ params: { user: id }, query, signal })
        : client.groups.grants({ params: { group: id }, query, signal });
    },
  });
