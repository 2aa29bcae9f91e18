import { readFileSync } from 'node:fs';
import { fileFault } from '../file-fault.ts';
import { type Fault, FileFaults } from './faults.ts';
import { type Configuration, gathered } from './gather.ts';
import { sourceOf } from './source.ts';

/**
 * Reads files as one set; `-` is standard input.
 * @throws FileFaults with all their faults
 */
export function readFiles(names: readonly string[], variables: ReadonlyMap<string, string>): Configuration {
  const faults: Fault[] = [];
  const sources = names.flatMap(
    (name) => sourceOf(name === '-' ? 'stdin' : name, textOf(name), variables, faults) ?? [],
  );
  const all = gathered(sources, faults);
  if (faults.length > 0) throw new FileFaults(faults);
  return all;
}

function textOf(name: string): string {
  try {
    return readFileSync(name === '-' ? 0 : name, 'utf8');
  } catch (error) {
    throw fileFault(name, error);
  }
}
