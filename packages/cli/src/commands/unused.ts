import { applicationOf, type Command, reachFlags, UsageError } from '../command.ts';
import { userId } from '../parties.ts';
import { partyName } from '../paths.ts';
import { printable } from '../printable.ts';

export const unused: Command = {
  name: 'unused',
  summary: 'Grants of which nobody whom they reach exercised anything for so many days, oldest first; a line for each',
  takes: [],
  flags: {
    application: { type: 'string' },
    days: { type: 'string' },
    user: { type: 'string' },
    json: { type: 'boolean' },
    ...reachFlags.flags,
  },
  about: {
    application: 'The identifier of the application',
    days: 'For how many days; 90 unless told',
    user: 'Only what was granted to one user directly: the username, or the id',
    json: 'Print each grant as JSON, one a line',
    ...reachFlags.about,
  },
  more: 'Exits 1 where the application began to report later than that: then nothing can be said.',
  async run(given) {
    const { flags } = given;
    const params = { application: applicationOf(given) };
    const client = given.client();
    const days = typeof flags.days === 'string' ? { days: daysOf(flags.days) } : {};
    const principal = typeof flags.user === 'string' ? { principal: await userId(client, flags.user) } : {};
    for (let cursor: string | undefined; ; ) {
      const page = await client.applications.unused({
        params,
        query: { ...days, ...principal, limit: 200, ...(cursor ? { cursor } : {}) },
      });
      if (!page.seen) {
        const begun = page.reportedSince ? `reports since ${page.reportedSince.slice(0, 10)}` : 'reports nothing yet';
        const advice = page.reportedSince ? ': ask for fewer days, or wait' : ': give its API a client';
        process.stderr.write(
          `${params.application} ${begun}. What nobody used for ${page.days} days cannot be told${advice}.\n`,
        );
        return 1;
      }
      if (cursor === undefined && page.days < quarter)
        process.stderr.write(
          `${page.days} days are less than a quarter: what people do once a quarter looks unused.\n`,
        );
      for (const grant of page.items) {
        const { principal: holder, gives, starts } = grant;
        const line = flags.json
          ? JSON.stringify(grant)
          : [partyName(holder), gives.name, `since ${starts.slice(0, 10)}`, grant.id].join('\t');
        process.stdout.write(`${printable(line)}\n`);
      }
      if (page.next === null) return 0;
      cursor = page.next;
    }
  },
};

const quarter = 90;

function daysOf(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new UsageError('--days is a whole number of days, such as 90.');
}
