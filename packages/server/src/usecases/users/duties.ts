import { limits, type UserDuties } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { besideDuties, type Duties, dutiesOf } from '../../store/duties/duties.ts';
import { handOverApplications, handOverReviews, handOverRoles } from '../../store/duties/hand-over.ts';
import { groupAndAbove } from '../../store/groups/memberships.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { administratorsLeft } from '../../store/policy/administrators-left.ts';
import { countWaitingFor } from '../../store/requests/waiting.ts';
import { queueTelling } from '../../store/reviews/told.ts';
import { type CallerAccess, mayGrantIn, maySeeApplication } from '../authorise.ts';
import { requireMayGrant } from '../may-give.ts';
import { requireUser } from '../require.ts';
import { userTarget } from '../targets.ts';
import { changing, reading } from '../use-case.ts';

const none: Duties = { applications: [], roles: [], reviews: [] };

const dutiesOfOne = async (snapshot: Snapshot, id: string): Promise<Duties> =>
  (await dutiesOf(snapshot, [id])).get(id) ?? none;

/** What a user leaves behind. The caller reads names of what they may see, and numbers of the rest. */
export const duties = reading('users.duties', async ({ snapshot, access, params }) => {
  const { id } = await requireUser(snapshot, params.user);
  const { applications, roles, reviews } = await dutiesOfOne(snapshot, id);
  const beside = await besideDuties(snapshot, id);
  const owned = applications.map(({ application }) => application.id);
  const sight = { userId: id, decides: { everywhere: false, licet: false, owned }, audits: false };
  const sees = (application: { readonly id: string }) => maySeeApplication(access, application.id);
  const inApplications = <Item extends { readonly application: { readonly id: string } }>(all: readonly Item[]) => {
    const items = all.map((item) => ({ ...item, mayHandOver: mayHandOverIn(access, item.application.id) }));
    return {
      ...shown(
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
      ...shown(reviews, access.can('reviews.manage') || access.can('audit.read') ? reviews : []),
      mayHandOver: reviews.length === 0 || access.can('reviews.manage'),
    },
    waiting: await countWaitingFor(snapshot, sight),
    requests: only(beside.requests, ({ application }) => access.can('access.read') || access.owns.has(application.id)),
    deputy: beside.deputy,
    deputyFor: beside.deputyFor,
    programs: only(beside.programs, ({ application }) => sees(application)),
    sets: beside.sets,
    lastAdministrator: (await administratorsLeft(snapshot, [id])).size > 0,
  } satisfies UserDuties;
});

const shown = <Item>(all: readonly Item[], seen: readonly Item[]) => ({
  count: all.length,
  items: seen.slice(0, limits.dutiesShown.value),
});

const only = <Item>(
  { count, items }: { readonly count: number; readonly items: readonly Item[] },
  sees: (item: Item) => boolean,
) => ({ count, items: items.filter(sees) });

/** As `applications.addOwner` and `removeOwner` ask: owners give each other nothing by way of somebody who leaves. */
const mayHandOverIn = (access: CallerAccess, application: string): boolean =>
  access.can('applications.manage') && mayGrantIn(access, application);

/**
 * Hands duties over to another user by one change. Each part takes the right to change it and the right to give it: who owns an application and who
 * decides on its roles is said by those who manage applications and may grant there, who reviews by those who manage reviews.
 */
export const handOver = changing('users.handOver', async ({ change, access, params, body }) => {
  const user = await requireUser(change, params.user);
  const to = await requireUser(change, body.to);
  if (to.id === user.id)
    refuse('wrong_state', `${user.name} has these duties already. Hand them over to somebody else.`);
  if (to.status !== 'active')
    refuse('wrong_state', `${to.name} is ${to.status}, and cannot take anything over. Choose an active user.`);
  const all = await dutiesOfOne(change, user.id);
  const parts = body.parts ?? { applications: 'all', roles: 'all', reviews: 'all' };
  const applications = chosen(all.applications, parts.applications, ({ application }) => application.id);
  const roles = chosen(all.roles, parts.roles, ({ role }) => role.id);
  const reviews = chosen(all.reviews, parts.reviews, ({ review }) => review.id);
  if (applications.length + roles.length + reviews.length === 0)
    refuse('wrong_state', `${user.name} has none of these duties any more. Look again at what they have.`);
  for (const { application } of [...applications, ...roles]) {
    requireMayGrant(access, application.id);
    if (!access.can('applications.manage'))
      refuse(
        'may_not_grant',
        'Only those who manage applications say who owns an application and who decides on its roles. Leave these out, or ask them.',
      );
  }
  if (reviews.length > 0) requireMayManageReviews(access);

  const handing = { from: user.id, to: to.id };
  await handOverApplications(
    change,
    handing,
    applications.map(({ application }) => application.id),
  );
  await handOverRoles(
    change,
    handing,
    roles.map(({ role }) => role.id),
  );
  let lines = 0;
  const own = await groupAndAbove(change, to.id);
  await change.beside(async () => {
    const ids = reviews.map(({ review }) => review.id);
    if (ids.length === 0) return;
    lines = await handOverReviews(change, handing, ids, own);
    await queueTelling(change);
  });
  change.record({
    action: 'user.handed_over',
    target: userTarget(user),
    after: {
      handedTo: `${to.name} (${to.username})`,
      applications: applications.map(({ application }) => application.id),
      roles: roles.map(({ application, role }) => `${application.id}/${role.name}`),
      reviews: reviews.map(({ review }) => review.name),
    },
  });
  return { applications: applications.length, roles: roles.length, reviews: reviews.length, lines };
});

/** What is handed over of one kind: all, those that are named, or none. What the user does not have is left out. */
const chosen = <Item>(
  all: readonly Item[],
  part: 'all' | readonly string[] | undefined,
  idOf: (item: Item) => string,
): readonly Item[] => (part === 'all' ? all : all.filter((item) => part?.includes(idOf(item)) === true));

/** @throws Refusal `may_not_grant` */
function requireMayManageReviews(access: CallerAccess): void {
  if (!access.can('reviews.manage'))
    refuse('may_not_grant', 'Only those who manage reviews may say who reviews. Leave the reviews out, or ask them.');
}
