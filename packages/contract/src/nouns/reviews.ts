import * as z from 'zod';
import { limits } from '../limits.ts';
import { line, text } from '../names.ts';
import { translatable } from '../problem.ts';
import { id, instant, principal, ref, version } from './common.ts';
import { gives } from './grants.ts';
import { planEffect } from './plans.ts';

const count = z.int().nonnegative();
const lineNo = z.int().min(1);

/**
 * The scope of a review, by ids: the grants of an application or a role, the grants and members of a group, or the
 * grants that match a filter.
 */
export const reviewScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('application'), application: z.string() }),
  z.strictObject({ kind: z.literal('role'), application: z.string(), role: id }),
  z.strictObject({ kind: z.literal('group'), group: id }),
  z.strictObject({
    kind: z.literal('filter'),
    application: z.string().optional(),
    principal: id.optional(),
    role: id.optional(),
    permission: id.optional(),
    q: z.string().max(limits.nameMax.value).optional(),
  }),
]);
export type ReviewScope = z.infer<typeof reviewScope>;

/** The reviewers: the owners of each line's application, or users by name. Licet does not know users' managers. */
export const reviewers = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('owners') }),
  z.strictObject({ kind: z.literal('users'), users: z.array(id).min(1).max(limits.reviewersMax.value) }),
]);
export type Reviewers = z.infer<typeof reviewers>;

/** The effect of closing on lines without a decision. */
export const undecidedRule = z.enum(['keep', 'revoke']);
const name = line(limits.nameMax.value, 'name');
const everyMonths = z.int().min(1).max(24);

export const newReview = z.strictObject({
  name,
  scope: reviewScope,
  reviewers,
  /**
   * The reviewer of lines without a suitable reviewer, because all reviewers have left or hold the access themselves.
   * Default: Licet's administrators.
   */
  fallback: id.nullable().optional(),
  endsAt: instant,
  undecided: undecidedRule,
  /** The interval in months; null for a single review. */
  everyMonths: everyMonths.nullable().optional(),
});
export type NewReview = z.infer<typeof newReview>;

export const reviewChange = z.strictObject({
  reviewers: reviewers.optional(),
  fallback: id.nullable().optional(),
  endsAt: instant.optional(),
  everyMonths: everyMonths.nullable().optional(),
});

/** The state of a line. `pending` and `handed on` are undecided. */
export const reviewItemState = z.enum(['pending', 'handed on', 'kept', 'revoked', 'shortened']);
export type ReviewItemState = z.infer<typeof reviewItemState>;

/** The number of lines in each state. */
export const reviewCounts = z.strictObject({
  lines: count,
  pending: count,
  handedOn: count,
  kept: count,
  revoked: count,
  shortened: count,
});
export type ReviewCounts = z.infer<typeof reviewCounts>;

/**
 * The result of closing a review, as numbers of lines. `gone` counts lines whose access had already ended. `undecided`
 * counts lines without a decision.
 */
export const reviewOutcome = z.strictObject({ revoked: count, shortened: count, gone: count, undecided: count });

/** A review, with its scope, reviewers, end and progress. */
export const review = z.strictObject({
  id,
  name: z.string(),
  scope: z.strictObject({
    kind: z.enum(['application', 'role', 'group', 'filter']),
    application: ref.nullable(),
    role: ref.nullable(),
    permission: ref.nullable(),
    group: ref.nullable(),
    principal: ref.nullable(),
    q: z.string().nullable(),
  }),
  reviewers: z.strictObject({ kind: z.enum(['owners', 'users']), users: z.array(ref) }),
  fallback: ref.nullable(),
  undecided: undecidedRule,
  everyMonths: z.int().nullable(),
  /** The time when the next review of the series opens; null if there is none. */
  nextAt: instant.nullable(),
  openedAt: instant,
  openedBy: z.string(),
  /** The number of the change that opened the review. Its lines show the access at that change. */
  openedNo: version,
  endsAt: instant,
  state: z.enum(['open', 'closed']),
  /** True while the review is being closed in parts. Further decisions are refused. */
  closing: z.boolean(),
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  closedNo: version.nullable(),
  outcome: reviewOutcome.nullable(),
  counts: reviewCounts,
  /** The number of lines that the caller decides, and the number of them that are pending. */
  mine: z.strictObject({ lines: count, waiting: count }),
  mayManage: z.boolean(),
  version,
});
export type Review = z.infer<typeof review>;

/** The reasons for a suggestion, each with its figures. */
export const reviewReason = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('unused'), days: count }),
  z.strictObject({ kind: z.literal('used'), days: count }),
  z.strictObject({ kind: z.literal('rare'), holders: count, total: count, group: z.string() }),
  z.strictObject({ kind: z.literal('usual'), holders: count, total: count, group: z.string() }),
  z.strictObject({ kind: z.literal('suspended') }),
]);
export type ReviewReason = z.infer<typeof reviewReason>;

