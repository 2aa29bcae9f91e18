import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the reason why programs from PyPI are not available, or undefined. */
export const pythonMissing = (): string | undefined =>
  spawnSync('python3', ['-m', 'venv', '--help']).status === 0 ? undefined : 'there is no Python with venv';

/**
 * Installs a program from PyPI.
 * @param folder a virtual environment for the program. The caller removes the folder.
 * @param specifier the name and version, such as `schemathesis==4.32.5`
 * @returns the path of the program, or undefined if it cannot be installed
 */
export function installPython(folder: string, specifier: string): string | undefined {
  spawnSync('python3', ['-m', 'venv', folder]);
  spawnSync(join(folder, 'bin/pip'), ['install', '--quiet', specifier]);
  const program = join(folder, 'bin', specifier.split('==')[0] ?? '');
  return existsSync(program) ? program : undefined;
}
