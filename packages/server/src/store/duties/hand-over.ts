import type { RolePolicyChange } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/** The two users of a hand-over, by id. */
export interface Handing {
  readonly from: string;
  readonly to: string;
}

/** Returns the policy with `to` in place of `from`. `kept` is true if a step still names `from`. */
export function inPlaceOf(
  policy: RolePolicyChange,
  handing: Handing,
): { readonly policy: RolePolicyChange; readonly kept: boolean } {
  const { approval, breakGlass } = policy;
  let kept = false;
  const names = (step: Step | undefined, id: string) =>
    step !== undefined && step.approvers !== 'owners' && step.approvers.users.includes(id);
  const steps = approval.steps.map((step, place) => {
    if (step.approvers === 'owners' || !names(step, handing.from)) return step;
    const approvers = { ...step.approvers, users: replaced(step.approvers.users, handing) };
    // Two approvers must remain two users, whether in one step or in several. So if `to` is already an approver, the
    // step keeps `from`. An owner then approves in place of `from`, who has left.
    const few = approvers.groups.length === 0 && approvers.users.length < step.needed;
    const elsewhere =
      !names(step, handing.to) && approval.steps.some((other, at) => at !== place && names(other, handing.to));
    if (few || elsewhere) kept = true;
    return few || elsewhere ? step : { ...step, approvers };
  });
  return {
    kept,
    policy: {
      ...policy,
      approval: { ...approval, steps },
      breakGlass: breakGlass && { ...breakGlass, users: replaced(breakGlass.users, handing) },
    },
  };
}

type Step = RolePolicyChange['approval']['steps'][number];

const replaced = (ids: readonly string[], { from, to }: Handing): string[] => [
  ...new Set(ids.map((id) => (id === from ? to : id))),
];

/**
 * Numbers of review lines. Lines in `handed` go to the new reviewer. Lines in `back` are about the new reviewer's own
 * access, so they return to the reviewers.
 */
export interface HandedLines {
  readonly handed: readonly number[];
  readonly back: readonly number[];
}

/**
 * The open lines of a review that were handed on to `from`.
 * @param own the ids of the new reviewer and of their groups: no user decides about themselves
 * @param hold whether to lock the lines until the transaction ends
 */
export async function linesToHandOver(
  { connection }: Snapshot,
  reviewId: string,
  from: string,
  own: readonly string[],
  hold = false,
): Promise<HandedLines> {
  // Locks the review before its lines, in the same order as a decision, to avoid a deadlock.
  if (hold) await connection.query(sql`select from reviews where id = ${reviewId} for no key update`);
  const { rows } = await connection.query<{ line: number; own: boolean }>(sql`
    select i.line, i.principal_id = any(${own}::uuid[]) as own from review_items i
    where i.review_id = ${reviewId} and i.state = 'handed on' and i.handed_to = ${from}
      and exists (select from reviews r where r.id = i.review_id and r.closed_no is null and r.closing_at is null)
    order by i.line ${hold ? sql`for update of i` : sql``}`);
  const lines = (which: boolean) => rows.flatMap((row) => (row.own === which ? [row.line] : []));
  return { handed: lines(false), back: lines(true) };
}

/** Replaces a reviewer and hands their lines to the new one. */
export async function handOverReview(
  { connection, no }: Change,
  reviewId: string,
  { from, to }: Handing,
  { handed, back }: HandedLines,
): Promise<void> {
  await connection.query(sql`
    update reviews r set version = ${no}, fallback = case when r.fallback = ${from} then ${to}::uuid else r.fallback end,
      reviewers = case when ${from} = any(r.reviewers) then array(
        select n.id from (select case when e.id = ${from} then ${to}::uuid else e.id end as id, min(e.place) as place
          from unnest(r.reviewers) with ordinality e(id, place) group by 1) n order by n.place)
        else r.reviewers end
    where r.id = ${reviewId}`);
  await connection.query(sql`
    update review_items i set version = i.version + 1, handed_to = ${to} where i.review_id = ${reviewId} and i.line = any(${handed}::int[])`);
  await connection.query(sql`
    update review_items i set version = i.version + 1, handed_to = null, state = 'pending', decided_by = null, decided_at = null
    where i.review_id = ${reviewId} and i.line = any(${back}::int[])`);
}
