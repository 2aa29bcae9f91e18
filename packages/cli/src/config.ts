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

/** Returns the URL of the remote server, without a final slash, from the flag or from LICET_SERVER. */
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
 * Returns the variables for files of access as code, by their names in the files. Other variables are not available,
 * because the author of a pull request sees the plan and could print secrets of the CI job.
 */
export const fileVariables = (environment: NodeJS.ProcessEnv = process.env): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(fileVariablePrefix) && value ? [[name.slice(fileVariablePrefix.length), value] as const] : [],
    ),
  );

/**
 * Returns the secret of the service client for a remote server. It is not a flag, because flags are visible in the
 * process list.
 */
export function clientSecret(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment.LICET_CLIENT_SECRET;
}
