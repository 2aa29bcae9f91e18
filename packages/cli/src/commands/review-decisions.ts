import { limits, type Review, type ReviewDecision, type ReviewItem, type ReviewPlan } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { type Command, choiceOf, type Flags, reachFlags, UsageError } from '../command.ts';
import { effectLines } from '../configuration/effects.ts';
import { reviewId, userId } from '../parties.ts';
import { counted, printable } from '../terminal.ts';

const print = (text: string) => process.stdout.write(printable(`${text}\n`));

const decisions = ['keep', 'revoke', 'shorten', 'hand-on'] as const;

const decide: Command = {
  name: 'reviews decide',
  summary: 'Decide lines of a review: keep, revoke, shorten or hand on; lines of other reviewers are refused',
  takes: ['REVIEW'],
  flags: {
    decision: { type: 'string' },
    lines: { type: 'string' },
    suggested: { type: 'string' },
    until: { type: 'string' },
    to: { type: 'string' },
    note: { type: 'string' },
    ...reachFlags.flags,
  },
  about: {
    decision: `${decisions.join(', ')}, for all selected lines`,
    lines: 'The numbers of the lines, such as 3,5-9',
    suggested: 'Instead of --lines: all undecided lines for which this is suggested, keep or revoke',
    until: 'With shorten: the new end, such as 2026-12-31T18:00:00Z',
    to: 'With hand-on: the user who decides instead, by username or id',
    note: 'The reason, which the evidence contains',
    ...reachFlags.about,
  },
  more: 'Only reviewers can decide: sign in as one with “licet login”. If a line is refused, the command prints why, and exits 1.',
  async run(given) {
    const { flags, positionals } = given;
    const isChosen = linesIn(flags);
    const client = given.client();
    const decision = await decisionIn(flags, client);
    const params = { review: await reviewId(client, positionals[0] ?? '') };
    const chosen: ReviewItem[] = [];
    for await (const item of itemsOf(client, params.review)) if (isChosen(item)) chosen.push(item);
    if (chosen.length === 0)
      throw new UsageError('You can see no such line in this review. “licet reviews show” lists its lines.');
    let refusals = 0;
    for (let at = 0; at < chosen.length; at += limits.reviewDecisionsMax.value) {
      const some = chosen.slice(at, at + limits.reviewDecisionsMax.value);
      const body = { decisions: some.map(({ line, version }) => ({ line, version, ...decision }) as ReviewDecision) };
      const { refused } = await client.reviews.decide({ params, body });
      for (const { line, detail } of refused) print(`line ${line} was not decided: ${detail}`);
      refusals += refused.length;
    }
    print(`${chosen.length - refusals} of ${counted(chosen.length, 'line was', 'lines were')} decided.`);
    return refusals > 0 ? 1 : 0;
  },
};

async function decisionIn(flags: Flags, client: Client): Promise<object> {
  const decision = choiceOf(flags, 'decision', decisions);
  const note = typeof flags.note === 'string' && flags.note !== '' ? { note: flags.note } : {};
  switch (decision) {
    case undefined:
      throw new UsageError(`Set the decision with --decision: ${decisions.join(', ')}.`);
    case 'shorten':
      if (typeof flags.until !== 'string') throw new UsageError('Set the new end with --until.');
      return { decision, ends: flags.until, ...note };
    case 'hand-on':
      if (typeof flags.to !== 'string') throw new UsageError('Set the user who decides instead with --to.');
      return { decision: 'hand on', to: await userId(client, flags.to), ...note };
    default:
      return { decision, ...note };
  }
}

/**
 * The selected lines.
 * @throws UsageError
 */
function linesIn(flags: Flags): (item: ReviewItem) => boolean {
  const { lines } = flags;
  const suggested = choiceOf(flags, 'suggested', ['keep', 'revoke']);
  if ((typeof lines === 'string') === (suggested !== undefined))
    throw new UsageError('Select the lines with either --lines or --suggested.');
  if (suggested !== undefined)
    return ({ state, suggestion }) =>
      suggestion?.decision === suggested && (state === 'pending' || state === 'handed on');
  const ranges = String(lines)
    .split(',')
    .map((part) => {
      const [, from, to] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part.trim()) ?? [];
      if (from === undefined)
        throw new UsageError(`“${part}” is not a line number or a range. Write, for example, 3,5-9.`);
      return [Number(from), Number(to ?? from)] as const;
    });
  return ({ line }) => ranges.some(([from, to]) => line >= from && line <= to);
}

async function* itemsOf(client: Client, review: string): AsyncGenerator<ReviewItem> {
  for (let cursor: string | undefined; ; ) {
    const page = await client.reviews.items({
      params: { review },
      query: { limit: 200, ...(cursor ? { cursor } : {}) },
    });
    yield* page.items;
    if (page.next === null) return;
    cursor = page.next;
  }
}

const close: Command = {
  name: 'reviews close',
  summary: 'Show what closing a review would change, by name; with --yes, close it and apply its changes',
  takes: ['REVIEW'],
  flags: { yes: { type: 'boolean' }, ...reachFlags.flags },
  about: { yes: 'Close the review; without it, nothing is changed', ...reachFlags.about },
  more: 'If somebody decides a line between the plan and the closing, the closing is refused: check the new plan.',
  async run(given) {
    const client = given.client();
    const params = { review: await reviewId(client, given.positionals[0] ?? '') };
    const review = await client.reviews.get({ params });
    const plan = await client.reviews.plan({ params });
    for (const line of closingLines(review, plan)) print(line);
    if (plan.steps.length > 0)
      for (const line of effectLines(await client.plans.make({ body: { changes: plan.steps } }))) print(line);
    if (given.flags.yes !== true) return 0;
    const { closedNo } = await client.reviews.close({ params, body: { digest: plan.digest } });
    print(`“${review.name}” was closed by change ${closedNo}.`);
    return 0;
  },
};

function closingLines(review: Review, { outcome, steps, changes }: ReviewPlan): string[] {
  const { revoked, shortened, gone, undecided } = outcome;
  return [
    `“${review.name}”: ${revoked} would be revoked, ${shortened} shortened; ${gone} had already ended.`,
    ...(undecided > 0
      ? [`Undecided lines: ${undecided}, which are ${review.undecided === 'keep' ? 'kept' : 'revoked'}.`]
      : []),
    ...(steps.length < changes ? [`Only the first ${steps.length} of ${changes} changes are listed by name.`] : []),
  ];
}

/** The commands that decide a review, and close it. */
export const reviewDecisionCommands: readonly Command[] = [decide, close];
