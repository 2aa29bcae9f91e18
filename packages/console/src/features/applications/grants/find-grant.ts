import { type Grant, limits } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../session/client.ts';
import { statesOf } from './grant-filters.tsx';
import { words } from './words.ts';

/** A grant that the list in sight does not show. */
export const grantByIdQuery = (application: string, grant: string) =>
  queryOptions({
    queryKey: ['applications', application, 'grant', grant],
    queryFn: () => findGrant(application, grant),
    retry: false,
  });

/** What narrows the search for a grant that was seen before. */
export function aboutGrant({ principal, gives }: Grant): GrantFilter {
  return { principal: principal.id, [gives.kind]: gives.id };
}

/**
 * Finds a grant by its id; there is no call for a single one, so the list is walked, up to a bound.
 * @throws Error when it is not there, with what to do.
 */
export async function findGrant(application: string, grant: string, about: GrantFilter = {}): Promise<Grant> {
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { ...about, state: statesOf('all'), cursor, limit: limits.pageMax.value };
    const { items, next } = await client.grants.list({ params: { application }, query });
    const found = items.find(({ id }) => id === grant);
    if (found) return found;
    if (next === null) throw new Error(words.noLonger);
    cursor = next;
  }
  throw new Error(words.tooMany);
}

type GrantFilter = { principal?: string; role?: string; permission?: string };

const MOST_PAGES = 5;
