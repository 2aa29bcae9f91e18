import type { Plan, UserDuties } from '@licet/contract';
import type { Client, PlannedChange } from '@licet/contract/client';
import { type Command, reachFlags, UsageError } from '../command.ts';
import { anyUserId } from '../parties.ts';
import { printable, printedCommand } from '../terminal.ts';

export const handOver: Command = {
  name: 'hand-over',
  summary: 'Show what a user owns, decides and reviews, and hand these duties over to another user',
  takes: ['USER'],
  flags: {
    to: { type: 'string' },
    suspend: { type: 'boolean' },
    yes: { type: 'boolean' },
    json: { type: 'boolean' },
    ...reachFlags.flags,
  },
  about: {
    to: 'The successor: a username, an e-mail address or an id',
    suspend: 'Also suspend USER, in the same plan; without duties, --to is not needed',
    yes: 'Hand over; without it, the plan is only shown',
    json: 'Print the duties of USER as JSON',
    ...reachFlags.about,
  },
  more: 'USER is a username, an e-mail address or an id. Without --to, the command prints the duties of USER. The hand-over is one change set, which “licet revert” reverts.',
  async run({ client, flags, positionals: [named = ''] }) {
    const licet = client();
    const user = await anyUserId(licet, named);
    if (user === undefined) return unknown(named);
    const params = { user };
    const duties = await licet.users.duties({ params });
    if (typeof flags.to !== 'string') {
      if (!flags.suspend) {
        process.stdout.write(printable(flags.json ? `${JSON.stringify(duties)}\n` : dutiesText(duties)));
        return 0;
      }
      if (duties.applications.count + duties.roles.count + duties.reviews.count > 0)
        throw new UsageError(`${named} has duties. Set the successor with --to.`);
    }
    const to = typeof flags.to === 'string' ? await anyUserId(licet, flags.to) : undefined;
    if (typeof flags.to === 'string' && to === undefined) return unknown(flags.to);
    const suspension = flags.suspend ? [{ call: 'users.suspend' as const, params }] : [];
    const handsOver = to === undefined ? [] : [{ call: 'users.handOver' as const, params, body: { to } }];
    const whole = await planned(licet, [...handsOver, ...suspension]);
    const onlySuspends = flags.suspend === true && (to === undefined || whole.refused?.reason === 'duties_gone');
    const { plan, refused, changes } = onlySuspends && to !== undefined ? await planned(licet, suspension) : whole;
    if (refused) {
      const says = refused.reason === 'duties_gone' ? nothingLeft(named) : (refused.detail ?? refused.title);
      process.stderr.write(printable(`${says}\n`));
      return 1;
    }
    if (!flags.yes) {
      process.stdout.write(
        printable(
          `${dutiesText(duties)}${stillNamedText(plan)}Nothing was changed. To ${onlySuspends ? 'suspend' : 'hand over'}, add --yes.\n`,
        ),
      );
      return 0;
    }
    const { last } = await licet.plans.apply({ body: { changes, digest: plan.digest } });
    process.stdout.write(printable(stillNamedText(plan)));
    const undo = printedCommand(flags, 'licet revert', [], { plan: String(last) });
    process.stdout.write(
      printable(
        `${onlySuspends ? 'Nothing to hand over. Suspended' : 'Handed over'} in change ${last}. To revert it, run “${undo}”.\n`,
      ),
    );
    return 0;
  },
};

/** Plans the changes, and returns the first refusal with the plan. */
async function planned(licet: Client, changes: PlannedChange[]) {
  const plan = await licet.plans.make({ body: { changes } });
  return { changes, plan, refused: plan.steps.find((step) => step.refused)?.refused };
}

/** Replaces the server's sentence, which refers to a list in the console. */
const nothingLeft = (named: string) => `${named} has no duties that can be handed over. Nothing was changed.`;

function unknown(named: string): number {
  process.stderr.write(printable(`There is no user “${named}”.\n`));
  return 1;
}

/**
 * Returns the text about roles whose policy still names the user after the hand-over, with reasons; empty if there are
 * none.
 */
function stillNamedText({ steps }: Plan): string {
  const stillNamed = steps.flatMap(({ record }) => {
    const after = record?.action === 'user.handed_over' ? record.after : undefined;
    return typeof after === 'object' && after !== null && 'kept' in after ? (after.kept as string[]) : [];
  });
  return stillNamed.length === 0
    ? ''
    : `Still named in the policies of: ${stillNamed.join('; ')}. The new user already approves requests for these, and nobody approves twice. Once USER is suspended or deleted, an owner approves instead.\n`;
}

/** Returns one line for each kind of duty. */
export function dutiesText(duties: UserDuties): string {
  const { applications, roles, reviews, requests, deputyFor, programs, sets } = duties;
  const line = (
    what: string,
    { count, items }: { count: number; items: readonly unknown[] },
    names: readonly string[],
  ) => {
    if (count === 0) return [];
    const more = count > items.length ? [`${count - items.length} more`] : [];
    return [`${what} (${count}): ${[...names, ...more].join('; ')}`];
  };
  const lines = [
    ...(duties.lastAdministrator
      ? ['This is the last administrator of Licet. Give Licet’s role admin to another user first.']
      : []),
    ...line(
      'Owns',
      applications,
      applications.items.map((it) => `${it.application.id}${it.otherOwners === 0 ? ' (no other owner)' : ''}`),
    ),
    ...line(
      'Named in the policies of roles',
      roles,
      roles.items.map((it) => `${it.application.id}/${it.role.name}`),
    ),
    ...line(
      'Reviews',
      reviews,
      reviews.items.map((it) => it.review.name),
    ),
    ...(duties.waiting > 0 ? [`Requests that wait for this user’s decision: ${duties.waiting}`] : []),
    ...line(
      'Own requests, which end when this user is suspended',
      requests,
      requests.items.map((it) => `${it.application.id}/${it.asks.name}`),
    ),
    ...line(
      'Decides in place of',
      deputyFor,
      deputyFor.items.map((it) => it.user.name),
    ),
    ...line(
      'Registered these programs, or created their secrets',
      programs,
      programs.items.map((it) => `${it.application.id}/${it.program.name}`),
    ),
    ...line('Applied these sets of files', sets, sets.items),
  ];
  return lines.length === 0 ? 'This user has no duties and no requests.\n' : `${lines.join('\n')}\n`;
}
