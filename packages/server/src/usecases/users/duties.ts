import { limits, type UserDuties } from '@licet/contract';
import { type Duties, dependentsOf, dutiesOf } from '../../store/duties/duties.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { administratorsLeft } from '../../store/policy/policy.ts';
import { countWaitingFor } from '../../store/requests/waiting.ts';
import { type CallerAccess, mayGrantIn, maySeeApplication } from '../authorise.ts';
import { requireUser } from '../require.ts';
import { reading } from '../use-case.ts';

const none: Duties = { applications: [], roles: [], reviews: [] };

export const dutiesOfOne = async (snapshot: Snapshot, id: string): Promise<Duties> =>
  (await dutiesOf(snapshot, [id])).get(id) ?? none;

/** Lists the duties that a user would leave behind. If the caller may not see the names, they get only the numbers. */
export const duties = reading('users.duties', async ({ snapshot, access, params }) => {
  const { id } = await requireUser(snapshot, params.user);
  const { applications, roles, reviews } = await dutiesOfOne(snapshot, id);
  const dependents = await dependentsOf(snapshot, id);
  const owned = applications.map(({ application }) => application.id);
  const sight = { userId: id, decides: { everywhere: false, licet: false, owned }, audits: false };
  const sees = (application: { readonly id: string }) => maySeeApplication(access, application.id);
  const inApplications = <Item extends { readonly application: { readonly id: string } }>(all: readonly Item[]) => {
    const items = all.map((item) => ({ ...item, mayHandOver: mayHandOverIn(access, item.application.id) }));
    return {
      ...listed(
        items,
        items.filter(({ application }) => sees(application)),
      ),
      mayHandOver: items.every(({ mayHandOver }) => mayHandOver),
    };
  };
  return {
    applications: inApplications(applications),
    roles: inApplications(roles),
    reviews: {
      ...listed(reviews, access.can('reviews.manage') || access.can('audit.read') ? reviews : []),
      mayHandOver: reviews.length === 0 || access.can('reviews.manage'),
    },
    waiting: await countWaitingFor(snapshot, sight),
    requests: only(
      dependents.requests,
      ({ application }) => access.can('access.read') || access.owns.has(application.id),
    ),
    deputy: dependents.deputy,
    deputyFor: dependents.deputyFor,
    programs: only(dependents.programs, ({ application }) => sees(application)),
    sets: dependents.sets,
    lastAdministrator: (await administratorsLeft(snapshot, [id])).size > 0,
  } satisfies UserDuties;
});

const listed = <Item>(all: readonly Item[], seen: readonly Item[]) => ({
  count: all.length,
  items: seen.slice(0, limits.dutiesShown.value),
});

const only = <Item>(
  { count, items }: { readonly count: number; readonly items: readonly Item[] },
  sees: (item: Item) => boolean,
) => ({ count, items: items.filter(sees) });

/**
 * The rights of `applications.addOwner` and `removeOwner`: owners cannot give each other ownership through a
 * hand-over.
 */
const mayHandOverIn = (access: CallerAccess, application: string): boolean =>
  access.can('applications.manage') && mayGrantIn(access, application);
