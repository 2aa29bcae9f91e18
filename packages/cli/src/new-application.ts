import { createInterface } from 'node:readline/promises';
import type { Client } from '@licet/contract/client';
import { ApiError } from '@licet/contract/client';
import { UsageError } from './command.ts';

/** An application to import into, which may not exist yet. */
export interface ApplicationToCreate {
  readonly id: string;
  /** The name from the command line. If undefined, the command asks for it at the terminal. */
  readonly name: string | undefined;
  readonly dryRun: boolean;
}

/** The terminal at which to ask; undefined if there is none. */
export type Terminal = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream } | undefined;

/** Creates the application if it does not exist. @returns whether it created it */
export async function ensureApplication(
  client: Client,
  application: ApplicationToCreate,
  terminal: Terminal,
): Promise<boolean> {
  const { id, dryRun } = application;
  try {
    await client.applications.get({ params: { application: id } });
    return false;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  if (dryRun)
    throw new UsageError(
      `The application “${id}” does not exist yet, and --dry-run creates nothing. Leave --dry-run out to create it.`,
    );
  await client.applications.create({ body: { id, name: application.name || (await askName(id, terminal)) } });
  return true;
}

/** Asks for the name of a new application. An empty answer selects its identifier as the name. */
export async function askName(id: string, terminal: Terminal): Promise<string> {
  if (terminal === undefined) throw new UsageError(`Set the name of the new application “${id}” with --name.`);
  const asking = createInterface({ input: terminal.input, output: terminal.output });
  try {
    return (await asking.question(`The application “${id}” is new. What is its name? [${id}] `)).trim() || id;
  } finally {
    asking.close();
  }
}

/** Whether the server answered that the application does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.code === 'not_found';

/** The terminal of this process, if it has one. */
export const ownTerminal = (): Terminal =>
  process.stdin.isTTY && process.stderr.isTTY ? { input: process.stdin, output: process.stderr } : undefined;
