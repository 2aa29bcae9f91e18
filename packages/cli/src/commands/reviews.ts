import { daysLater, type Review } from '@licet/contract';
import { type Command, choiceOf, type Flags, reachFlags, UsageError } from '../command.ts';
import { groupId, reviewId, roleId, userId } from '../parties.ts';
import { printable } from '../terminal.ts';
import { reviewDecisionCommands } from './review-decisions.ts';
import { reviewEvidenceCommands } from './review-evidence.ts';

const print = (text: string) => process.stdout.write(printable(`${text}\n`));

const sentenceOf = ({ id, name, state, counts, endsAt, outcome }: Review) => {
  const decided = counts.lines - counts.pending - counts.handedOn;
  const how = outcome
    ? `closed: ${outcome.revoked} revoked, ${outcome.shortened} shortened, ${outcome.gone} had already ended, ${outcome.undecided} not decided`
    : `${state}: ${decided} of ${counts.lines} decided, until ${endsAt}`;
  return `${id}  ${name}  ${how}`;
};

const list: Command = {
  name: 'reviews list',
  summary: 'List the reviews of access with their progress, newest first',
  takes: [],
  flags: { json: { type: 'boolean' }, ...reachFlags.flags },
  about: { json: 'Print each as JSON', ...reachFlags.about },
  async run({ client, flags }) {
    for (let cursor: string | undefined; ; ) {
      const page = await client().reviews.list({ query: { limit: 200, ...(cursor ? { cursor } : {}) } });
      for (const review of page.items) print(flags.json ? JSON.stringify(review) : sentenceOf(review));
      if (page.next === null) return 0;
      cursor = page.next;
    }
  },
};

const textOf = (flags: Flags, name: string): string | undefined => {
  const given = flags[name];
  return typeof given === 'string' && given !== '' ? given : undefined;
};

const open: Command = {
  name: 'reviews open',
  summary: 'Open a review of access: of an application, one role of it, or a group; print its id',
  takes: ['NAME'],
  flags: {
    application: { type: 'string' },
    role: { type: 'string' },
    group: { type: 'string' },
    reviewer: { type: 'string' },
    ends: { type: 'string' },
    undecided: { type: 'string' },
    months: { type: 'string' },
    ...reachFlags.flags,
  },
  about: {
    application: 'The identifier of the application',
    role: 'One role of the application: its name, or the id',
    group: 'A group with its members: its name, or the id',
    reviewer: 'The reviewers: usernames or ids, separated by commas; default: the owners of the application',
    ends: 'The end, such as 2026-12-31T17:00:00Z; default: in two weeks',
    undecided: 'What happens to undecided lines: keep (the default) or revoke',
    months: 'Repeat the review after this number of months',
    ...reachFlags.about,
  },
  async run({ client, flags, positionals }) {
    const [application, role, group] = ['application', 'role', 'group'].map((name) => textOf(flags, name));
    const reviewers = textOf(flags, 'reviewer')
      ?.split(',')
      .map((user) => user.trim());
    const months = textOf(flags, 'months');
    if ((application === undefined) === (group === undefined))
      throw new UsageError('Set what to review with --application or --group.');
    const users = reviewers && (await Promise.all(reviewers.map((user) => userId(client(), user))));
    const review = await client().reviews.open({
      body: {
        name: positionals[0] ?? '',
        scope:
          application === undefined
            ? { kind: 'group', group: await groupId(client(), group ?? '', undefined) }
            : role === undefined
              ? { kind: 'application', application }
              : { kind: 'role', application, role: await roleId(client(), role, application, undefined) },
        reviewers: users ? { kind: 'users', users } : { kind: 'owners' },
        endsAt: textOf(flags, 'ends') ?? daysLater(new Date(), 14).toISOString(),
        undecided: choiceOf(flags, 'undecided', ['keep', 'revoke']) ?? 'keep',
        everyMonths: months === undefined ? null : Number(months),
      },
    });
    print(review.id);
    return 0;
  },
};

const show: Command = {
  name: 'reviews show',
  summary: 'List the lines of a review: who holds what, what is suggested and why, and what was decided',
  takes: ['REVIEW'],
  flags: { json: { type: 'boolean' }, ...reachFlags.flags },
  about: { json: 'Print each line as JSON', ...reachFlags.about },
  async run({ client, flags, positionals }) {
    const params = { review: await reviewId(client(), positionals[0] ?? '') };
    if (!flags.json) print(sentenceOf(await client().reviews.get({ params })));
    for (let cursor: string | undefined; ; ) {
      const page = await client().reviews.items({ params, query: { limit: 200, ...(cursor ? { cursor } : {}) } });
      for (const item of page.items) {
        const { line, holder, gives, group, state, suggestion, lastExercised, reportedSince } = item;
        const used = lastExercised ?? (reportedSince === null ? 'not reported' : 'never');
        const what = gives ? `${gives.kind} ${gives.name}` : `member of ${group?.name ?? ''}`;
        const suggested = suggestion ? `, suggested: ${suggestion.decision}` : '';
        print(
          flags.json ? JSON.stringify(item) : `  ${line}. ${holder.name}: ${what}, used: ${used}${suggested}, ${state}`,
        );
      }
      if (page.next === null) return 0;
      cursor = page.next;
    }
  },
};

/** Reviews of access. */
export const reviewCommands: readonly Command[] = [
  list,
  open,
  show,
  ...reviewDecisionCommands,
  ...reviewEvidenceCommands,
];
