import { setImmediate as pause } from 'node:timers/promises';
import { readCatalogue } from './catalogue.ts';
import { Faults } from './faults.ts';
import { readPairs } from './pairs.ts';
import type { ImportKind, ParsedImport, Reading } from './parsed.ts';

/**
 * Reads a file piece by piece, as it comes. Nothing of it is taken when anything of it is wrong. Others are served in between.
 * @throws Refusal `import_rejected`, with a line or pointer, what is wrong and how to mend it, for the first faults;
 *   `too_large` beyond `limits.importRecords`
 */
export async function readImport(kind: ImportKind, pieces: AsyncIterable<string>): Promise<ParsedImport> {
  const reading = readFile(kind);
  const source = pieces[Symbol.asyncIterator]();
  for (let step = reading.next(); ; ) {
    if (step.done) return step.value;
    if (step.value === 'pause') {
      await pause();
      step = reading.next();
    } else {
      const { done, value } = await source.next();
      step = reading.next(done ? undefined : value);
    }
  }
}

/** The same of a text that is there whole. */
export function parseImport(kind: ImportKind, text: string): ParsedImport {
  const reading = readFile(kind);
  const pieces = [text];
  for (let step = reading.next(); ; step = reading.next(step.value === 'more' ? pieces.shift() : undefined))
    if (step.done) return step.value;
}

function* readFile(kind: ImportKind): Reading<ParsedImport> {
  const faults = new Faults();
  const parsed = yield* kind === 'catalogue' ? readCatalogue(faults) : readPairs(kind, faults);
  faults.refuseAny(kind === 'catalogue' ? 'entry' : 'line');
  return parsed;
}
