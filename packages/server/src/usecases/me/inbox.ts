import { type Inbox, limits } from '@licet/contract';
import { listUses } from '../../store/break-glass/uses.ts';
import { waitingSyncs } from '../../store/connections/syncs.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { listReviews } from '../../store/reviews/list.ts';
import type { CallerAccess } from '../authorise.ts';
import { reviewSightOf, shownUse } from '../break-glass/use.ts';
import { callerId } from '../context.ts';
import { endingSoon, extendableSightOf } from '../endings/read.ts';
import { shownRequests, waitingRequests } from '../requests/read.ts';
import { shown, visibleReviews } from '../reviews/visible.ts';
import { readingTogether } from '../use-case.ts';

/** Returns what waits for the caller. With the limit 0, no item is read. */
export const inbox = readingTogether('me.inbox', async ({ snapshot, access, caller, query }) => {
  const { limit = limits.pageDefault.value } = query;
  return {
    requests: await requests(snapshot, access, limit),
    endings: await endingSoon(snapshot, extendableSightOf(access, callerId(caller)), limit),
    reviews: await reviews(snapshot, access, limit),
    emergencies: await emergencies(snapshot, access, limit),
    syncs: await syncs(snapshot, access, limit),
  } satisfies Inbox;
});

const none = { items: [], total: 0 };

async function requests(snapshot: Snapshot, access: CallerAccess, limit: number): Promise<Inbox['requests']> {
  const { items, total } = await waitingRequests(snapshot, access, limit);
  return { items: await shownRequests(snapshot, items, access), total };
}

async function reviews(snapshot: Snapshot, access: CallerAccess, limit: number): Promise<Inbox['reviews']> {
  const query = { view: 'mine', waiting: true, sort: 'opened', limit, exact: true } as const;
  const { items, total } = await listReviews(snapshot, visibleReviews(access), query);
  return { items: items.map((review) => shown(review, access)), total };
}

async function emergencies(snapshot: Snapshot, access: CallerAccess, limit: number): Promise<Inbox['emergencies']> {
  const sight = reviewSightOf(access);
  if (!sight.everywhere && sight.applications.length === 0) return none;
  const query = { state: 'unreviewed', sight, sort: 'at', limit, exact: true } as const;
  const { items, total } = await listUses(snapshot, query);
  return { items: items.map((use) => shownUse(use, access)), total };
}

async function syncs({ connection }: Snapshot, access: CallerAccess, limit: number): Promise<Inbox['syncs']> {
  if (!access.isAdmin) return none;
  const all = await waitingSyncs(connection);
  return { items: all.slice(0, limit), total: all.length };
}