/** A line of a review: a grant or a membership as it was when the review opened, with its holder and the decision. */
export const reviewItem = z.strictObject({
  /** The number of the line in the review, from 1. */
  line: lineNo,
  kind: z.enum(['grant', 'membership']),
  application: ref.nullable(),
  holder: principal,
  /** The number of users who have the access through the group; null if the holder is not a group. */
  people: count.nullable(),
  /** Null for a membership. */
  gives: gives.nullable(),
  /** The group of a membership. */
  group: ref.nullable(),
  starts: instant.nullable(),
  ends: instant.nullable(),
  since: instant,
  by: z.string(),
  reason: z.string(),
  /**
   * The last use of any of its permissions by a user who has them through this grant or membership; null if no use is
   * known.
   */
  lastExercised: instant.nullable(),
  /** The time when the application began to report use; null if it never reported. */
  reportedSince: instant.nullable(),
  /**
   * The share of members in one of the holder's groups who hold the same access. Null if no group is suitable for the
   * comparison.
   */
  share: z.strictObject({ group: z.string(), holders: count, total: count }).nullable(),
  suggestion: z.strictObject({ decision: z.enum(['keep', 'revoke']), why: z.array(reviewReason) }).nullable(),
  state: reviewItemState,
  shortenTo: instant.nullable(),
  handedTo: ref.nullable(),
  note: z.string(),
  decidedBy: ref.nullable(),
  decidedAt: instant.nullable(),
  /** The number of other lines that were decided at the same time. */
  together: count,
  /** The outcome of closing; null until the review is closed. */
  outcome: z.enum(['kept', 'revoked', 'shortened', 'gone']).nullable(),
  mine: z.boolean(),
  version: z.int().nonnegative(),
});
export type ReviewItem = z.infer<typeof reviewItem>;

const decisionOf = <const To extends string>(to: To) => ({
  line: lineNo,
  /** The version of the line that the reviewer saw. */
  version: z.int().nonnegative(),
  decision: z.literal(to),
  note: text(limits.reasonMax.value, 'note').optional(),
});
export const reviewDecision = z.discriminatedUnion('decision', [
  z.strictObject(decisionOf('keep')),
  z.strictObject(decisionOf('revoke')),
  z.strictObject({ ...decisionOf('shorten'), ends: instant }),
  z.strictObject({ ...decisionOf('hand on'), to: id }),
]);
export type ReviewDecision = z.infer<typeof reviewDecision>;

/** Decisions on several lines. Each line is decided separately, so a refused decision does not affect the others. */
export const reviewDecisions = z.strictObject({
  decisions: z.array(reviewDecision).min(1).max(limits.reviewDecisionsMax.value),
});
export const reviewUndo = z.strictObject({
  lines: z
    .array(z.strictObject({ line: lineNo, version: z.int().nonnegative() }))
    .min(1)
    .max(limits.reviewDecisionsMax.value),
});

/**
 * `items` has the decided lines in their present state, and also refused lines that the caller may decide. `refused` has
 * the reasons.
 */
export const reviewDecided = z.strictObject({
  items: z.array(reviewItem),
  refused: z.array(
    z.strictObject({
      line: lineNo,
      why: z.enum(['no_line', 'own_line', 'not_yours', 'changed', 'wrong_end', 'may_not_review', 'not_decided']),
      detail: z.string(),
      ...translatable,
    }),
  ),
  counts: reviewCounts,
});
export type ReviewDecided = z.infer<typeof reviewDecided>;

/** A change that closing would make, in the format of a plan. */
export const reviewStep = z.discriminatedUnion('call', [
  z.strictObject({
    call: z.literal('grants.revoke'),
    params: z.strictObject({ application: z.string(), grant: id }),
  }),
  z.strictObject({
    call: z.literal('grants.update'),
    params: z.strictObject({ application: z.string(), grant: id }),
    body: z.strictObject({ ends: instant }),
  }),
  z.strictObject({
    call: z.literal('groups.removeMember'),
    params: z.strictObject({ group: id, member: id }),
  }),
]);
export type ReviewStep = z.infer<typeof reviewStep>;

/** The effects of closing the review now. */
export const reviewPlan = z.strictObject({
  /** The digest of all decisions. Send it to close the review. Closing is refused if the decisions have changed. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  outcome: reviewOutcome,
  /** The first changes that closing would make. */
  steps: z.array(reviewStep),
  /** The number of changes. */
  changes: count,
  /** The lines that closing does not change, because their access has ended or already ends early enough. */
  gone: z.array(lineNo),
});
export type ReviewPlan = z.infer<typeof reviewPlan>;

/** The lines to plan: as revoked, or as shortened if `ends` is given. */
export const reviewLinesQuestion = z.strictObject({
  lines: z.array(lineNo).min(1).max(limits.planChangesMax.value),
  ends: instant.optional(),
});

/** The effects of closing the review on these lines. */
export const reviewLinesPlan = z.strictObject({ at: instant, effects: z.array(planEffect) });

export const reviewClosing = z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/) });

/** The evidence file in base64, with the audit key's detached signature of its bytes (RFC 7515 appendix F). */
export const reviewEvidence = z.strictObject({
  name: z.string(),
  type: z.string(),
  content: z.string(),
  signature: z.string(),
});
