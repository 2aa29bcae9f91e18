import { applicationOf, type Command, choiceOf, delimiterOf, reachFlags } from '../command.ts';
import { printPieces } from '../output.ts';

const formats = ['tsv', 'csv', 'json'] as const;

export const exportAccess: Command = {
  name: 'export access',
  summary: 'Print everyone’s effective access: user and permission pairs, sorted by code point',
  takes: [],
  flags: {
    application: { type: 'string' },
    format: { type: 'string' },
    delimiter: { type: 'string' },
    at: { type: 'string' },
    ...reachFlags.flags,
  },
  about: {
    application: 'The identifier of the application',
    format: 'tsv (unless told), csv or json',
    delimiter: 'Between the cells of CSV: comma (unless told) or semicolon',
    at: 'An instant, such as 2026-03-01T12:00:00Z; now unless told',
    ...reachFlags.about,
  },
  more: 'Whoever holds the role admin is listed with every permission of the catalogue. Names are those of that instant.',
  async run(given) {
    const format = choiceOf(given.flags, 'format', formats) ?? 'tsv';
    const divided = delimiterOf(given.flags, format === 'csv', ['comma', 'semicolon']);
    const at = typeof given.flags.at === 'string' ? { at: given.flags.at } : {};
    const response = await given
      .client()
      .access.export({ params: { application: applicationOf(given) }, query: { format, ...divided, ...at } });
    // By the server's clock, which may differ from this machine's.
    if (at.at && Date.parse(at.at) > Date.parse(response.headers.get('date') ?? ''))
      process.stderr.write(`${at.at} is to come: this is what is recorded now and in force then.\n`);
    await printPieces(response.body);
    return 0;
  },
};
