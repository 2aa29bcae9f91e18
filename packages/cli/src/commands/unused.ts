import type { Unused, UnusedInRole } from '@licet/contract';
import { applicationOf, type Command, reachFlags, UsageError } from '../command.ts';
import { roleId, userId } from '../parties.ts';
import { partyName, printable } from '../terminal.ts';

export const unused: Command = {
  name: 'unused',
  summary: 'List grants that no user has exercised for a number of days, oldest first; or permissions of roles',
  takes: [],
  flags: {
    application: { type: 'string' },
    days: { type: 'string' },
    user: { type: 'string' },
    'in-roles': { type: 'boolean' },
    role: { type: 'string' },
    json: { type: 'boolean' },
    ...reachFlags.flags,
  },
  about: {
    application: 'The identifier of the application',
    days: 'The number of days; default: 90',
    user: 'Only direct grants to one user: the username, or the id',
    'in-roles': 'Instead of grants, the permissions of roles that no holder has exercised',
    role: 'With --in-roles, only of one role: its name, or the id',
    json: 'Print each as JSON, one per line',
    ...reachFlags.about,
  },
  more: 'If the application has not reported use for that long, the answer is unknown, and the exit code is 1.',
  async run(given) {
    const { flags } = given;
    const params = { application: applicationOf(given) };
    const client = given.client();
    const days = typeof flags.days === 'string' ? { days: daysOf(flags.days) } : {};
    const principal = typeof flags.user === 'string' ? { principal: await userId(client, flags.user) } : {};
    if (flags['in-roles'] === true) {
      const role =
        typeof flags.role === 'string' ? { role: await roleId(client, flags.role, params.application, undefined) } : {};
      return eachPage(params.application, async (cursor) => {
        const query = { ...days, ...role, limit: 200, ...(cursor ? { cursor } : {}) };
        const page = await client.applications.unusedInRoles({ params, query });
        return { ...page, lines: page.items.map((it) => (flags.json ? JSON.stringify(it) : pairLine(it))) };
      });
    }
    return eachPage(params.application, async (cursor) => {
      const query = { ...days, ...principal, limit: 200, ...(cursor ? { cursor } : {}) };
      const page = await client.applications.unused({ params, query });
      return { ...page, lines: page.items.map((it) => (flags.json ? JSON.stringify(it) : grantLine(it))) };
    });
  },
};

type UnusedPage = Pick<Unused, 'days' | 'reportedSince' | 'seen' | 'next'> & { readonly lines: readonly string[] };

/** Prints all pages. If the period has no complete reports of use, prints a note first. Returns the exit code. */
async function eachPage(
  application: string,
  read: (cursor: string | undefined) => Promise<UnusedPage>,
): Promise<number> {
  for (let cursor: string | undefined; ; ) {
    const { days, reportedSince, seen, next, lines } = await read(cursor);
    if (!seen) {
      const reports = reportedSince
        ? `has reported use only since ${reportedSince.slice(0, 10)}`
        : 'has not reported any use yet';
      const advice = reportedSince ? ': ask for fewer days, or wait' : ': give its API a client';
      process.stderr.write(`${application} ${reports}, so use during the last ${days} days is unknown${advice}.\n`);
      return 1;
    }
    if (cursor === undefined && days < quarter)
      process.stderr.write(`${days} days are less than a quarter, so what is used once a quarter appears as unused.\n`);
    for (const line of lines) process.stdout.write(`${printable(line)}\n`);
    if (next === null) return 0;
    cursor = next;
  }
}

const grantLine = ({ principal, gives, starts, id }: Unused['items'][number]): string =>
  [partyName(principal), gives.name, `since ${starts.slice(0, 10)}`, id].join('\t');

const pairLine = ({ role, permission, holders, last }: UnusedInRole): string =>
  [role.name, permission.name, `held by ${holders}`, last ? `last ${last.slice(0, 10)}` : 'never'].join('\t');

const quarter = 90;

function daysOf(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new UsageError('--days must be a whole number of days, such as 90.');
}
