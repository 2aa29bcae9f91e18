import { calls } from '@licet/contract';
import { configurationSchema, configurationSchemaPath } from '@licet/contract/configuration';
import {
  applicationOf,
  type Command,
  choiceOf,
  delimiterFlag,
  delimiterOf,
  type Flags,
  type Given,
  reachFlags,
} from '../command.ts';
import { serverOf } from '../config.ts';
import { exported, written } from '../configuration/export.ts';
import { userId } from '../parties.ts';
import { printable, printPieces } from '../terminal.ts';

const accessFormats = ['tsv', 'csv', 'json'] as const;

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
    format: 'The format: tsv (the default), csv or json',
    delimiter: 'The separator of CSV cells: comma (the default) or semicolon',
    at: 'An instant, such as 2026-03-01T12:00:00Z; default: now',
    ...reachFlags.about,
  },
  more: 'Holders of the role admin are listed with every permission of the application. Names are as of that instant.',
  async run(given) {
    const format = choiceOf(given.flags, 'format', accessFormats) ?? 'tsv';
    const divided = delimiterOf(given.flags, format === 'csv', ['comma', 'semicolon']);
    const at = typeof given.flags.at === 'string' ? { at: given.flags.at } : {};
    const response = await given
      .client()
      .access.export({ params: { application: applicationOf(given) }, query: { format, ...divided, ...at } });
    // Compare with the server's clock, because the clock of this machine may differ.
    if (at.at && Date.parse(at.at) > Date.parse(response.headers.get('date') ?? ''))
      process.stderr.write(
        `${at.at} is in the future. The result shows the access that is recorded now and valid then.\n`,
      );
    await printPieces(response.body);
    return 0;
  },
};

export const exportConfig: Command = {
  name: 'export config',
  summary: 'Export users, groups, applications, roles and grants as an access-as-code file',
  takes: [],
  flags: { application: { type: 'string' }, schema: { type: 'boolean' }, ...reachFlags.flags },
  about: {
    application: 'Only this application, by its identifier; default: everything',
    schema: 'Print the JSON Schema of access-as-code files instead, for editors and CI; it needs no server',
    ...reachFlags.about,
  },
  more: 'The file contains no secrets. “licet plan FILE” shows what applying it would change; for a new export, nothing.',
  async run(given) {
    if (given.flags.schema) {
      process.stdout.write(`${JSON.stringify(configurationSchema(), null, 2)}\n`);
      return 0;
    }
    const only = given.flags.application;
    const { file, leftOut } = await exported(given.client(), typeof only === 'string' ? only : undefined);
    process.stdout.write(written(file, await schemaAddress(given)));
    if (leftOut.length > 0)
      process.stderr.write(printable(`Left out, because a file cannot contain them: ${leftOut.join('; ')}.\n`));
    return 0;
  },
};

async function schemaAddress(given: Given): Promise<string> {
  const server = given.flags.data === undefined ? serverOf(given.flags) : undefined;
  return `${server ?? (await given.client().operator.status()).issuer}${configurationSchemaPath}`;
}

/** Exports a person's data on request. */
export const exportPerson: Command = {
  name: 'export person',
  summary: 'Export all data about a user: the file that they can download under My account',
  takes: ['USER'],
  flags: reachFlags.flags,
  about: reachFlags.about,
  more: 'USER is a username or an id. For a deleted user, use the id, which the audit log shows.\nPrints one JSON object per line. Other users appear only by name. Only administrators of Licet may use it; each run is recorded in the audit log.',
  async run({ client, positionals: [user = ''] }) {
    const licet = client();
    await printPieces((await licet.users.data({ params: { user: await userId(licet, user) } })).body);
    return 0;
  },
};

const logFormats = ['ndjson', 'csv'] as const;
const delimiters = ['comma', 'semicolon', 'tab'] as const;
const actions = calls.audit.export.query.shape.action.unwrap().options;
const outcomes = calls.audit.exportSignIns.query.shape.outcome.unwrap().options;

const periodFlags = {
  flags: {
    from: { type: 'string' },
    to: { type: 'string' },
    format: { type: 'string' },
    ...delimiterFlag.flags,
    ...reachFlags.flags,
  },
  about: {
    from: 'The start of the period, such as 2026-07-01T00:00:00Z',
    to: 'The end of the period; entries at or after this instant are left out',
    format: 'The format: ndjson (the default), with one JSON object per line, or csv',
    ...delimiterFlag.about,
    ...reachFlags.about,
  },
} as const;

/** Every event that matches. */
export const exportEvents: Command = {
  name: 'export events',
  summary: 'Export all changes of access, oldest first: who did what to what, before and after',
  takes: [],
  flags: {
    action: { type: 'string' },
    actor: { type: 'string' },
    target: { type: 'string' },
    application: { type: 'string' },
    ...periodFlags.flags,
  },
  about: {
    action: 'Only one kind of change, such as grant.created',
    actor: 'Only changes by this user or program: an id, or a part of the name',
    target: 'Only changes to this target: an id, or a part of the name',
    application: 'Only changes in one application: its identifier',
    ...periodFlags.about,
  },
  more: 'Needs the permission audit.read. To prove that nothing was left out or altered, use “licet audit export”.',
  async run({ client, flags }) {
    const query = {
      action: choiceOf(flags, 'action', actions),
      ...textsOf(flags),
      ...periodOf(flags),
    };
    await printPieces((await client().audit.export({ query })).body);
    return 0;
  },
};

/** Every matching line of the sign-in log. */
export const exportSignIns: Command = {
  name: 'export sign-ins',
  summary: 'Export the sign-in log, oldest first: who signed in, who was refused, and from where',
  takes: [],
  flags: { outcome: { type: 'string' }, ...periodFlags.flags },
  about: { outcome: `Only one outcome: ${outcomes.join(', ')}`, ...periodFlags.about },
  more: 'Needs the permission audit.read.',
  async run({ client, flags }) {
    const query = { outcome: choiceOf(flags, 'outcome', outcomes), ...periodOf(flags) };
    await printPieces((await client().audit.exportSignIns({ query })).body);
    return 0;
  },
};

const periodOf = (flags: Flags) => ({
  format: choiceOf(flags, 'format', logFormats),
  ...delimiterOf(flags, flags.format === 'csv', delimiters),
  from: textOf(flags.from),
  to: textOf(flags.to),
});
const textsOf = ({ actor, target, application }: Flags) => ({
  actor: textOf(actor),
  target: textOf(target),
  application: textOf(application),
});
const textOf = (given: Flags[string]) => (typeof given === 'string' ? given : undefined);
