import { limits, type ReviewStep } from '@licet/contract';
import { fault, Refusal, refuse } from '../../refusal.ts';
import { type Change, changes } from '../../store/kernel/change.ts';
import { draft } from '../../store/kernel/draft.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { refusalIn } from '../../store/kernel/savepoints.ts';
import {
  beginClosing,
  type ClosingReview,
  holdReview,
  type LineToClose,
  linesToClose,
  markClosed,
  noteOutcomes,
  outcomeOf,
  stepsOf,
} from '../../store/reviews/close.ts';
import { itemsOf } from '../../store/reviews/list.ts';
import { actingOf, actorOf, authorise } from '../authorise.ts';
import type { Context } from '../context.ts';
import * as grants from '../grants/change.ts';
import { requireInstant } from '../grants/change.ts';
import * as groups from '../groups/index.ts';
import { CreatedIds } from '../plans/created-ids.ts';
import { effectsOfDraft } from '../plans/effects.ts';
import { alone } from '../plans/one-at-a-time.ts';
import { type Asked, answering, type Changing } from '../use-case.ts';
import { noReview, requireReview, visibleReviews } from './visible.ts';

/** The use case for each step of a review, with all its rights and rules. */
const made: { readonly [Id in ReviewStep['call']]: Changing<Id> } = {
  'grants.revoke': grants.revoke,
  'grants.update': grants.update,
  'groups.removeMember': groups.removeMember,
};

/** Makes one change of a closing. */
export async function makeStep(change: Change, asked: Context, step: ReviewStep): Promise<void> {
  const input = { ...asked, query: undefined, ifMatch: undefined, body: undefined, ...step };
  await (made[step.call] as Changing).within(change, input as never);
}

/**
 * Closes a review: makes the decided changes in parts, each in its own transaction and at most as large as a plan.
 * After the first part, no line can be decided any more. Closing again continues an interrupted closing.
 */
export const close = answering('reviews.close', async (asked) => {
  while (!(await closeSome(asked)));
  return readNow(asked.database, (snapshot) => requireReview(snapshot, asked.access, asked.params.review));
});

/** True when the review is closed. @throws Refusal `wrong_state`, `plan_moved`, `may_not_grant`, `last_admin` */
function closeSome(asked: Asked<'reviews.close'>): Promise<boolean> {
  return changes(asked.database, actingOf(asked), async (next) => {
    const part = new Part(asked);
    let came: 'more' | 'enough' | 'closed' = 'more';
    while (came === 'more') came = await next((change) => part.make(change));
    return came === 'closed';
  });
}

/** Makes one transaction of a closing, change by change. */
class Part {
  readonly #asked: Asked<'reviews.close'>;
  readonly #done: Done[] = [];
  #review: ClosingReview | undefined;
  #todo: LineToClose[] = [];
  #left = 0;

  constructor(asked: Asked<'reviews.close'>) {
    this.#asked = asked;
  }

