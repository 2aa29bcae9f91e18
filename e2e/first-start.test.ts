import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { newDataDirectory, removeDataDirectory } from './licet.ts';

const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url));

test('the first start prints the setup code after the log line of the checkpoint', async () => {
  const dataDirectory = newDataDirectory();
  // Both streams go to one file, so that output and errors appear in the order of writing, as in a terminal.
  const file = join(mkdtempSync(join(tmpdir(), 'licet-e2e-')), 'terminal');
  const terminal = openSync(file, 'a');
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [main, 'start', '--data', dataDirectory, '--port', String(await freePort())], {
    env: { PATH, HOME },
    stdio: ['ignore', terminal, terminal],
  });
  try {
    const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n');
    const both = () =>
      /enter this code:\n {2}\S+\n/.test(`${lines().join('\n')}\n`) && /"checkpoint"/.test(lines().join());
    await vi.waitUntil(both, { timeout: 60_000, interval: 20 });
    const code = lines().indexOf('and enter this code:') + 1;
    expect(lines().findIndex((line) => line.includes('"checkpoint"'))).toBeLessThan(code);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    closeSync(terminal);
    removeDataDirectory(dataDirectory);
  }
});
