import type { Command } from './command.ts';

/** Returns the list of all commands, one per line. */
export function overview(commands: readonly Command[]): string {
  const names = commands.map(usage);
  const width = Math.max(...names.map((name) => name.length)) + 2;
  return [
    'licet: who may do what, and why.',
    '',
    ...commands.map((command, index) => `  ${(names[index] ?? '').padEnd(width)}${command.summary}`),
    '',
    'licet COMMAND --help shows details. All commands need the running server, except start, restore, backup verify, backup list, doctor\nand support. They use its socket; commands with --server can also call a remote server.',
    'Exit codes: 0 done (or permitted), 1 refused, 2 error, 141 the output was closed early; doctor also 3: a check was not possible; sync ldap also 3: many users would leave, confirm first.',
    '',
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const flags = Object.entries(command.about).map(
    ([flag, about]) => [`--${flag}${command.flags[flag]?.type === 'string' ? ' VALUE' : ''}`, about] as const,
  );
  const width = Math.max(...flags.map(([flag]) => flag.length)) + 2;
  return [
    `licet ${usage(command)}`,
    `  ${command.summary}`,
    '',
    ...flags.map(([flag, about]) => `  ${flag.padEnd(width)}${about}`),
    ...(command.more ? ['', command.more] : []),
    '',
  ].join('\n');
}

const usage = ({ name, takes, many }: Command) => [name, ...takes].join(' ') + (many ? '…' : '');
