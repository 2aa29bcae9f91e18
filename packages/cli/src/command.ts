import { type CsvDelimiter, nearestName } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { serverOf } from './config.ts';

/** The values of flags, by name. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

export interface Given {
  readonly args: readonly string[];
  readonly flags: Flags;
  readonly positionals: readonly string[];
  /** Returns a client of the named remote server, or of the server on this machine, through its socket. */
  readonly client: () => Client;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The names of the positional arguments, in order. */
  readonly takes: readonly string[];
  /** Whether the last positional argument may be repeated. */
  readonly many?: true;
  readonly flags: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /** The help text of each flag. */
  readonly about: Readonly<Record<string, string>>;
  readonly more?: string;
  readonly run: (given: Given) => Promise<number>;
}

/** The command line is not valid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The flag that finds the running server. */
export const dataFlag = {
  flags: { data: { type: 'string' } },
  about: { data: 'The server’s data directory; default: LICET_DATA, or else the built-in default' },
} as const;

/** The flag of a remote server. */
export const serverFlag = {
  flags: { server: { type: 'string' } },
  about: { server: 'The address of a remote server (LICET_SERVER)' },
} as const;

/** The flags of a command that calls the server on this machine, or a remote one. */
export const reachFlags = {
  flags: { ...dataFlag.flags, ...serverFlag.flags },
  about: {
    ...dataFlag.about,
    server: 'A remote server instead (LICET_SERVER); sign in first with “licet login”',
  },
} as const;

/** Returns the URL of the remote server. @throws UsageError if no server is named */
export function requireServer(flags: Flags): string {
  return serverOf(flags) ?? usage('Set the server with --server, such as https://licet.example.org.');
}

const usage = (sentence: string): never => {
  throw new UsageError(sentence);
};

/**
 * Returns the value of a flag with a few choices; undefined if the flag is not given.
 * @throws UsageError for any other value
 */
export function choiceOf<const Choice extends string>(
  flags: Flags,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const given = flags[name];
  if (given === undefined) return undefined;
  const choice = choices.find((it) => it === given);
  if (choice !== undefined) return choice;
  const near = nearestName(String(given), choices);
  return usage(`--${name} must be one of ${choices.join(', ')}.${near ? ` Did you mean ${near}?` : ''}`);
}

/** The flag for the separator of cells in CSV. */
export const delimiterFlag = {
  flags: { delimiter: { type: 'string' } },
  about: { delimiter: 'The separator of CSV cells: comma (the default), semicolon or tab' },
} as const;

/** @throws UsageError for an unknown separator, or if the output is not CSV */
export function delimiterOf<const Choice extends CsvDelimiter>(
  flags: Flags,
  csv: boolean,
  choices: readonly Choice[],
): { readonly delimiter?: Choice } {
  const delimiter = choiceOf(flags, 'delimiter', choices);
  if (delimiter !== undefined && !csv)
    return usage('--delimiter applies only to CSV. Add --format csv, or leave --delimiter out.');
  return delimiter === undefined ? {} : { delimiter };
}

/** Returns the application to which a command applies. @throws UsageError if none is named */
export function applicationOf({ flags }: Given): string {
  if (typeof flags.application === 'string' && flags.application !== '') return flags.application;
  throw new UsageError('Set the application with --application.');
}
