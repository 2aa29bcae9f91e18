import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { defaultDataDirectory } from '@licet/contract/operator';
import type { Flags } from './command.ts';

/** The data directory that a command is about: the flag, LICET_DATA, or the default. */
export function dataDirectoryOf(flags: Flags, environment: NodeJS.ProcessEnv = process.env): string {
  const named = typeof flags.data === 'string' ? flags.data : environment.LICET_DATA;
  return resolve(
    named ||
      defaultDataDirectory({ root: process.getuid?.() === 0, home: homedir(), dataHome: environment.XDG_DATA_HOME }),
  );
}
