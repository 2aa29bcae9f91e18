import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSecret } from './secret.ts';

const isRoot = process.getuid?.() === 0;

/** A key file of this mode in a directory of its own. */
function keyFile(parent: string, mode: number): string {
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, 'licet-key-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'backup.key');
  writeFileSync(file, 'ab'.repeat(32));
  chmodSync(file, mode);
  return file;
}

test('refuses a key file that the group can read, even through a path with “..”', () => {
  const file = keyFile(tmpdir(), 0o640);
  // The folder is missing if no service of this machine has credentials; only root can create it.
  if (isRoot) mkdirSync('/run/credentials', { recursive: true });
  for (const path of [file, ...(existsSync('/run/credentials') ? [`/run/credentials/../..${file}`] : [])])
    expect(() => readSecret('key', path), path).toThrow('Others can read the key file');
  chmodSync(file, 0o600);
  expect(readSecret('key', file)).toMatchObject({ kind: 'key' });
});

test.runIf(isRoot)('accepts a group-readable systemd credential, but not one that everyone can read', () => {
  const file = keyFile('/run/credentials', 0o440);
  expect(readSecret('key', file)).toMatchObject({ kind: 'key' });
  chmodSync(file, 0o444);
  expect(() => readSecret('key', file)).toThrow('Others can read the key file');
});
