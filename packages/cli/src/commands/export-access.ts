import { once } from 'node:events';
import { applicationOf, type Command, reachFlags, UsageError } from '../command.ts';

const formats = ['tsv', 'csv', 'json'] as const;

export const exportAccess: Command = {
  name: 'export access',
  summary: 'Print everyone’s effective access: user and permission pairs, sorted by code point',
  takes: [],
  flags: { application: { type: 'string' }, format: { type: 'string' }, ...reachFlags.flags },
  about: {
    application: 'The identifier of the application',
    format: 'tsv (unless told), csv or json',
    ...reachFlags.about,
  },
  more: 'Whoever holds the role admin is listed with every permission of the catalogue.',
  async run(given) {
    const format = formats.find((name) => name === (given.flags.format ?? 'tsv'));
    if (!format) throw new UsageError(`The format is one of ${formats.join(', ')}.`);
    const response = await given
      .client()
      .access.export({ params: { application: applicationOf(given) }, query: { format } });
    for await (const chunk of response.body ?? [])
      if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
    return 0;
  },
};
