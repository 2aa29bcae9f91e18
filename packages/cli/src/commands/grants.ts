import { applicationOf, type Command, reachFlags, UsageError } from '../command.ts';
import { partyName } from '../paths.ts';
import { printable } from '../printable.ts';

export const grants: Command = {
  name: 'grants',
  summary: 'The grants of an application that are in force or to come, those that end first before; a line for each',
  takes: [],
  flags: {
    application: { type: 'string' },
    'ends-within': { type: 'string' },
    at: { type: 'string' },
    json: { type: 'boolean' },
    ...reachFlags.flags,
  },
  about: {
    application: 'The identifier of the application',
    'ends-within': 'Only what ends within so long: 12h, 14d or 6w',
    at: 'As of an instant, such as 2026-09-12T00:00:00Z',
    json: 'Print each grant as JSON, one a line',
    ...reachFlags.about,
  },
  more: 'A line names the holder, what is granted, its end and the id of the grant.',
  async run(given) {
    const { flags } = given;
    const params = { application: applicationOf(given) };
    const ends = flags['ends-within'];
    const narrowed = {
      state: 'active,scheduled',
      ...(typeof ends === 'string' && { endsWithin: secondsOf(ends) }),
      ...(typeof flags.at === 'string' && { at: flags.at }),
    };
    const client = given.client();
    for (let cursor: string | undefined; ; ) {
      const query = { ...narrowed, limit: 200, ...(cursor ? { cursor } : {}) };
      const page = await client.grants.list({ params, query });
      for (const grant of page.items) {
        const until = grant.ends === null ? 'no end' : `ends ${grant.ends.slice(0, 16)}Z`;
        const line = flags.json
          ? JSON.stringify(grant)
          : [partyName(grant.principal), grant.gives.name, until, grant.id].join('\t');
        process.stdout.write(`${printable(line)}\n`);
      }
      if (page.next === null) return 0;
      cursor = page.next;
    }
  },
};

const units: Readonly<Record<string, number>> = { h: 3600, d: 86_400, w: 604_800 };

function secondsOf(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined)
    throw new UsageError('--ends-within is a number of hours, days or weeks, such as 12h, 14d or 6w.');
  return Number(count) * (units[unit] ?? 0);
}
