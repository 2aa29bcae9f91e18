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

/** The secret of the service client that asks a server elsewhere; a flag would stand in the list of processes. */
export function clientSecret(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment.LICET_CLIENT_SECRET;
}
