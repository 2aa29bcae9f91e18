import { readFileSync, statSync } from 'node:fs';
import { type Client, createClient, linesOf as readLines } from '@licet/contract/client';
import { operatorFile } from '@licet/contract/operator';
import { Agent, fetch as send } from 'undici';
import type { Flags } from './command.ts';
import { dataDirectoryOf } from './config.ts';

/** No server runs on the data directory, or it belongs to another user. */
export class NotRunningError extends Error {
  override readonly name = 'NotRunningError';
  /** True if the data directory belongs to another user. */
  readonly belongs: boolean;
  constructor(sentence: string, belongs = false) {
    super(sentence);
    this.belongs = belongs;
  }
}

/**
 * Returns a client of the running server, which uses the socket in its data directory.
 * @throws NotRunningError if no server runs, or if the caller may not open the socket
 */
export function operatorClient(flags: Flags): Client {
  const directory = dataDirectoryOf(flags);
  const socketPath = readAddress(directory);
  const dispatcher = new Agent({ connect: { socketPath }, headersTimeout: 600_000, bodyTimeout: 600_000 });
  return createClient({
    baseUrl: 'http://licet',
    fetch: async (url, init) => {
      // undici declares the same web standards as the DOM under other type names.
      const answer: unknown = await send(url, { ...init, dispatcher } as Parameters<typeof send>[1]).catch(
        (error: unknown) => {
          throw isRefused(error) ? notRunning(directory) : error;
        },
      );
      return answer as Response;
    },
  });
}

function readAddress(directory: string): string {
  try {
    return readFileSync(operatorFile(directory), 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
      throw new NotRunningError(
        `The data directory ${directory} belongs to another user. Run this command as its owner, or set another directory with --data.`,
        true,
      );
    }
    throw notRunning(directory);
  }
}

function notRunning(directory: string): NotRunningError {
  return new NotRunningError(
    `No Licet server is running on the data directory ${directory}. Start ${starter(directory)}, or set another directory with --data.`,
  );
}

/** Returns the words that follow “Start”: what to start, and how. A data directory of another user counts as that of a service. */
export function starter(directory: string): string {
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid;
  return owner === undefined || owner === process.getuid?.()
    ? 'Licet with “licet start”'
    : 'the service, for example with “systemctl start licet”';
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && (cause.code === 'ECONNREFUSED' || cause.code === 'ENOENT');
}

/** Yields the objects of an NDJSON response. @throws Error if the connection breaks */
export async function* linesOf<Line>(response: Response): AsyncGenerator<Line> {
  try {
    yield* readLines<Line>(response);
  } catch {
    throw new Error(brokenOff);
  }
}

/** After a broken connection the result is unknown: the server may have stopped before or after it had finished. */
export const brokenOff =
  'The connection to the server broke before it reported the result. The audit log shows whether it was done. Running the command again adds only what is missing.';
