import { applicationOf, type Command, reachFlags } from '../command.ts';
import { partyName } from '../paths.ts';
import { printable } from '../printable.ts';

export const grants: Command = {
  name: 'grants',
  summary: 'The grants of an application that are in force or to come, those that end first before; a line for each',
  takes: [],
  flags: {
    application: { type: 'string' },
    at: { type: 'string' },
    json: { type: 'boolean' },
    ...reachFlags.flags,
  },
  about: {
    application: 'The identifier of the application',
    at: 'As of an instant, such as 2026-09-12T00:00:00Z',
    json: 'Print each grant as JSON, one a line',
    ...reachFlags.about,
  },
  more: 'What ends soon, over all applications, is told by “licet ending”. A line names the holder, what is granted, its end and the id of the grant.',
  async run(given) {
    const { flags } = given;
    const params = { application: applicationOf(given) };
    const narrowed = {
      state: 'active,scheduled',
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
