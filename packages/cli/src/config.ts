import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
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

/** The server elsewhere that a command is about, without a slash at the end: the flag, or LICET_SERVER. */
export function serverOf(flags: Flags, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = typeof flags.server === 'string' ? flags.server : environment.LICET_SERVER;
  return named ? named.replace(/\/$/, '') : undefined;
}

/** Where sign-ins are kept (XDG Base Directory Specification). */
export const configDirectory = (environment: NodeJS.ProcessEnv = process.env): string =>
  join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'licet');

/** Who a program is, and how it proves it. */
export type ProgramCredentials = { readonly clientId: string } & (
  | { readonly secret: string }
  | { readonly keyFile: string }
);

/** What a program gives in the environment, as a CI job does: its id, and its secret or the file with its private key. */
export function programCredentials(environment: NodeJS.ProcessEnv = process.env): ProgramCredentials | undefined {
  const { LICET_CLIENT_ID: clientId, LICET_CLIENT_KEY: keyFile, LICET_CLIENT_SECRET: secret } = environment;
  if (!clientId) return undefined;
  if (keyFile) return { clientId, keyFile };
  if (secret) return { clientId, secret };
  throw new Error(
    'LICET_CLIENT_ID is set: give LICET_CLIENT_SECRET with it, or LICET_CLIENT_KEY, a file with the private key.',
  );
}

/** What the variables of the environment are called that files of access as code may use, before their own names. */
export const fileVariablePrefix = 'LICET_VAR_';

/**
 * The variables that files of access as code may use, by the names that they have there. Whoever writes such a file in a pull request reads its plan, and
 * stands in it what the job is given: its secrets are not for them. So only what was named for files is.
 */
export const fileVariables = (environment: NodeJS.ProcessEnv = process.env): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(fileVariablePrefix) && value ? [[name.slice(fileVariablePrefix.length), value] as const] : [],
    ),
  );

/** The secret of the service client that asks a server elsewhere; a flag would stand in the list of processes. */
export function clientSecret(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment.LICET_CLIENT_SECRET;
}
