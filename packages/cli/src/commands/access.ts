import type { Client } from '@licet/contract/client';
import { applicationOf, type Command, reachFlags } from '../command.ts';
import { counted, partyName, pathLine, printable, tooManyPathsLine } from '../terminal.ts';

export const can: Command = {
  name: 'can',
  summary: 'Check whether a user has a permission, and why, with every path; exits 0 if permitted, 1 if refused',
  takes: ['USER', 'PERMISSION'],
  flags: { application: { type: 'string' }, at: { type: 'string' }, json: { type: 'boolean' }, ...reachFlags.flags },
  about: {
    application: 'The identifier of the application',
    at: 'An instant, such as 2026-03-01T12:00:00Z; default: now',
    json: 'Print the decision as JSON',
    ...reachFlags.about,
  },
  more: 'USER is a username, an e-mail address or an id; or the id of a program.',
  async run(given) {
    const [user = '', permission = ''] = given.positionals;
    const application = applicationOf(given);
    const client = given.client();
    const at = typeof given.flags.at === 'string' ? { at: given.flags.at } : {};
    const decision = await client.access.decide({ params: { application }, query: { user, permission, ...at } });
    if (given.flags.json) process.stdout.write(`${JSON.stringify(decision)}\n`);
    else {
      const { permitted, reason, paths, pathCount, held } = decision;
      const lines = [
        `${permitted ? 'permitted' : 'refused'}  ${partyName(decision.user)} ${permission} in ${application}`,
      ];
      if (reason === 'suspended') lines.push('  the user is suspended');
      if (reason === 'not_listed')
        lines.push(
          `  holds neither the role admin nor this permission (${counted(held.permissions, 'permission')} held)`,
        );
      lines.push(...paths.map((path) => `  ${pathLine(path)}`));
      if (pathCount > paths.length) lines.push(`  and ${counted(pathCount - paths.length, 'more path')}`);
      if (!decision.permission.known) lines.push(await hint(client, application, permission, permitted));
      process.stdout.write(printable(`${lines.join('\n')}\n`));
    }
    return decision.permitted ? 0 : 1;
  },
};

async function hint(client: Client, application: string, permission: string, permitted: boolean): Promise<string> {
  if (permitted) return '  the application has no such permission, but the role admin implies it anyway';
  for (const part of [permission, permission.split(/[.:/]/).slice(0, -1).join('.'), permission.slice(0, 4)]) {
    if (part === '') continue;
    const { items } = await client.permissions.list({ params: { application }, query: { q: part, limit: 3 } });
    if (items.length > 0)
      return `  the application has no such permission; did you mean ${items.map(({ name }) => name).join(', ')}?`;
  }
  return '  the application has no such permission, and no similar one';
}

export const who: Command = {
  name: 'who',
  summary: 'List the users and programs with a permission, one per line, with the first path',
  takes: ['PERMISSION'],
  flags: { application: { type: 'string' }, at: { type: 'string' }, json: { type: 'boolean' }, ...reachFlags.flags },
  about: {
    application: 'The identifier of the application',
    at: 'An instant, such as 2026-03-01T12:00:00Z; default: now',
    json: 'Print each holder as JSON, one per line',
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
        const ways = holder.tooManyPaths ? tooManyPathsLine : `${first ? pathLine(first) : ''}${more}`;
        const line = given.flags.json ? JSON.stringify(holder) : `${partyName(holder.user)}\t${ways}`;
        process.stdout.write(`${printable(line)}\n`);
      }
      if (page.next === null) return 0;
      cursor = page.next;
    }
  },
};

export const grants: Command = {
  name: 'grants',
  summary: 'List the active and scheduled grants of an application, earliest end first, one per line',
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
    json: 'Print each grant as JSON, one per line',
    ...reachFlags.about,
  },
  more: '“licet ending” lists what ends soon in all applications. Each line shows the holder, what is granted, its end and the id of the grant.',
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
