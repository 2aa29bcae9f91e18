import { daysLater, type Ending, endingKinds } from '@licet/contract';
import type { Client, PlannedChange } from '@licet/contract/client';
import { type Command, choiceOf, type Flags, type Given, reachFlags, UsageError } from '../command.ts';
import type { Line } from '../configuration/comparison.ts';
import { applyPlan, planOf } from '../configuration/long-plan.ts';
import { asJson, formatted } from '../configuration/show.ts';
import { roleId, userId } from '../parties.ts';
import { partyName, printable } from '../terminal.ts';
import { formatOf } from './plan-files.ts';
import { doneText } from './revert.ts';

export const ending: Command = {
  name: 'ending',
  summary:
    'List grants and exceptions that end soon, in all applications; with --extend, --until or --end, plan another end for all of them',
  takes: [],
  flags: {
    within: { type: 'string' },
    kind: { type: 'string' },
    application: { type: 'string' },
    role: { type: 'string' },
    user: { type: 'string' },
    at: { type: 'string' },
    json: { type: 'boolean' },
    extend: { type: 'string' },
    until: { type: 'string' },
    end: { type: 'boolean' },
    yes: { type: 'boolean' },
    reason: { type: 'string' },
    format: { type: 'string' },
    ...reachFlags.flags,
  },
  about: {
    within: 'Within this time: 12h, 14d or 6w; default: 7d',
    kind: `Only one kind: ${endingKinds.join(', ')}`,
    application: 'Only in one application: its identifier',
    role: 'Only grants of one role: its id, or its name with --application',
    user: 'Only what one user holds directly: the username, or the id',
    at: 'As of an instant, such as 2026-09-12T00:00:00Z',
    json: 'Print each as JSON, one per line',
    extend:
      'Extend each by this time: 12h, 14d or 6w; days and weeks keep the time of day in the time zone of this machine (TZ)',
    until: 'End all of them at this instant, such as 2026-12-31T18:00:00Z',
    end: 'End all of them now',
    yes: 'Apply the changes, all or none; without it they are only shown',
    reason: 'The reason, for the audit log',
    format: 'The format of the plan: text (the default), markdown for a pull request, or json',
    ...reachFlags.about,
  },
  more: 'Each line shows the holder, what ends, the application, the end, the kind and the id. With --extend, --until or --end: exits 1 if nothing ends, 2 if a change is refused, and then nothing is changed.',
  async run(given) {
    const { flags } = given;
    const client = given.client();
    const all: Ending[] = [];
    const move = moveIn(flags);
    for await (const it of endingsOf(client, flags)) {
      if (move) all.push(it);
      else process.stdout.write(`${printable(flags.json ? JSON.stringify(it) : endingLine(it))}\n`);
    }
    return move ? moved(given, client, all, move) : 0;
  },
};

async function* endingsOf(client: Client, flags: Flags): AsyncGenerator<Ending> {
  const kind = choiceOf(flags, 'kind', endingKinds);
  const { within, application, role, user, at } = flags;
  const narrowed = {
    ...(kind && { kind }),
    ...(typeof within === 'string' && { within: secondsOf(within, '--within') }),
    ...(typeof application === 'string' && { application }),
    ...(typeof role === 'string' && {
      role: await roleId(client, role, typeof application === 'string' ? application : undefined, at),
    }),
    ...(typeof user === 'string' && { principal: await userId(client, user) }),
    ...(typeof at === 'string' && { at }),
  };
  for (let cursor: string | undefined; ; ) {
    const page = await client.endings.list({ query: { ...narrowed, limit: 200, ...(cursor ? { cursor } : {}) } });
    yield* page.items;
    if (page.next === null) return;
    cursor = page.next;
  }
}

function endingLine(it: Ending): string {
  const { holder, what, where, ends, id } = asRecord(it);
  return [partyName(holder), what, where, `ends ${ends.slice(0, 16)}Z`, it.kind, id].join('\t');
}

