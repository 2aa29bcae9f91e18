import type { AccessRequest } from '@licet/contract';
import { limits } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { type Command, choiceOf, type Flags, reachFlags, UsageError } from '../command.ts';
import { effectLines } from '../configuration/effects.ts';
import { partyName, printable } from '../terminal.ts';

const print = (text: string) => process.stdout.write(printable(`${text}\n`));

const views = ['mine', 'waiting', 'decided'] as const;

const list: Command = {
  name: 'requests list',
  summary: 'List requests for access: pending ones (the default) or decided ones, one per line',
  takes: [],
  flags: { view: { type: 'string' }, application: { type: 'string' }, json: { type: 'boolean' }, ...reachFlags.flags },
  about: {
    view: `Which requests: ${views.join(', ')}; default: waiting`,
    application: 'Only in one application: its identifier',
    json: 'Print each as JSON, one per line',
    ...reachFlags.about,
  },
  more: 'Each line shows the user, the role or permission, the application, the duration, the state, the reason and the id of the request.',
  async run({ client, flags }) {
    for await (const request of requestsOf(client(), flags))
      print(flags.json ? JSON.stringify(request) : lineOf(request));
    return 0;
  },
};

async function* requestsOf(client: Client, flags: Flags): AsyncGenerator<AccessRequest> {
  const narrowed = {
    view: choiceOf(flags, 'view', views) ?? ('waiting' as const),
    ...(typeof flags.application === 'string' && { application: flags.application }),
  };
  for (let cursor: string | undefined; ; ) {
    const page = await client.requests.list({ query: { ...narrowed, limit: 200, ...(cursor ? { cursor } : {}) } });
    yield* page.items;
    if (page.next === null) return;
    cursor = page.next;
  }
}

const lineOf = ({ user, asks, application, seconds, state, reason, id }: AccessRequest) =>
  [partyName(user), `${asks.kind} ${asks.name}`, application.id, `for ${lengthOf(seconds)}`, state, reason, id].join(
    '\t',
  );

/** A duration as the flags write it: 12h, 14d. */
function lengthOf(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'm'],
  ] as const;
  const [unit, name] = units.find(([size]) => seconds % size === 0) ?? [1, 's'];
  return `${seconds / unit}${name}`;
}

const decisions = ['approve', 'deny'] as const;

const decide: Command = {
  name: 'requests decide',
  summary: 'Approve or deny requests, after showing who would gain what; without --yes they are only shown',
  takes: ['REQUEST'],
  many: true,
  flags: {
    decision: { type: 'string' },
    reason: { type: 'string' },
    yes: { type: 'boolean' },
    json: { type: 'boolean' },
    ...reachFlags.flags,
  },
  about: {
    decision: `${decisions.join(' or ')}, for all given requests`,
    reason: 'The reason, which the requesting users can read; required to deny',
    yes: 'Decide the requests; without it, they are only shown',
    json: 'Print the plan, or the outcome of each, as JSON',
    ...reachFlags.about,
  },
  more: 'A refused decision does not affect the others. The command prints the reason, and exits 1.',
  async run({ client, flags, positionals }) {
    const decision = choiceOf(flags, 'decision', decisions);
    if (!decision) throw new UsageError('Set the decision with --decision approve or --decision deny.');
    const reason = typeof flags.reason === 'string' ? flags.reason : '';
    if (decision === 'deny' && reason.trim() === '')
      throw new UsageError('Give a reason with --reason. The requesting users can read it.');
    if (positionals.length > limits.requestsAtOnce.value)
      throw new UsageError(
        `At most ${limits.requestsAtOnce.value} requests can be decided at once. Run the command several times.`,
      );
    const asked = await Promise.all(positionals.map((request) => client().requests.get({ params: { request } })));
    if (flags.yes !== true) return shown(client(), asked, decision, flags.json === true);
    const { outcomes } = await client().requests.decideAll({
      body: {
        decision,
        requests: asked.map(({ id, version }) => ({ id, version })),
        ...(reason !== '' && { reason }),
      },
    });
    if (flags.json) print(JSON.stringify(outcomes));
    else
      for (const { request, state, refused } of outcomes)
        print(`${nameOf(asked, request)}: ${refused ? `not decided: ${refused.detail ?? refused.title}` : state}`);
    return outcomes.some(({ refused }) => refused !== null) ? 1 : 0;
  },
};

const nameOf = (asked: readonly AccessRequest[], request: string): string => {
  const found = asked.find(({ id }) => id === request);
  return found ? `${partyName(found.user)}, ${found.asks.kind} ${found.asks.name}` : request;
};

/** Returns the text about the effects of approving. Declining has no effects. */
async function shown(
  client: Client,
  asked: readonly AccessRequest[],
  decision: (typeof decisions)[number],
  json: boolean,
): Promise<number> {
  if (decision === 'deny') {
    for (const request of asked) print(`would be denied: ${lineOf(request)}`);
    return 0;
  }
  const plan = await client.requests.planAll({ body: { requests: asked.map(({ id }) => id) } });
  const refused = plan.steps.some((step) => step.refused !== null);
  if (json) print(JSON.stringify(plan));
  else {
    for (const step of plan.steps) {
      const why = step.refused
        ? `would be refused: ${step.refused.detail ?? step.refused.title}`
        : step.stillNeeded > 0
          ? `approved, but ${step.stillNeeded} more approvals are needed`
          : 'given';
      print(`${nameOf(asked, step.request)}: ${why}`);
    }
    for (const line of effectLines({ ...plan, notEvaluated: [] })) print(line);
  }
  return refused ? 1 : 0;
}

/** Requests for access. */
export const requestCommands: readonly Command[] = [list, decide];
