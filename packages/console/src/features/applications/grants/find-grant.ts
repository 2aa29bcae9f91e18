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
    if (next === null) throw new Error(GONE);
    cursor = next;
  }
  throw new Error(TOO_MANY);
}

type GrantFilter = { principal?: string; role?: string; permission?: string };

const MOST_PAGES = 5;
const GONE = 'This grant is not in the application. It may have ended with its role, its permission or its holder.';
const TOO_MANY = 'There are too many grants to look through. Search for the person or the role it is for.';
