import { adminRole, licetApplication, limits } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';

const SHOWN = 6;
const WAITING_SHOWN = 4;
/** The number of latest decisions from which the time to decide is computed. */
const DECISIONS = 50;
const HELD_SHOWN = 8;
/** Access counts as unused if it has not been used for this number of days. */
export const UNUSED_DAYS = limits.usageWindow.value;
/** How long unused access is cached. It is expensive to find, so changes do not refetch it. */
const UNUSED_KEPT_MS = 60_000;

/** The content of the home page. */
export const homeQuery = queryOptions({
  queryKey: ['me', 'home'],
  queryFn: ({ signal }) => client.me.home({ signal }),
});

/** The first things of each kind that wait for the viewer. */
export const waitingQuery = queryOptions({
  queryKey: ['inbox', 'first'],
  queryFn: ({ signal }) => client.me.inbox({ query: { limit: WAITING_SHOWN }, signal }),
});

/** The first permissions of the viewer in an application. */
export const heldQuery = (application: string) =>
  queryOptions({
    queryKey: ['me', 'access', application, 'first'],
    queryFn: ({ signal }) => client.me.accessIn({ params: { application }, query: { limit: HELD_SHOWN }, signal }),
  });

/** The last requests that were decided. */
export const decidedQuery = queryOptions({
  queryKey: ['requests', 'home'],
  queryFn: ({ signal }) =>
    client.requests.list({ query: { view: 'decided', sort: '-asked', limit: DECISIONS }, signal }),
});

/**
 * The administrators of Licet: the role, their number, those without a second factor, and the one whose last sign-in is
 * the oldest.
 */
export const administratorsQuery = queryOptions({
  queryKey: ['users', 'administrators'],
  queryFn: async ({ signal }) => {
    const params = { application: licetApplication };
    const { items } = await client.roles.list({ params, query: { q: adminRole, sort: 'name' }, signal });
    const role = items.find(({ builtIn }) => builtIn)?.id;
    const query = { application: licetApplication, role } as const;
    const [all, open] = await Promise.all([
      client.users.list({ query: { ...query, sort: 'lastSignInAt', limit: 1 }, signal }),
      client.users.list({ query: { ...query, missing: 'second_factor', limit: 2 }, signal }),
    ]);
    return { role, all, open };
  },
});

/** The numbers of unused grants of the first applications, for those that report use. */
export const unusedQuery = queryOptions({
  queryKey: ['applications', 'unused', 'home'],
  queryFn: async ({ signal }) => {
    const applications = await client.applications.list({ query: { limit: SHOWN + 1, sort: 'name' }, signal });
    const { reporting, more } = firstReporting(applications);
    const counted: UnusedIn[] = [];
    // One after the other, because each call reads many rows.
    for (const application of reporting) {
      const query = { days: UNUSED_DAYS, limit: 1 };
      const { seen, total, atLeast } = await client.applications.unused({
        params: { application: application.id },
        query,
        signal,
      });
      if (seen) counted.push({ application, total, atLeast });
    }
    return { counted, asked: reporting.length, more };
  },
  staleTime: 'static',
  gcTime: UNUSED_KEPT_MS,
});

/** The first applications that can report use, and whether there are more of them. Licet itself is not counted. */
export function firstReporting<One extends { readonly builtIn: boolean }>({
  items,
  total,
}: {
  readonly items: readonly One[];
  readonly total: number;
}): { reporting: readonly One[]; more: boolean } {
  const all = items.filter(({ builtIn }) => !builtIn);
  return { reporting: all.slice(0, SHOWN), more: all.length > SHOWN || total > items.length };
}

/** The unused grants of an application. */
export interface UnusedIn {
  readonly application: { readonly id: string; readonly name: string; readonly grants: number };
  readonly total: number;
  readonly atLeast: boolean;
}

/** The first changes since an instant, latest first. */
export const changesQuery = (from: string) =>
  queryOptions({
    queryKey: ['audit', 'home', from],
    queryFn: ({ signal }) => client.audit.list({ query: { from, limit: CHANGES_SHOWN }, signal }),
  });

const CHANGES_SHOWN = 8;

/** Uses of emergency access that nobody has reviewed yet. */
export const emergenciesQuery = queryOptions({
  queryKey: ['emergencies', 'home'],
  queryFn: ({ signal }) => client.breakGlass.list({ query: { state: 'unreviewed', limit: 3 }, signal }),
});

/** The users and programs that violate a separation rule. */
export const violationsQuery = queryOptions({
  queryKey: ['separations', 'home'],
  queryFn: ({ signal }) => client.separations.violations({ query: { limit: 1 }, signal }),
});

const COVERAGE_SHOWN = 5;

/** How much of the access of each application was reviewed. */
export const coverageQuery = queryOptions({
  queryKey: ['reviews', 'coverage'],
  queryFn: ({ signal }) => client.reviews.coverage({ query: { limit: COVERAGE_SHOWN }, signal }),
});
