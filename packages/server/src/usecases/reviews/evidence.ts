import { byteOrderMark, csvWriter } from '@licet/contract';
import { evidenceColumns } from '@licet/contract/audit-chain';
import { ensureAuditKey, signingKeyOf } from '../../audit/audit-keys.ts';
import { signEvidence } from '../../audit/sign-evidence.ts';
import { refuse } from '../../refusal.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { evidenceRows } from '../../store/reviews/evidence.ts';
import { type Asked, reading } from '../use-case.ts';
import { noReview, requireReview, visibleReviews } from './visible.ts';

/** The evidence of a closed review as a file, signed by the audit key. All lines are in it, so it is for who may see all. */
export const evidence = reading('reviews.evidence', async (asked) => {
  const { review, file, signature } = await closedEvidence(asked);
  return { name: `review-${review.closedNo}.csv`, type: 'text/csv', content: file.toString('base64'), signature };
});

/** The lines of a closed review as CSV, with their signature. @throws Refusal `not_found`, `wrong_state` */
export async function closedEvidence({
  snapshot,
  access,
  params,
  database,
  secrets,
}: Pick<Asked<'reviews.evidence'>, 'access' | 'params' | 'database' | 'secrets'> & { readonly snapshot: Snapshot }) {
  if (!visibleReviews(access).all) noReview(params.review);
  const review = await requireReview(snapshot, access, params.review);
  const { id, openedNo, closedNo, closedAt, state } = review;
  if (closedNo === null || closedAt === null || state !== 'closed')
    return refuse('wrong_state', 'review_open', { review: review.name });
  const rows = await evidenceRows(snapshot, id);
  const write = csvWriter();
  const lines = rows.map((row) => write(evidenceColumns.map((column) => row[column])));
  const file = Buffer.from([byteOrderMark, write(evidenceColumns), ...lines].join(''));
  await ensureAuditKey({ database, secrets });
  const key = await signingKeyOf(poolOf(database), secrets);
  const header = { review: id, openedNo, closedNo };
  return { review: { ...review, closedNo, closedAt }, file, signature: signEvidence(file, header, key), header, key };
}
