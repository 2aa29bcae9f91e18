import { readCatalogue } from './catalogue.ts';
import { Faults } from './faults.ts';
import { readPairs } from './pairs.ts';
import type { ImportKind, ParsedImport } from './parsed.ts';

/**
 * Reads a file whole. Nothing of it is taken when anything of it is wrong.
 * @throws Refusal `import_rejected`, with a line or pointer, what is wrong and how to mend it, for the first faults
 */
export function parseImport(kind: ImportKind, text: string): ParsedImport {
  const reading = parsing(kind, text);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/** The same in steps, so that others are served in between. Yields how many characters are read. */
export function* parsing(kind: ImportKind, text: string): Generator<number, ParsedImport> {
  const faults = new Faults();
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const parsed = kind === 'catalogue' ? readCatalogue(body, faults) : yield* readPairs(kind, body, faults);
  faults.refuseAny(kind === 'catalogue' ? { one: 'entry', many: 'entries' } : { one: 'line', many: 'lines' });
  return parsed;
}
