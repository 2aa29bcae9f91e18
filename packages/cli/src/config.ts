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

/** What files of access as code take their variables from. */
export const fileVariables = (environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => environment;

/** The secret of the service client that asks a server elsewhere; a flag would stand in the list of processes. */
export function clientSecret(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment.LICET_CLIENT_SECRET;
}
