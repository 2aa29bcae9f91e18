import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { ImportLine, Problem } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { applicationOf, type Command, type Given, reachFlags, UsageError } from '../command.ts';
import { brokenOff, linesOf } from '../connection.ts';
import { ensureApplication, isMissing, ownTerminal } from '../new-application.ts';
import { counted, fileFault, printable, problemText, progressBar } from '../terminal.ts';

export const importFile: Command = {
  name: 'import',
  summary: 'Import users’ permissions, users’ roles, or a catalogue of roles: all in one change, or nothing',
  takes: ['FILE'],
  flags: {
    application: { type: 'string' },
    role: { type: 'boolean' },
    create: { type: 'boolean' },
    name: { type: 'string' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
    ...reachFlags.flags,
  },
  about: {
    application: 'The identifier of the application',
    role: 'The second column names roles, not permissions',
    create: 'Create the application if it does not exist',
    name: 'The name of the created application; without it, the command asks on a terminal',
    'dry-run': 'Show what would be done, and change nothing',
    json: 'Print the report as JSON',
    ...reachFlags.about,
  },
  more: 'FILE is TSV or CSV, with commas or semicolons, with a user and a permission per line (with --role: a user and a role), or JSON:\n[{name, title, permissions}]. Missing entries are created. Up to 100 invalid lines are listed.',
  async run(given) {
    const [file = ''] = given.positionals;
    const body = readText(file);
    const catalogue = extname(file).toLowerCase() === '.json' || /^\uFEFF?\s*\[/.test(body);
    if (catalogue && given.flags.role)
      throw new UsageError(
        '--role applies only to files with users and roles. A JSON file is a catalogue of roles: leave --role out.',
      );
    if (given.flags.name !== undefined && !given.flags.create)
      throw new UsageError(
        '--name sets the name of the application that --create creates. Add --create, or leave --name out.',
      );
    const application = applicationOf(given);
    const client = given.client();
    const isCreated =
      given.flags.create === true &&
      (await ensureApplication(client, applicationToCreate(application, given), ownTerminal()));
    if (isCreated) process.stderr.write(`The application “${application}” was created.\n`);
    const response = await client.access
      .import({
        params: { application },
        query: {
          kind: catalogue ? 'catalogue' : given.flags.role ? 'roles' : 'permissions',
          dryRun: given.flags['dry-run'] ? 'true' : 'false',
          name: basename(file),
        },
        body,
      })
      .catch((error: unknown) => reject(error, file, application));
    const bar = progressBar(process.stderr);
    for await (const line of linesOf<ImportLine>(response)) {
      if ('phase' in line) bar.show(line.phase, line.done, line.total);
      else {
        bar.clear();
        if ('problem' in line) return refused(line.problem as Problem, file);
        process.stdout.write(given.flags.json ? `${JSON.stringify(line.report)}\n` : `${summaryOf(line.report)}\n`);
        return 0;
      }
    }
    bar.clear();
    throw new Error(brokenOff);
  },
};

function applicationToCreate(id: string, { flags }: Given) {
  return { id, name: typeof flags.name === 'string' ? flags.name : undefined, dryRun: flags['dry-run'] === true };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw fileFault(file, error);
  }
}

// Reports a file that is refused before the stream begins. Prints the faulty lines first, then throws the error.
function reject(error: unknown, file: string, application: string): never {
  if (isMissing(error))
    throw new Error(
      `There is no application “${application}”. Add --create and --name to create it, or set an existing one with --application.`,
    );
  if (error instanceof ApiError) nameLines(error.problem, file);
  throw error;
}

function refused(problem: Problem, file: string): number {
  nameLines(problem, file);
  process.stderr.write(problemText(problem));
  return 2;
}

function nameLines({ errors = [] }: Problem, file: string): void {
  for (const { line, detail } of errors)
    process.stderr.write(printable(`${file}${line === undefined ? '' : `:${line}`}: ${detail}\n`));
}

export type ImportReport = Extract<ImportLine, { report: unknown }>['report'];

/**
 * Returns a summary of an import: the numbers of created objects, and the remaining steps before new users can sign in.
 */
export function summaryOf({ created, lines, unchanged, dryRun, change }: ImportReport): string {
  const counts = [
    [created.users, 'user', 'users'],
    [created.permissions, 'permission', 'permissions'],
    [created.roles, 'role', 'roles'],
    [created.rolePermissions, 'permission in a role', 'permissions in roles'],
    [created.grants, 'grant', 'grants'],
  ] as const;
  const countTexts = counts.filter(([count]) => count > 0).map(([count, one, other]) => counted(count, one, other));
  const done = `${dryRun ? 'Would create' : 'Created'} ${countTexts.join(', ') || 'nothing'}.`;
  const read = `${counted(lines, 'line')} read, ${formatted(unchanged)} unchanged.`;
  const recorded = change === null ? '' : ` Change ${change}.`;
  return `${done} ${read}${recorded}${dryRun ? '' : passwords(created.users)}`;
}

function passwords(users: number): string {
  if (users === 0) return '';
  const whose = users === 1 ? 'The new user has no password yet' : 'The new users have no passwords yet';
  return `\n${whose}: “licet invite” sends each a link to set one, or writes the links to a file (--links FILE). In the console: Users, “Create set-password link…”.`;
}

const formatted = (count: number) => count.toLocaleString('en');