const asRecord = (it: Ending) =>
  it.kind === 'exception'
    ? {
        id: it.exception.id,
        holder: it.exception.holder,
        what: it.exception.separation.name,
        where: '-',
        ends: it.exception.ends,
      }
    : {
        id: it.grant.id,
        holder: it.grant.principal,
        what: it.grant.gives.name,
        where: it.grant.application,
        ends: it.grant.ends ?? '',
      };

/** Maps the present end of a grant to its new end; null to end it now. */
type Move = (ends: string) => string | null;

function moveIn({ extend, until, end, at }: Flags): Move | undefined {
  const asked = [extend, until, end].filter((flag) => flag !== undefined);
  if (asked.length === 0) return undefined;
  if (asked.length > 1) throw new UsageError('Use only one of --extend, --until and --end.');
  if (at !== undefined) throw new UsageError('The past cannot be changed. Leave --at out.');
  if (typeof until === 'string') return () => until;
  if (typeof extend !== 'string') return () => null;
  return later(extend);
}

async function moved(given: Given, client: Client, all: readonly Ending[], move: Move): Promise<number> {
  const format = formatOf(given);
  const changes = all.map((it) => changeOf(it, move(asRecord(it).ends)));
  const plan = changes.length > 0 ? await planOf(client, changes) : undefined;
  const refusedAt = new Map(plan?.refused.map(({ place, problem }) => [place, problem.detail]));
  const lines = all.map((it, index): Line => {
    const { holder, what, where, ends } = asRecord(it);
    const next = move(ends);
    const refused = refusedAt.get(index);
    return {
      sign: next === null ? '-' : '~',
      says: `${what}${where === '-' ? '' : ` of ${where}`} to ${partyName(holder)}`,
      differs: refused ? [`refused, ${refused}`] : next === null ? [] : [`ends: ${ends} → ${next}`],
      at: undefined,
      change: changes[index] as Line['change'],
    };
  });
  const planned = { set: undefined, lines, plan, forgotten: [], stays: [], moved: [] };
  process.stdout.write(
    printable(
      format === 'json'
        ? `${JSON.stringify(asJson(planned), null, 2)}\n`
        : lines.length > 0
          ? formatted(planned, format)
          : 'Nothing ends.\n',
    ),
  );
  if (!plan) return 1;
  const [first] = plan.refused;
  if (first) {
    process.stderr.write(
      printable(`The whole plan would be refused. ${lines[first.place]?.says}: ${first.problem.detail}\n`),
    );
    return 2;
  }
  const { yes, reason } = given.flags;
  if (yes !== true) return 0;
  const { last } = await applyPlan(client, {
    changes,
    digest: plan.digest,
    ...(typeof reason === 'string' && { reason }),
  });
  process.stderr.write(doneText(changes.length, last));
  return 0;
}

function changeOf(it: Ending, ends: string | null): PlannedChange {
  if (it.kind === 'exception') {
    const params = { separation: it.exception.separation.id, exception: it.exception.id };
    return ends === null
      ? { call: 'separations.endException', params }
      : { call: 'separations.changeException', params, body: { ends } };
  }
  const params = { application: it.grant.application, grant: it.grant.id };
  return ends === null ? { call: 'grants.revoke', params } : { call: 'grants.update', params, body: { ends } };
}

/**
 * Moves an end by hours, or to the same time of day some days or weeks later.
 * @throws UsageError
 */
export function later(extend: string): (ends: string) => string {
  const { count, unit } = spanOf(extend, '--extend');
  if (unit === 'h') return (ends) => new Date(Date.parse(ends) + count * 3_600_000).toISOString();
  return (ends) => daysLater(ends, count * (unit === 'w' ? 7 : 1)).toISOString();
}

const units: Readonly<Record<string, number>> = { h: 3600, d: 86_400, w: 604_800 };

function secondsOf(text: string, flag: string): number {
  const { count, unit } = spanOf(text, flag);
  return count * (units[unit] ?? 0);
}

function spanOf(text: string, flag: string): { readonly count: number; readonly unit: string } {
  const [, count, unit] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined)
    throw new UsageError(`${flag} must be a number of hours, days or weeks, such as 12h, 14d or 6w.`);
  return { count: Number(count), unit };
}
