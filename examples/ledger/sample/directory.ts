import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Empties the sample's directory and locks it for this process. Removes existing files only if they belong to a sample and no sample is
 * running.
 * @throws Error if the directory contains other files, or another sample is running
 */
export function beginAnew(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  // Check before the first write. The second check runs under the lock, which excludes a concurrent start.
  requireOurs(directory);
  keep(directory);
  const names = requireOurs(directory);
  if (!names.includes(mark)) writeMark(join(directory, mark));
  for (const name of names)
    if (name !== mark && !name.startsWith(lock)) rmSync(join(directory, name), { recursive: true, force: true });
}

const mark = 'sample';
const lock = 'sample.lock';
const sentence = 'Made by “npm start -- --sample”, which empties this directory at each start.\n';

/**
 * Returns the names of the files in the directory.
 * @throws Error unless the directory contains only lock files or has a sample's marker file
 */
function requireOurs(directory: string): string[] {
  const names = readdirSync(directory);
  const ours = names.includes(mark) ? isMark(join(directory, mark)) : names.every((name) => name.startsWith(lock));
  if (!ours) throw new Error(`${directory} holds other files than a sample. Name another directory with --data.`);
  return names;
}

function isMark(path: string): boolean {
  // Reject a symbolic link, because it may point to the marker file of another directory. Compare the size first, so
  // that a large file is not read.
  const file = lstatSync(path);
  return file.isFile() && file.size === Buffer.byteLength(sentence) && readFileSync(path, 'utf8') === sentence;
}

function writeMark(path: string): void {
  const file = openSync(path, 'wx');
  writeSync(file, sentence);
  closeSync(file);
}

/**
 * Locks the directory with an exclusive SQLite transaction. The operating system releases the lock even if the process
 * crashes.
 */
function keep(directory: string): void {
  const path = join(directory, lock);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${path} is not a file of the sample's. Name another directory with --data.`);
  const held = new DatabaseSync(path, { timeout: 0 });
  try {
    held.exec('begin exclusive');
  } catch {
    throw new Error(
      `A sample is running on ${directory} already. Stop it with Ctrl-C where it runs, or give this one --data, --port and --ledger-port of its own.`,
    );
  }
  process.once('exit', () => held.close());
}
