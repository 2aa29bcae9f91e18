import { refuse } from '../../refusal.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { findReview, type SeenReview, type VisibleReviews } from '../../store/reviews/list.ts';
import type { CallerAccess } from '../authorise.ts';

/** Callers who manage reviews or read the audit log see all; a reviewer their own lines. */
export const visibleReviews = (access: CallerAccess): VisibleReviews => ({
  userId: access.userId,
  all: access.can('reviews.manage') || access.can('audit.read'),
  isAdmin: access.isAdmin,
});

/** A review that the caller sees. @throws Refusal `not_found` */
export async function requireReview(snapshot: Snapshot, access: CallerAccess, id: string) {
  const review = await findReview(snapshot, visibleReviews(access), id);
  return review ? shown(review, access) : noReview(id);
}

/** Returns a review in the form of the contract. */
export const shown = (review: SeenReview, access: CallerAccess) => ({
  ...review,
  mayManage: access.can('reviews.manage'),
});

export const noReview = (id: string): never => refuse('not_found', 'review_unknown', { id });
