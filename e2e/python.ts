import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Why programs of Python's registry are not available, in a sentence. */
export const pythonMissing = (): string | undefined =>
  spawnSync('python3', ['-m', 'venv', '--help']).status === 0 ? undefined : 'there is no Python with venv';

/**
 * Installs a program of Python's registry.
 * @param folder the folder, which is removed with it
 * @param specifier its name and version, `schemathesis==4.32.5`
 * @returns its path; undefined if it cannot be installed
 */
export function installPython(folder: string, specifier: string): string | undefined {
  spawnSync('python3', ['-m', 'venv', folder]);
  spawnSync(join(folder, 'bin/pip'), ['install', '--quiet', specifier]);
  const program = join(folder, 'bin', specifier.split('==')[0] ?? '');
  return existsSync(program) ? program : undefined;
}
