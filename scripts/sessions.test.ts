import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSessions, type Sessions } from './sessions.ts';

const sleeper = 'setInterval(() => undefined, 1000)';
let temporary: string;
let sessions: Sessions;

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'licet-left-'));
  sessions = openSessions({ temporary, cwd: temporary, patience: 1000 });
});
afterEach(async () => {
  await sessions.endAll();
  rmSync(temporary, { recursive: true, force: true });
});

const linux = test.skipIf(process.platform !== 'linux');

linux('ends what a failed program left running, also in a session of its own, and names it', async () => {
  const { code, output } = await program(`
    start('${sleeper}', 'ledger');
    start('${sleeper}', process.env.TMPDIR + '/database', { detached: true });
    process.exit(7);`);
  expect(code).toBe(7);
  expect(output).toMatch(/Left running, and ended now:\n(.* ledger\n.*\/1\/database|.*\/1\/database\n.* ledger)\n$/);
  await expect.poll(() => pids().filter(isAlive)).toEqual([]);
});

linux('waits for a process that is about to end, and passes on how the program ended', async () => {
  const { code, output } = await program(`start('setTimeout(() => undefined, 100)', 'brief'); process.exit(0);`);
  expect({ code, output }).toEqual({ code: 0, output: '' });
});

linux('ends all that runs when the tests are interrupted', async () => {
  const running = program(`start('${sleeper}', 'ledger'); ${sleeper}`);
  await expect.poll(() => pids().length).toBe(1);
  await sessions.endAll();
  await running;
  expect(pids().filter(isAlive)).toEqual([]);
});

/** Runs `source` in a program that can start child processes and records their process ids. */
function program(source: string) {
  const start = `
    const { spawn } = require('node:child_process');
    const { appendFileSync } = require('node:fs');
    const start = (source, name, how) => {
      const { pid } = spawn(process.execPath, ['-e', source, name], { stdio: 'inherit', ...how });
      appendFileSync('pids', pid + '\\n');
    };`;
  return sessions.run([process.execPath, '-e', start + source], process.env);
}

function pids(): number[] {
  const file = join(temporary, 'pids');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
}

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