  async make(change: Change): Promise<'more' | 'enough' | 'closed'> {
    const review = this.#review ?? (await this.#begin(change));
    const line = this.#todo.shift();
    if (!line) return this.#conclude(change, review);
    await this.#makeOne(change, line);
    if (this.#todo.length > 0 || this.#left === 0) return 'more';
    await noteOutcomes(change.connection, review.id, this.#done);
    return 'enough';
  }

  /** Under the writer lock and with decisions locked: computes what to do, and compares it with the plan. */
  async #begin(change: Change): Promise<ClosingReview> {
    const { params, body, caller } = this.#asked;
    await authorise(change, caller, 'reviews.close', params);
    const review = (await holdReview(change.connection, params.review)) ?? noReview(params.review);
    if (review.closed) refuse('wrong_state', 'review_closed', { review: review.name });
    const { lines, digest } = await linesToClose(change, review.id);
    if (digest !== body.digest) refuse('plan_moved', 'lines_decided', { review: review.name });
    await beginClosing(change, review.id, digest);
    this.#review = { ...review, decisionsDigest: digest };
    const changing = lines.filter(({ step }) => step !== null);
    this.#todo = changing.slice(0, limits.planChangesMax.value);
    this.#left = changing.length - this.#todo.length;
    for (const { line, outcome, step } of lines) if (step === null) this.#done.push({ line, outcome, no: null });
    return this.#review;
  }

  async #makeOne(change: Change, { line, outcome, step }: LineToClose): Promise<void> {
    if (step === null) return;
    await makeStep(change, this.#asked, step).catch((error: unknown) => {
      if (error instanceof Refusal) refuseLine(error, line);
      throw error;
    });
    this.#done.push({ line, outcome, no: change.no });
  }

  async #conclude(change: Change, review: ClosingReview): Promise<'closed'> {
    await noteOutcomes(change.connection, review.id, this.#done);
    const outcome = await outcomeOf(change, review.id);
    await markClosed(change, review.id, outcome);
    change.record({
      action: 'review.closed',
      target: { kind: 'review', id: review.id, name: review.name },
      after: {
        openedNo: review.openedNo,
        lines: review.lines,
        linesDigest: review.linesDigest,
        decisionsDigest: review.decisionsDigest,
        rule: review.undecided,
        ...outcome,
      },
    });
    return 'closed';
  }
}

interface Done {
  readonly line: number;
  readonly outcome: LineToClose['outcome'];
  readonly no: number | null;
}

/**
 * Refuses the closing with the number of the line. Reasons that are not listed here become `line_not_yours`. One of
 * them is that the caller may not see the line.
 */
function refuseLine({ problem }: Refusal, line: number): never {
  const { code, reason, values = {} } = problem;
  const extras = { errors: [fault({ pointer: `/lines/${line}` }, 'review_line_not_closed', { line })] };
  if (code === 'last_admin') refuse('last_admin', 'line_last_admin', { line }, extras);
  if (reason === 'not_administrator') refuse('may_not_grant', 'line_needs_administrator', { line }, extras);
  if (reason === 'not_owner') {
    const application = typeof values.application === 'string' ? values.application : null;
    refuse('may_not_grant', 'line_needs_owner', { line, application }, extras);
  }
  if (reason === 'group_needs_second_factor')
    refuse('may_not_grant', 'line_needs_rules', { line, group: String(values.group) }, extras);
  refuse('may_not_grant', 'line_not_yours', { line }, extras);
}

/**
 * Returns what closing would change if some lines were revoked or shortened. Each change is made on a draft as closing
 * would make it, with the rights of a user who may close. The lost access is shown only for these lines, as far as the
 * caller may see it.
 */
export const planLines = answering('reviews.planLines', (asked) =>
  alone(asked, () =>
    draft(asked.database, actorOf(asked.access), async (handle) => {
      const { caller, params, body } = asked;
      const access = await authorise(handle, caller, 'reviews.planLines', params);
      const { id, name, state, closing } = await requireReview(handle, access, params.review);
      if (state === 'closed') refuse('wrong_state', 'review_closed', { review: name });
      if (closing) refuse('wrong_state', 'review_closing', { review: name });
      const ends = body.ends === undefined ? undefined : requireInstant(body.ends, '/ends');
      const { all } = visibleReviews(access);
      const items = await itemsOf(handle, id, body.lines, access.userId);
      const lines = items.flatMap(({ line, mine }) => (all || mine ? [line] : []));
      const closer = { ...asked, caller: { kind: 'operator' } as const };
      for (const step of await stepsOf(handle, id, lines, ends))
        await refusalIn(handle, () => makeStep(handle, closer, step));
      const { effects } = await effectsOfDraft(
        handle,
        access,
        new CreatedIds(),
        undefined,
        undefined,
        asked.disconnected,
      );
      return { at: handle.at, effects };
    }),
  ),
);
