import { erasedName, type NewReview, type Review, type ReviewScope } from '@licet/contract';
import { fault, refuse } from '../../refusal.ts';
import type { Change } from '../../store/kernel/change.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { readDetails } from '../../store/reviews/details.ts';
import { insertReview, type OpenedReview, type ReviewFields, type ScopeOfReview } from '../../store/reviews/lines.ts';
import { queueReviewsNow } from '../../store/reviews/list.ts';
import { updateReview } from '../../store/reviews/rows.ts';
import { requireInstant } from '../grants/change.ts';
import {
  refuseFields,
  requireApplication,
  requireGroup,
  requirePermission,
  requirePrincipal,
  requireRole,
  requireUser,
  requireVersion,
} from '../require.ts';
import { answering, changeAs, changing } from '../use-case.ts';
import { requireReview } from './visible.ts';

/**
 * Opens a review. The change writes only the lines. Their details are computed afterwards, so that other changes do not
 * wait for them.
 */
export const open = answering('reviews.open', async (asked) => {
  const { id } = await changeAs('reviews.open', asked, async ({ change, body }) =>
    openReview(change, await fieldsOf(change, body)),
  );
  await readDetails(asked.database, id);
  return readNow(asked.database, (snapshot) => requireReview(snapshot, asked.access, id));
});

/** Opens a review within a change, and records it. @throws Refusal `too_many_lines` */
export async function openReview(change: Change, fields: ReviewFields): Promise<OpenedReview> {
  const opened = await insertReview(change, fields);
  change.record({
    action: 'review.opened',
    target: { kind: 'review', id: opened.id, name: fields.name },
    after: {
      ...recordOf(fields),
      scope: fields.scope,
      undecided: fields.undecided,
      lines: opened.lines,
      linesDigest: opened.digest,
    },
  });
  await queueReviewsNow(change);
  return opened;
}

const recordOf = ({
  reviewers,
  fallback,
  endsAt,
  everyMonths,
}: Omit<ReviewFields, 'name' | 'scope' | 'undecided'>) => ({
  reviewers: reviewers.kind === 'owners' ? 'owners' : reviewers.users,
  fallback,
  endsAt,
  everyMonths,
});

/** The fields of a review in an event. */
export const reviewRecord = ({
  reviewers: { kind, users },
  fallback,
  endsAt,
  everyMonths,
}: Pick<Review, 'reviewers' | 'fallback' | 'endsAt' | 'everyMonths'>) =>
  recordOf({
    reviewers: kind === 'owners' ? { kind } : { kind, users: users.map(({ id }) => id) },
    fallback: fallback?.id ?? null,
    endsAt,
    everyMonths,
  });

export const update = changing('reviews.update', async ({ change, access, params, body, ifMatch }) => {
  const before = await requireReview(change, access, params.review);
  requireVersion(before, ifMatch);
  if (before.state === 'closed' && Object.keys(body).some((field) => field !== 'everyMonths'))
    refuse('wrong_state', 'review_fields_final', { review: before.name });
  const { reviewers, fallback, endsAt, everyMonths } = body;
  if (everyMonths !== undefined && before.everyMonths !== null && before.nextAt === null)
    refuse('wrong_state', 'review_series_passed', { review: before.name });
  if (everyMonths && before.scope.kind === 'filter' && before.scope.q?.includes(erasedName))
    refuse('wrong_state', 'review_search_erased', { review: before.name });
  if (reviewers) await requireReviewers(change, reviewers);
  if (fallback) await requireActive(change, fallback, '/fallback');
  await updateReview(change, before.id, {
    reviewers,
    fallback,
    endsAt: endsAt === undefined ? undefined : requireAhead(change, endsAt),
    everyMonths,
  });
  const after = await requireReview(change, access, before.id);
  change.record({
    action: 'review.changed',
    target: { kind: 'review', id: after.id, name: after.name },
    before: reviewRecord(before),
    after: reviewRecord(after),
  });
  return after;
});

async function fieldsOf(change: Change, body: NewReview): Promise<ReviewFields> {
  const { name, scope, reviewers, fallback = null, endsAt, undecided, everyMonths = null } = body;
  await requireReviewers(change, reviewers);
  if (fallback !== null) await requireActive(change, fallback, '/fallback');
  return {
    name,
    scope: await scopeOf(change, scope),
    reviewers,
    fallback,
    endsAt: requireAhead(change, endsAt),
    undecided,
    everyMonths,
  };
}

/**
 * Returns the scope of a review with database ids.
 * @throws Refusal `not_found`
 */
async function scopeOf(snapshot: Snapshot, scope: ReviewScope): Promise<ScopeOfReview> {
  if (scope.kind === 'group') return { kind: 'group', group: (await requireGroup(snapshot, scope.group)).id };
  const application =
    scope.application === undefined ? undefined : await requireApplication(snapshot, scope.application);
  const app = application?.factId;
  if (scope.kind === 'application') return { kind: 'application', ...(app && { app }) };
  const role = application && scope.role ? (await requireRole(snapshot, application, scope.role)).id : undefined;
  if (scope.kind === 'role') return { kind: 'role', ...(app && { app }), ...(role && { role }) };
  const { q, principal, permission } = scope;
  if (!application && (scope.role ?? permission))
    refuseFields([fault({ pointer: '/scope/application' }, 'scope_application_missing', {})]);
  if (principal) await requirePrincipal(snapshot, principal);
  if (application && permission) await requirePermission(snapshot, application, permission);
  return {
    kind: 'filter',
    ...(app && { app }),
    ...(role && { role }),
    ...(permission && { permission }),
    ...(principal && { principal }),
    ...(q && { q }),
  };
}

async function requireReviewers(snapshot: Snapshot, reviewers: NewReview['reviewers']): Promise<void> {
  if (reviewers.kind === 'owners') return;
  for (const [index, id] of reviewers.users.entries()) await requireActive(snapshot, id, `/reviewers/users/${index}`);
}

async function requireActive(snapshot: Snapshot, id: string, pointer: string): Promise<void> {
  const { name, status } = await requireUser(snapshot, id);
  if (status !== 'active') refuseFields([fault({ pointer }, 'reviewer_not_active', { user: name, status })]);
}

function requireAhead({ at }: Snapshot, instant: string): string {
  const ends = requireInstant(instant, '/endsAt');
  return ends > at ? ends : refuse('in_the_past', 'review_over', {});
}
