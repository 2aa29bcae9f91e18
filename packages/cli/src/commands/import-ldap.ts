import type { DirectoryProgress, DirectoryReport, Problem } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { type Command, dataFlag } from '../command.ts';
import { linesOf } from '../connection.ts';
import { namesText, printable, problemText, progressBar } from '../terminal.ts';

export const importLdap: Command = {
  name: 'import ldap',
  summary: 'Import the users of an LDAP directory, who keep signing in through it',
  takes: ['CONNECTION'],
  flags: { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' }, ...dataFlag.flags },
  about: {
    'dry-run': 'Show what would be imported and what is left out, and change nothing',
    json: 'Print the report as JSON',
    ...dataFlag.about,
  },
  more: 'CONNECTION is the name of an LDAP connection through which users sign in.\nThe import is one change: all of it, or nothing. A second import adds what is missing, and does not change existing users.',
  async run({ positionals, flags, client: reach }) {
    const [name = ''] = positionals;
    const client = reach();
    const bar = progressBar(process.stderr);
    try {
      const { items } = await client.connections.list();
      const connection = items.find((it) => it.kind === 'ldap' && (it.name === name || it.id === name));
      if (!connection)
        throw new Error(
          `There is no LDAP connection named “${name}”. The console lists connections under Settings, Connections.`,
        );
      const stream = await client.operator.importPeople({
        params: { connection: connection.id },
        query: { dryRun: flags['dry-run'] ? 'true' : 'false' },
      });
      for await (const line of linesOf<DirectoryProgress>(stream)) {
        if ('phase' in line) bar.show(line.phase, line.done, line.total);
        else {
          bar.clear();
          if (!('report' in line)) return refused(line.problem as Problem);
          process.stdout.write(
            flags.json ? `${JSON.stringify(line.report)}\n` : printable(summaryOf(line.report, connection.name)),
          );
          return 0;
        }
      }
      throw new Error('The server stopped in the middle of the import. Nothing was changed; try again.');
    } catch (error) {
      bar.clear();
      if (error instanceof ApiError) return refused(error.problem);
      throw error;
    }
  },
};

export function summaryOf(
  { new: names, dryRun, change, users, memberships, leftOut }: DirectoryReport,
  name: string,
): string {
  const both = ({ made, there }: { made: number; there: number }) => `${made} new, ${there} existing`;
  return [
    dryRun ? `Plan for ${name}; nothing was changed.` : `Imported from ${name}: change ${change}.`,
    `Users: ${both(users)}. Memberships of mapped groups: ${both(memberships)}.`,
    ...(names.length === 0 ? [] : [`${dryRun ? 'Would be created' : 'Created'}: ${namesText(names, users.made)}.`]),
    ...(leftOut.length === 0 ? [] : ['Left out:']),
    ...leftOut.map(({ why, count, names }) => `  ${why.replace(/\.$/, '')} (${count}): ${namesText(names, count)}`),
    '',
  ].join('\n');
}

function refused(problem: Problem): number {
  process.stderr.write(problemText(problem));
  return 2;
}
