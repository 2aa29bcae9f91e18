import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { nearestName } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { type Command, type Flags, UsageError } from './command.ts';
import { start } from './commands/start.ts';
import { commands } from './commands.ts';
import { serverOf } from './config.ts';
import { NotRunningError, operatorClient } from './connection.ts';
import { commandHelp, overview } from './help.ts';
import { serverClient } from './server/client.ts';
import { printable, problemText } from './terminal.ts';

/** Runs one command line. Returns the exit code: 0 done (or permitted), 1 refused, 2 error. */
export async function run(args: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  const rest = args.slice(command?.name.split(' ').length ?? 0);
  if (!command) return unknown(args);
  // After `--`, all arguments are positional.
  const words = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(commandHelp(command));
    return 0;
  }
  try {
    if (command.name === 'start')
      return await start.run({ args: rest, flags: {}, positionals: [], client: () => operatorClient({}) });
    const { values, positionals } = parseArgs({
      args: [...rest],
      options: command.flags,
      allowPositionals: true,
      strict: true,
    });
    const flags = values as Flags;
    if (command.many ? positionals.length < command.takes.length : positionals.length !== command.takes.length)
      throw new UsageError(
        command.takes.length === 0
          ? `“${positionals.join(' ')}” is unexpected: “licet ${command.name}” takes only flags.`
          : `Expected ${command.takes.join(' and ')}, but got ${positionals.length === 1 ? '1 argument' : `${positionals.length || 'no'} arguments`}.`,
      );
    return await command.run({ args: rest, flags, positionals, client: () => clientFor(command, flags) });
  } catch (error) {
    return fail(error, command);
  }
}

/**
 * Returns a client of the named remote server if the command supports remote servers; otherwise of the server on this
 * machine.
 */
function clientFor({ flags: known }: Command, flags: Flags) {
  if (typeof flags.server === 'string' && flags.data !== undefined)
    throw new UsageError('--data selects a server on this machine, and --server a remote one. Use only one of them.');
  const server = 'server' in known && flags.data === undefined ? serverOf(flags) : undefined;
  return server === undefined ? operatorClient(flags) : serverClient(server);
}

function unknown(args: readonly string[]): number {
  const [first] = args;
  const matching = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (matching.length > 0) return incomplete(matching, args);
  if (first === '--version' || first === '-v') {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  const asked = first === undefined || ['--help', '-h', 'help'].includes(first);
  if (asked) process.stdout.write(overview(commands));
  else if (first?.startsWith('-'))
    process.stderr.write(`Name a command before its flags. licet --help lists all commands.\n`);
  else {
    const names = commands.map(({ name }) => name);
    const near =
      nearestName(args.slice(0, 2).join(' '), names) ??
      nearestName(first ?? '', [...names, ...names.map((name) => name.split(' ')[0] ?? '')]);
    process.stderr.write(
      `There is no command “${first}”.${didYouMean('licet ', near)} licet --help lists all commands.\n`,
    );
  }
  return asked ? 0 : 2;
}

/** The version of this package. */
const version = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

/** Reports that only the first word of a two-word command was given, or that its second word is misspelt. */
function incomplete(matching: readonly Command[], args: readonly string[]): number {
  const asked = args.includes('--help') || args.includes('-h');
  const given = args.slice(0, 2).join(' ');
  const near = nearestName(
    given,
    matching.map(({ name }) => name),
  );
  if (asked) process.stdout.write(matching.map(commandHelp).join('\n'));
  else if (near !== undefined)
    process.stderr.write(`There is no command “${given}”.${didYouMean('licet ', near)}\n${helpAt(args[0] ?? '')}`);
  else
    process.stderr.write(`Use ${matching.map(({ name }) => `licet ${name}`).join(' or ')}.\n${helpAt(args[0] ?? '')}`);
  return asked ? 0 : 2;
}

/** Points to the help instead of printing it, because the help would scroll the error out of view. */
const helpAt = (command: string) => `licet ${command} --help shows its arguments and flags.\n`;

function fail(error: unknown, command: Command): number {
  if (error instanceof ApiError) {
    for (const fault of error.problem.errors ?? [])
      if (fault.line === undefined) process.stderr.write(printable(`${fault.detail}\n`));
    process.stderr.write(problemText(error.problem, true));
  } else if (error instanceof NotRunningError) {
    process.stderr.write(printable(`${error.message}\n`));
  } else if (error instanceof UsageError || isParseError(error)) {
    const [, flag] = /^Unknown option '--([^']+)'/.exec(error.message) ?? [];
    const near = flag === undefined ? undefined : nearestName(flag, Object.keys(command.flags));
    const sentence = error.message.split('. To specify')[0];
    process.stderr.write(
      `${sentence}${near === undefined ? '' : `.${didYouMean('--', near)}`}\n${helpAt(command.name)}`,
    );
  } else {
    process.stderr.write(printable(`${error instanceof Error ? error.message : String(error)}\n`));
  }
  return 2;
}

const didYouMean = (prefix: string, name: string | undefined) =>
  name === undefined ? '' : ` Did you mean ${prefix}${name}?`;

function isParseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
