import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes an empty directory for the sample, which begins anew at each start, and keeps it for this process until it ends. What is
 * there already is only removed when it is a sample's, and none runs on it.
 * @throws Error when something else lies there, or another sample runs
 */
export function beginAnew(directory: string): void {
  const there = existsSync(directory) ? readdirSync(directory) : [];
  if (there.length > 0 && !there.includes(mark))
    throw new Error(`${directory} holds something else than a sample. Name another directory with --data.`);
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  writeFileSync(
    join(directory, mark),
    'Made by “npm start -- --sample”, which empties this directory at each start.\n',
  );
  keep(directory);
  for (const name of there)
    if (name !== mark && name !== lock) rmSync(join(directory, name), { recursive: true, force: true });
}

const mark = 'sample';
const lock = 'sample.lock';

/** A lock of the system's, which goes with the process however it ends. */
function keep(directory: string): void {
  const held = new DatabaseSync(join(directory, lock), { timeout: 0 });
  try {
    held.exec('begin exclusive');
  } catch {
    throw new Error(
      `A sample is running on ${directory} already. Stop it with Ctrl-C where it runs, or give this one --data, --port and --ledger-port of its own.`,
    );
  }
  process.once('exit', () => held.close());
}
