import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { limits } from '@licet/contract';
import { UsageError } from '../command.ts';
import { fileFault } from '../terminal.ts';

/** A file that is read piece by piece, as often as needed. */
export interface SourceFile {
  readonly pieces: () => AsyncGenerator<string>;
  /** SHA-256 of the last complete reading. */
  readonly digest: () => string;
  /**
   * Returns the numbered files in the same folder, sorted by number. `numberOf` returns the number in a file name. The
   * digest then covers these files too.
   */
  readonly numbered?: (numberOf: (name: string) => number | undefined) => readonly SourceFile[];
}

/** @throws UsageError if it cannot be read */
export function openSource(file: string, onRead: (done: number, total: number) => void = () => undefined): SourceFile {
  const total = sizeOf(file);
  if (total > limits.directoryFile.value)
    throw new UsageError(
      `The file ${file} has ${total} bytes; at most ${limits.directoryFile.value} are allowed. Export it in parts.`,
    );
  let digest = '';
  let others: readonly SourceFile[] = [];
  return {
    digest: () =>
      others.length === 0
        ? digest
        : createHash('sha256')
            .update([digest, ...others.map((other) => other.digest())].join('\n'))
            .digest('hex'),
    numbered: (numberOf) => {
      const folder = dirname(file);
      const numbered = readdirSync(folder).flatMap((name) => ({ name, number: numberOf(name) }));
      const found = numbered.filter(({ number }) => number !== undefined);
      found.sort((one, other) => Number(one.number) - Number(other.number));
      others = found.map(({ name }) => openSource(join(folder, name)));
      return others;
    },
    pieces: async function* () {
      const hash = createHash('sha256');
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      let done = 0;
      for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
        hash.update(piece);
        done += piece.length;
        onRead(done, total);
        yield decode(decoder, file, piece);
      }
      yield decode(decoder, file);
      digest = hash.digest('hex');
    },
  };
}

function decode(decoder: TextDecoder, file: string, piece?: Buffer): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch {
    throw new Error(`The file ${file} is not UTF-8. Save it as UTF-8 (in Excel: CSV UTF-8).`);
  }
}

function sizeOf(file: string): number {
  try {
    const found = statSync(file);
    if (!found.isFile()) throw new UsageError(`${file} is not a file.`);
    return found.size;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw fileFault(file, error);
  }
}
