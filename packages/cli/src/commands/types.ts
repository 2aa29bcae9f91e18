import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Catalogue, shellWord } from '@licet/contract';
import { applicationOf, type Command, type Given, reachFlags, UsageError } from '../command.ts';
import { clientSecret, programCredentials, serverOf } from '../config.ts';
import { declarationOf, namesMissing } from '../declaration.ts';
import { programClient } from '../program.ts';
import { counted, fileFault } from '../terminal.ts';

export const types: Command = {
  name: 'types',
  summary: 'Write an application’s permissions and roles as TypeScript, so that an unknown name does not compile',
  takes: [],
  flags: {
    application: { type: 'string' },
    out: { type: 'string' },
    check: { type: 'boolean' },
    issuer: { type: 'string' },
    client: { type: 'string' },
    ...reachFlags.flags,
  },
  about: {
    application: 'The identifier of the application',
    out: 'The file to write, such as src/licet-names.d.ts; default: standard output',
    check: 'Write nothing; exit 1 if the file is outdated',
    issuer: 'The address of a remote server, called with a service client of the application',
    client: 'The client’s id; its secret is in LICET_CLIENT_SECRET',
    ...reachFlags.about,
  },
  more: 'The output changes only if the permissions or roles change. Keep the file in version control, inside the program that uses @licet/react or @licet/api.',
  async run(given) {
    const file = fileOf(given);
    const catalogue = await catalogueOf(given);
    const { application } = catalogue;
    const declaration = declarationOf(catalogue);
    if (file === undefined) {
      process.stdout.write(declaration);
      return 0;
    }
    const present = textOf(file);
    if (given.flags.check) return verdict(file, present, declaration, given);
    if (present !== declaration) write(file, declaration);
    const { permissions, roles } = catalogue;
    process.stdout.write(
      `${file} names ${counted(permissions.length, 'permission')} and ${counted(roles.length, 'role')} of ${application}${present === declaration ? '; it was up to date' : ''}.\n`,
    );
    return 0;
  },
};

async function catalogueOf(given: Given): Promise<Catalogue> {
  const { issuer, client } = given.flags;
  const server = serverOf(given.flags);
  const credentials = server === undefined ? undefined : programCredentials();
  if (server !== undefined && credentials)
    return (await programClient({ issuer: server, ...credentials })).applications.catalogue();
  if (typeof issuer !== 'string') return given.client().me.catalogue({ params: { application: applicationOf(given) } });
  const secret = clientSecret();
  if (typeof client !== 'string' || client === '' || !secret)
    throw new UsageError('Set a service client with --client, and its secret in LICET_CLIENT_SECRET.');
  const program = await programClient({ issuer, clientId: client, secret });
  const catalogue = await program.applications.catalogue();
  const asked = given.flags.application;
  if (asked !== undefined && asked !== catalogue.application)
    throw new UsageError(
      `The client ${client} belongs to the application ${catalogue.application}, not to ${asked}. Change --client or --application.`,
    );
  return catalogue;
}

function verdict(file: string, present: string | undefined, declaration: string, { args }: Given): number {
  // A checkout on Windows may have changed the line ends.
  if (present?.replaceAll('\r\n', '\n') === declaration) return 0;
  const again = `Run licet types ${args
    .filter((arg) => arg !== '--check')
    .map(shellWord)
    .join(' ')}.`;
  if (present === undefined) process.stderr.write(`${file} does not exist. ${again}\n`);
  else {
    const lacks = listed('lacks', namesMissing(declaration, present));
    const extra = listed('still has the deleted', namesMissing(present, declaration));
    process.stderr.write(
      `${file} is outdated${lacks || extra ? `: it ${[lacks, extra].filter(Boolean).join(' and ')}` : ''}. ${again}\n`,
    );
  }
  return 1;
}

function listed(verb: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return `${verb} ${names.slice(0, 3).join(', ')}${more}`;
}

function fileOf({ flags }: Given): string | undefined {
  if (typeof flags.out === 'string' && flags.out !== '') return withoutSource(flags.out);
  if (flags.check || flags.out === '') throw new UsageError('Set the file with --out.');
  return undefined;
}

/**
 * Refuses a declaration next to a source of the same name: TypeScript would regard it as that source's output and
 * ignore it.
 */
function withoutSource(file: string): string {
  const [, base, kind = ''] = /^(.*)\.d\.([mc]?ts)$/.exec(file) ?? [];
  const sibling = [kind, kind === 'ts' ? 'tsx' : kind].map((it) => `${base}.${it}`).find((it) => existsSync(it));
  if (base === undefined || sibling === undefined) return file;
  throw new UsageError(
    `${sibling} is next to ${file}, so TypeScript would ignore the declaration. Choose another name, such as ${base}-names.d.${kind}.`,
  );
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw fileFault(file, error);
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw fileFault(file, error);
    throw new Error(
      `The folder ${dirname(file)} for ${basename(file)} does not exist. Create it, or set another file with --out.`,
    );
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
