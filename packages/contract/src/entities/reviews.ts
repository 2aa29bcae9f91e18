import * as z from 'zod';
import { limits } from '../limits.ts';
import { line, text } from '../names.ts';
import { said } from '../problem.ts';
import { id, instant, principal, ref, version } from './common.ts';
import { gives } from './grants.ts';
import { planEffect } from './plans.ts';

const count = z.int().nonnegative();
const lineNo = z.int().min(1);

/** What a campaign looks at, by ids: the grants of an application, of a role, a group with its members, or the grants that a filter finds. */
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

/** Who decides: the owners of the application of a line, or users by name. Managers of people are unknown to Licet. */
export const reviewers = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('owners') }),
  z.strictObject({ kind: z.literal('users'), users: z.array(id).min(1).max(limits.reviewersMax.value) }),
]);
export type Reviewers = z.infer<typeof reviewers>;

/** What becomes of lines that nobody decided. */
export const undecidedRule = z.enum(['keep', 'revoke']);
const name = line(limits.nameMax.value, 'name');
const everyMonths = z.int().min(1).max(24);

export const newReview = z.strictObject({
  name,
  scope: reviewScope,
  reviewers,
  /** Who decides where no reviewer is left or all of them hold the line themselves; administrators of Licet where they are not there either. */
  fallback: id.nullable().optional(),
  endsAt: instant,
  undecided: undecidedRule,
  /** Opened anew every so many months; null: once. */
  everyMonths: everyMonths.nullable().optional(),
});
export type NewReview = z.infer<typeof newReview>;

export const reviewChange = z.strictObject({
  reviewers: reviewers.optional(),
  fallback: id.nullable().optional(),
  endsAt: instant.optional(),
  everyMonths: everyMonths.nullable().optional(),
});

/** A line is pending or handed on until somebody decides it. */
export const reviewItemState = z.enum(['pending', 'handed on', 'kept', 'revoked', 'shortened']);
export type ReviewItemState = z.infer<typeof reviewItemState>;

/** How many lines are in which state. */
export const reviewCounts = z.strictObject({
  lines: count,
  pending: count,
  handedOn: count,
  kept: count,
  revoked: count,
  shortened: count,
});
export type ReviewCounts = z.infer<typeof reviewCounts>;

/** What closing did: lines whose access was taken or shortened, those that had ended meanwhile, and those that nobody had decided. */
export const reviewOutcome = z.strictObject({ revoked: count, shortened: count, gone: count, undecided: count });

/** A campaign: what is looked at, by whom, until when, and how far it is. */
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
  /** When the next is opened; null where none is. */
  nextAt: instant.nullable(),
  openedAt: instant,
  openedBy: z.string(),
  /** The number of the change that opened it: its lines are what was recorded then. */
  openedNo: version,
  endsAt: instant,
  state: z.enum(['open', 'closed']),
  /** Set while it is being closed in parts: nothing is decided any more. */
  closing: z.boolean(),
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  closedNo: version.nullable(),
  outcome: reviewOutcome.nullable(),
  counts: reviewCounts,
  /** Lines that the caller decides, and those of them that wait. */
  mine: z.strictObject({ lines: count, waiting: count }),
  mayManage: z.boolean(),
  version,
});
export type Review = z.infer<typeof review>;

/** Why something is suggested: facts, each as a figure. */
export const reviewReason = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('unused'), days: count }),
  z.strictObject({ kind: z.literal('used'), days: count }),
  z.strictObject({ kind: z.literal('rare'), holders: count, total: count, group: z.string() }),
  z.strictObject({ kind: z.literal('usual'), holders: count, total: count, group: z.string() }),
  z.strictObject({ kind: z.literal('suspended') }),
]);
export type ReviewReason = z.infer<typeof reviewReason>;

/** One line: who holds what by which grant or membership, as it was when the campaign opened, and what was decided. */
export const reviewItem = z.strictObject({
  /** Its place in the campaign, from 1. */
  line: lineNo,
  kind: z.enum(['grant', 'membership']),
  application: ref.nullable(),
  holder: principal,
  /** How many people a group brings it to; null where the holder is no group. */
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
  /** When anybody to whom it brings something exercised any of it last; null when nobody is known to. */
  lastExercised: instant.nullable(),
  /** From when on the application reported what was exercised; null when it never did, so that nothing is known. */
  reportedSince: instant.nullable(),
  /** How many members of a group of the holder hold the same; null where they are in no group that tells something. */
  share: z.strictObject({ group: z.string(), holders: count, total: count }).nullable(),
  suggestion: z.strictObject({ decision: z.enum(['keep', 'revoke']), why: z.array(reviewReason) }).nullable(),
  state: reviewItemState,
  shortenTo: instant.nullable(),
  handedTo: ref.nullable(),
  note: z.string(),
  decidedBy: ref.nullable(),
  decidedAt: instant.nullable(),
  /** With how many others it was decided at once. */
  together: count,
  /** What closing did with it; null until then. */
  outcome: z.enum(['kept', 'revoked', 'shortened', 'gone']).nullable(),
  mine: z.boolean(),
  version: z.int().nonnegative(),
});
export type ReviewItem = z.infer<typeof reviewItem>;

const decisionOf = <const To extends string>(to: To) => ({
  line: lineNo,
  /** That of the line as it was looked at. */
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

/** Several lines, each decided for itself: what is refused of them does not keep the others. */
export const reviewDecisions = z.strictObject({
  decisions: z.array(reviewDecision).min(1).max(limits.reviewDecisionsMax.value),
});
export const reviewUndo = z.strictObject({
  lines: z
    .array(z.strictObject({ line: lineNo, version: z.int().nonnegative() }))
    .min(1)
    .max(limits.reviewDecisionsMax.value),
});

/** The lines as they are now, and which of them were not decided, and why. */
export const reviewDecided = z.strictObject({
  items: z.array(reviewItem),
  refused: z.array(
    z.strictObject({
      line: lineNo,
      why: z.enum(['no_line', 'own_line', 'not_yours', 'changed', 'wrong_end', 'may_not_review', 'not_decided']),
      detail: z.string(),
      ...said,
    }),
  ),
  counts: reviewCounts,
});
export type ReviewDecided = z.infer<typeof reviewDecided>;

/** A change that closing would make, in the words of a plan. */
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

/** What closing would do now. */
export const reviewPlan = z.strictObject({
  /** Of all decisions: closing names it, and is refused when they are others by then. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  outcome: reviewOutcome,
  /** The first of the changes, to be planned. */
  steps: z.array(reviewStep),
  /** How many there are. */
  changes: count,
  /** Lines whose access ended, or was shortened as far, meanwhile. */
  gone: z.array(lineNo),
});
export type ReviewPlan = z.infer<typeof reviewPlan>;

/** Lines that are to be revoked together, or shortened where an end is named. */
export const reviewLinesQuestion = z.strictObject({
  lines: z.array(lineNo).min(1).max(limits.planChangesMax.value),
  ends: instant.optional(),
});

/** What closing would change by them, by name. */
export const reviewLinesPlan = z.strictObject({ at: instant, effects: z.array(planEffect) });

export const reviewClosing = z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/) });

/** Evidence as a file, in base64, and the detached signature of its bytes (RFC 7515 appendix F) by the audit key. */
export const reviewEvidence = z.strictObject({
  name: z.string(),
  type: z.string(),
  content: z.string(),
  signature: z.string(),
});
