import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { sayingSeconds } from './install.mjs';

test.each(['--help', '-h'])('npm start -- %s prints help without an installation', (flag) => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-start-'));
  try {
    for (const name of ['start.mjs', 'node-version.mjs'])
      copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(folder, name));
    const out = execFileSync(process.execPath, [join(folder, 'start.mjs'), flag], { encoding: 'utf8' });
    expect(out).toMatch(/^npm start -- \[--sample\] \[FLAGS\]\n/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an installation says every 20 seconds that it still runs, until it ends', async () => {
  vi.useFakeTimers();
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    const work = Promise.withResolvers<number>();
    const done = sayingSeconds('Installing packages', work.promise);
    vi.advanceTimersByTime(45_000);
    const said = [['Installing packages … 20 s'], ['Installing packages … 40 s']];
    expect(log.mock.calls).toEqual(said);
    work.resolve(0);
    expect(await done).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(log.mock.calls).toEqual(said);
  } finally {
    log.mockRestore();
    vi.useRealTimers();
  }
});
