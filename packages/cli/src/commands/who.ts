import { applicationOf, type Command, reachFlags } from '../command.ts';
import { partyName, pathLine } from '../paths.ts';
import { printable } from '../printable.ts';

export const who: Command = {
  name: 'who',
  summary: 'Who may do something? A line for each user and program, with the first way it comes by',
  takes: ['PERMISSION'],
  flags: { application: { type: 'string' }, at: { type: 'string' }, json: { type: 'boolean' }, ...reachFlags.flags },
  about: {
    application: 'The identifier of the application',
    at: 'An instant, such as 2026-03-01T12:00:00Z; now unless told',
    json: 'Print each holder as JSON, one a line',
    ...reachFlags.about,
  },
  async run(given) {
    const [permission = ''] = given.positionals;
    const params = { application: applicationOf(given) };
    const client = given.client();
    const at = typeof given.flags.at === 'string' ? { at: given.flags.at } : {};
    for (let cursor: string | undefined; ; ) {
      const page = await client.access.holders({
        params,
        query: { permission, limit: 200, ...at, ...(cursor ? { cursor } : {}) },
      });
      for (const holder of page.items) {
        const [first] = holder.paths;
        const more = holder.pathCount > 1 ? `, and ${holder.pathCount - 1} more` : '';
        const line = given.flags.json
          ? JSON.stringify(holder)
          : `${partyName(holder.user)}\t${first ? pathLine(first) : ''}${more}`;
        process.stdout.write(`${printable(line)}\n`);
      }
      if (page.next === null) return 0;
      cursor = page.next;
    }
  },
};
