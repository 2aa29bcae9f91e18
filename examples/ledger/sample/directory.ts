import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { defaultDataDirectory } from '@licet/contract/operator';

/** Beside the directory of a Licet that is used for real, and never the same. */
export const sampleDirectory = (): string =>
  `${defaultDataDirectory({ root: process.getuid?.() === 0, home: homedir(), dataHome: process.env.XDG_DATA_HOME })}-sample`;

/**
 * Makes an empty directory for the sample, which begins anew at each start. What is there already is only removed when it is a
 * sample's.
 * @throws Error when something else lies there
 */
export function beginAnew(directory: string): void {
  const mark = join(directory, 'sample');
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    if (!existsSync(mark))
      throw new Error(`${directory} holds something else than a sample. Name another directory with --data.`);
    rmSync(directory, { recursive: true, force: true });
  }
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  writeFileSync(mark, 'Made by “npm start -- --sample”, which empties this directory at each start.\n');
}
