import { shellCommand } from '@licet/contract';
import type { Flags } from './command.ts';

/**
 * Returns a command to be printed and pasted. It asks the same server as the command that prints it: --data and
 * --server are repeated as given.
 */
export const printedCommand = (
  reached: Flags,
  command: string,
  values: readonly string[],
  flags: Readonly<Record<string, string | true | undefined>> = {},
): string => shellCommand(command, values, { ...flags, data: textOf(reached.data), server: textOf(reached.server) });

const textOf = (flag: string | boolean | undefined) => (typeof flag === 'string' ? flag : undefined);
