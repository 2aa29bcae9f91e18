import { byteOrderMark, csvWriter, type Review } from '@licet/contract';
import { evidenceColumns } from '@licet/contract/audit-chain';
import { ensureAuditKey, signEvidence, signingKeyOf, signSeal } from '../../audit/audit-keys.ts';
import { refuse } from '../../refusal.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { findSettings } from '../../store/licet/licet.ts';
import { reviewToClose } from '../../store/reviews/close.ts';
import { evidenceRows } from '../../store/reviews/details.ts';
import { streamOf } from '../access/stream.ts';
import { checkpointNow } from '../audit/read.ts';
import { turns } from '../in-turn.ts';
import { type Asked, answering, reading } from '../use-case.ts';
import { noReview, requireReview, visibleReviews } from './visible.ts';

/**
 * The evidence of a closed review as a file, signed by the audit key. It contains all lines, so only callers who may
 * see all of them get it.
 */
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

/**
 * Returns the evidence of a closed review as a PDF. The signed CSV is attached to pages that show its content, with a
 * checkpoint of the chain. The PDF code is loaded on first use.
 * Writing a PDF takes hundreds of megabytes and most of a CPU core. So few run at a time, and stalled readers are
 * disconnected.
 */
export const evidencePdf = answering('reviews.evidencePdf', async (asked) => {
  const { database, access, params, query, issuer } = asked;
  const found = await readNow(database, (snapshot) => readAll({ ...asked, snapshot }, params.review), access.moment);
  const { review, file, signature, header, key, linesDigest, decisionsDigest, organisation, madeAt } = found;
  const { sequence, no, hash, at, signed } = await checkpointNow(asked); // a checkpoint at or after the closing
  const { evidenceLayout, renderEvidence } = await import('@licet/evidence');
  const about = {
    layout: evidenceLayout,
    language: query.language ?? 'en',
    issuer,
    organisation,
    review: review.id,
    name: review.name,
    scope: namesIn(review.scope),
    reviewers: review.reviewers.kind === 'owners' ? null : review.reviewers.users.map(({ name }) => name),
    fallback: review.fallback?.name ?? null,
    undecided: review.undecided,
    openedAt: review.openedAt,
    openedBy: review.openedBy,
    openedNo: review.openedNo,
    endsAt: review.endsAt,
    closedAt: review.closedAt,
    closedBy: review.closedBy ?? '',
    closedNo: review.closedNo,
    linesDigest,
    decisionsDigest,
    checkpoint: { sequence, no, hash, at, signed },
    kid: key.kid,
    madeAt,
  };
  const pieces = renderEvidence({ csv: file, signature, about }, (said) => signSeal(said, header, key));
  return streamOf<Uint8Array>(
    (give) =>
      inTurn('reviews.evidencePdf', asked, async () => {
        for await (const piece of pieces) await give(piece);
      }),
    patience,
  );
});

const inTurn = turns();
/** Milliseconds that a reader may take for a chunk. */
const patience = 30_000;

async function readAll(asked: Parameters<typeof closedEvidence>[0], id: string) {
  const evidence = await closedEvidence(asked);
  const { linesDigest, decisionsDigest } = (await reviewToClose(asked.snapshot, id)) ?? noReview(id);
  const { organisation } = await findSettings(asked.snapshot);
  const madeAt = asked.snapshot.clock;
  return { ...evidence, linesDigest, decisionsDigest: decisionsDigest ?? '', organisation, madeAt };
}

const namesIn = ({ kind, q, ...about }: Review['scope']) => ({
  kind,
  q,
  application: about.application?.name ?? null,
  role: about.role?.name ?? null,
  permission: about.permission?.name ?? null,
  group: about.group?.name ?? null,
  principal: about.principal?.name ?? null,
});
