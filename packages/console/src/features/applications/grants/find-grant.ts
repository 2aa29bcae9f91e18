import { type Grant, limits } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../session/client.ts';
import { statesOf } from './grant-filters.tsx';

/** A grant that the list in sight does not show. */
export const grantByIdQuery = (application: string, grant: string) =>
  queryOptions({
    queryKey: ['applications', application, 'grant', grant],
    queryFn: () => findGrant(application, grant),
    retry: false,
  });

/** Finds a grant by its id; there is no call for a single one, so the list is walked. */
export async function findGrant(application: string, grant: string): Promise<Grant> {
  let cursor: string | undefined;
  do {
    const page = await client.grants.list({
      params: { application },
      query: { state: statesOf('all'), cursor, limit: limits.pageMax.value },
    });
    const found = page.items.find(({ id }) => id === grant);
    if (found) return found;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  throw new Error(
    'This grant is not in the application. It may have ended with its role, its permission or its holder.',
  );
}
