import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { defaultDataDirectory } from '@licet/contract/operator';
import type { Flags } from './command.ts';

/** The data directory of a command: the flag, LICET_DATA, or the default. */
export function dataDirectoryOf(flags: Flags, environment: NodeJS.ProcessEnv = process.env): string {
  const named = typeof flags.data === 'string' ? flags.data : environment.LICET_DATA;
  return resolve(
    named ||
      defaultDataDirectory({ root: process.getuid?.() === 0, home: homedir(), dataHome: environment.XDG_DATA_HOME }),
  );
}

/** The remote server of a command, without a final slash: the flag, or LICET_SERVER. */
export function serverOf(flags: Flags, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = typeof flags.server === 'string' ? flags.server : environment.LICET_SERVER;
  return named ? named.replace(/\/$/, '') : undefined;
}

/** The folder of stored sign-ins (XDG Base Directory Specification). */
export const configDirectory = (environment: NodeJS.ProcessEnv = process.env): string =>
  join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'licet');

/** The credentials of a program. */
export type ProgramCredentials = { readonly clientId: string } & (
  | { readonly secret: string }
  | { readonly keyFile: string }
);

/**
 * The credentials of a program in the environment, as in a CI job: its id, and its secret or the file with its private
 * key.
 */
export function programCredentials(environment: NodeJS.ProcessEnv = process.env): ProgramCredentials | undefined {
  const { LICET_CLIENT_ID: clientId, LICET_CLIENT_KEY: keyFile, LICET_CLIENT_SECRET: secret } = environment;
  if (!clientId) return undefined;
  if (keyFile) return { clientId, keyFile };
  if (secret) return { clientId, secret };
  throw new Error(
    'LICET_CLIENT_ID is set: give LICET_CLIENT_SECRET with it, or LICET_CLIENT_KEY, a file with the private key.',
  );
}

/** The prefix of environment variables that files of access as code may use. */
export const fileVariablePrefix = 'LICET_VAR_';

/**
 * The variables for files of access as code, by their names in the files. The author of a file in a pull request sees
 * its plan and could print the job's secrets, so only variables named for files are available.
 */
export const fileVariables = (environment: NodeJS.ProcessEnv = process.env): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(fileVariablePrefix) && value ? [[name.slice(fileVariablePrefix.length), value] as const] : [],
    ),
  );

/** The secret of the service client for a remote server; as a flag it would be visible in the list of processes. */
export function clientSecret(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment.LICET_CLIENT_SECRET;
}
