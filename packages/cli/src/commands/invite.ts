import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { UserFilter } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { type Command, delimiterFlag, delimiterOf, type Flags, reachFlags, UsageError } from '../command.ts';
import { inviteFound, nobody } from '../invitations.ts';
import { fileFault, printable } from '../terminal.ts';

export const invite: Command = {
  name: 'invite',
  summary: 'Invite users who have not signed in yet by mail, or create links to hand over',
  takes: [],
  flags: {
    import: { type: 'string' },
    search: { type: 'string' },
    language: { type: 'string' },
    again: { type: 'boolean' },
    links: { type: 'string' },
    ...delimiterFlag.flags,
    ...reachFlags.flags,
  },
  about: {
    import: 'Only users whom this change created: the number in the report of an import',
    search: 'Only users whose name, username or address contains this',
    language: 'The language of the mails, en or de; default: that of the mail settings',
    again: 'Also invite users who already have an invitation; the earlier invitation ends',
    links: 'Write one-time links into this new file as CSV, and send nothing',
    ...delimiterFlag.about,
    ...reachFlags.about,
  },
  more: 'The server invites users one after another, and continues if this command is stopped. Anyone who has a link can sign in as its\nuser, so hand each link over in a way that only this user can read.',
  async run({ flags, client }) {
    const filter = filterOf(flags);
    const { language } = flags;
    if (language !== undefined && language !== 'en' && language !== 'de')
      throw new UsageError('--language must be en or de.');
    const query = delimiterOf(flags, flags.links !== undefined, ['comma', 'semicolon', 'tab']);
    const report =
      typeof flags.links === 'string'
        ? await writeLinks(client(), { body: { filter }, query }, flags.links)
        : await inviteFound(client(), { filter, again: flags.again === true, ...(language && { language }) });
    process.stdout.write(report ?? nobodyIn(filter));
    return report === undefined ? 1 : 0;
  },
};

function filterOf({ import: change, search }: Flags): UserFilter {
  if (change !== undefined && !/^[1-9]\d{0,14}$/.test(String(change)))
    throw new UsageError('--import must be a change number, as shown in the report of an import.');
  return {
    ...(change === undefined ? {} : { import: Number(change) }),
    ...(typeof search === 'string' ? { q: search } : {}),
  };
}

function nobodyIn({ import: change, q }: UserFilter): string {
  const among = [
    ...(change === undefined ? [] : [`users created by change ${change}`]),
    ...(q === undefined ? [] : [`users found by “${q}”`]),
  ];
  const next =
    among.length === 0
      ? 'Create users first with “licet import csv”, or under Users in the console.'
      : 'Check them under Users in the console, or select others with --search or --import.';
  return printable(
    `Nobody was invited: there are no users without a password among ${among.join(' and ') || 'all users'}.\n${next}\n`,
  );
}

/**
 * Writes a new file that only its owner can read; never overwrites one. Returns the text to print; undefined if no user
 * matches.
 */
async function writeLinks(
  client: Client,
  asked: Parameters<Client['invitations']['links']>[0],
  file: string,
): Promise<string | undefined> {
  const response = await client.invitations.links(asked).catch(nobody);
  if (!response?.body) return undefined;
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await once(target, 'open').catch((error: unknown) => {
    throw fileFault(file, error);
  });
  // The DOM and Node declare the same web standard under two type names.
  await pipeline(Readable.fromWeb(response.body as ReadableStream), target);
  return `The links are in ${file}. Users who got no link are listed at its end, with the reason.\n`;
}
