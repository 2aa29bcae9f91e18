import { basename } from 'node:path';
import { ReadableStream as NodeStream } from 'node:stream/web';
import type { DirectoryLine, DirectoryProgress, DirectoryReport, Problem } from '@licet/contract';
import type { Client } from '@licet/contract/client';
import { brokenOff, linesOf } from '../connection.ts';
import type { Plan } from './plan.ts';
import type { SourceFile } from './source.ts';

export interface Sending {
  readonly client: Client;
  /** The system that the file comes from. */
  readonly system: string;
  readonly file: string;
  readonly source: SourceFile;
  readonly lines: AsyncIterable<DirectoryLine>;
  readonly plan: Plan;
  readonly create: boolean;
  readonly dryRun: boolean;
  readonly onProgress: (line: Extract<DirectoryProgress, { phase: string }>) => void;
}

/**
 * Sends the content of a file while reading it, and returns the result.
 * @throws Error if the file cannot be read completely. The server then changes nothing
 */
export async function sendDirectory(sending: Sending): Promise<DirectoryReport | Problem> {
  const { client, create, dryRun, file, onProgress } = sending;
  let broken: unknown;
  const body = NodeStream.from(
    written(sending, (error) => {
      broken = error;
    }),
  ) as ReadableStream<Uint8Array>;
  const response = await client.operator
    .importDirectory({
      query: { create: create ? 'true' : 'false', dryRun: dryRun ? 'true' : 'false', name: basename(file) },
      body,
    })
    .catch((error: unknown) => {
      throw broken ?? error;
    });
  for await (const line of linesOf<DirectoryProgress>(response)) {
    if ('phase' in line) onProgress(line);
    else return 'report' in line ? line.report : (line.problem as Problem);
  }
  throw new Error(brokenOff);
}

async function* written(
  { lines, plan, source, system }: Sending,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  try {
    for await (const line of lines) {
      text += `${JSON.stringify(line)}\n`;
      if (text.length < atOnce) continue;
      yield encoder.encode(text);
      text = '';
    }
  } catch (error) {
    onError(error);
    throw error;
  }
  const end = { system, digest: source.digest(), leftOut: plan.leftOutCount };
  yield encoder.encode(`${text}${JSON.stringify({ end } satisfies DirectoryLine)}\n`);
}

const atOnce = 65_536;
