import { type NotReverted, type Problem, signOf } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { type Command, type Flags, reachFlags, UsageError } from '../command.ts';
import type { Line } from '../configuration/comparison.ts';
import { applyPlan, planOf, revertOf } from '../configuration/long-plan.ts';
import { asJson, escaped, formatted } from '../configuration/show.ts';
import { userId } from '../parties.ts';
import { printable } from '../terminal.ts';
import { formatOf } from './plan-files.ts';

export const revert: Command = {
  name: 'revert',
  summary: 'Plan the revert of a change set, one change, or all changes of a user; --yes applies it',
  takes: [],
  more: 'Exits 0 if the changes were reverted or shown; 1 if there is nothing to revert; 2 on an error, and then nothing was changed.\nLater changes by others stay, and are listed. History is kept: a revert adds new changes.',
  flags: {
    plan: { type: 'string' },
    event: { type: 'string' },
    by: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    yes: { type: 'boolean' },
    reason: { type: 'string' },
    format: { type: 'string' },
    ...reachFlags.flags,
  },
  about: {
    plan: 'A change set: the number of its last event, or its digest',
    event: 'One change: its number in the audit log',
    by: 'All changes by a user or a program: the username, or the id; with --from',
    from: 'The start of the period, such as 2026-03-01T12:00:00Z',
    to: 'The end of the period; default: now',
    yes: 'Apply the changes; without it they are only shown',
    reason: 'The reason, for the audit log',
    format: 'The format: text (the default), markdown for a pull request, or json',
    ...reachFlags.about,
  },
  async run(given) {
    const format = formatOf(given);
    const client = given.client();
    const { changes, about, cannot, reverts } = await revertOf(client, await questionOf(given.flags, client));
    const plan = changes.length > 0 ? await planOf(client, changes) : undefined;
    const refused = new Map(plan?.refused.map(({ place, problem }) => [place, problem]));
    const lines = about.map(({ event, target }, index): Line => {
      const change = changes[index] as Line['change'];
      return {
        sign: signOf(change.call),
        says: `${target.kind} ${target.name} (reverts change ${event})`,
        differs: differsOf(refused.get(index)),
        at: undefined,
        change,
      };
    });
    const planned = { set: undefined, lines, plan, forgotten: [], stays: [], moved: [] };
    const text =
      format === 'json'
        ? `${JSON.stringify({ ...asJson(planned), cannot }, null, 2)}\n`
        : `${lines.length > 0 ? formatted(planned, format) : 'There is nothing to revert.\n'}${left(cannot, format === 'markdown')}`;
    process.stdout.write(printable(text));
    if (!plan || lines.length === 0) return 1;
    const [first] = plan.refused;
    if (first) {
      process.stderr.write(
        printable(`The whole plan would be refused. ${lines[first.place]?.says}: ${first.problem.detail}\n`),
      );
      return 2;
    }
    if (given.flags.yes !== true) return 0;
    const { reason } = given.flags;
    const { last } = await applyPlan(client, {
      changes,
      digest: plan.digest,
      reverts,
      ...(typeof reason === 'string' && { reason }),
    });
    process.stderr.write(doneText(changes.length, last));
    return 0;
  },
};

/** Returns the final message. It includes the change set's number, which `licet revert` accepts. */
export const doneText = (count: number, last: number): string =>
  `Done: ${count === 1 ? '1 change' : `${count.toLocaleString('en')} changes`}, recorded as change set ${last} in the audit log.\n`;

async function questionOf(flags: Flags, client: Client): Promise<Parameters<Client['plans']['revert']>[0]['body']> {
  const { plan, event, by, from, to } = flags;
  if ([plan, event, by].filter((flag) => typeof flag === 'string').length !== 1)
    throw new UsageError('Set one of --plan, --event and --by.');
  if (typeof plan === 'string') return { plan: /^[0-9a-f]{64}$/.test(plan) ? plan : numberOf(plan, '--plan') };
  if (typeof event === 'string') return { event: numberOf(event, '--event') };
  if (typeof from !== 'string') throw new UsageError('Set the start of the period with --from.');
  return { by: await userId(client, String(by)), from, ...(typeof to === 'string' && { to }) };
}

function numberOf(text: string, flag: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError(`${flag} must be a number from the audit log, such as 41.`);
}

const differsOf = (refused: Problem | undefined): string[] => (refused ? [`refused, ${refused.detail}`] : []);

function left(cannot: readonly NotReverted[], markdown: boolean): string {
  if (cannot.length === 0) return '';
  const sentences = cannot.map(({ says }) => (markdown ? `- ${escaped(says)}` : `  ${says}`));
  return ['', 'Not reverted:', ...(markdown ? [''] : []), ...sentences, ''].join('\n');
}
