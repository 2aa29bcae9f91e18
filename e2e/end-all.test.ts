import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { endAll } from './end-all.ts';
import { startLicet } from './licet.ts';

test('stopping a server that ignores SIGTERM kills it, and the error contains its last lines of output', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-stubborn-'));
  const main = join(folder, 'main.mjs');
  writeFileSync(
    main,
    `import { mkdirSync, writeFileSync } from 'node:fs';
     const operator = process.argv[4] + '/operator';
     mkdirSync(operator);
     writeFileSync(operator + '/address', '/nowhere');
     process.on('SIGTERM', () => console.log('SIGTERM changes nothing.'));
     console.log('Licet is ready.');
     setInterval(() => undefined, 1000);`,
  );
  const licet = await startLicet({ main, stopsWithin: 500 });
  await expect(endAll(licet, folder)).rejects.toThrow(
    /^Licet did not stop within 500 ms of SIGTERM and was killed\. It wrote last:\nLicet is ready\.\nSIGTERM changes nothing\.$/,
  );
  expect(() => process.kill(licet.pid, 0)).toThrow('ESRCH');
  expect([licet.dataDirectory, folder].filter(existsSync)).toEqual([]);
});

test('endAll ends every part even if earlier parts were never started, fail or hang', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const ended: string[] = [];
  try {
    const ending = endAll(
      undefined,
      () => Promise.reject(new Error('The browser is gone.')),
      { close: () => new Promise(() => undefined) },
      { stop: () => ended.push('server') },
    );
    const failed = expect(ending).rejects.toThrow('The browser is gone.');
    await vi.waitUntil(async () => {
      await vi.advanceTimersByTimeAsync(120_000);
      return ended.length > 0;
    });
    await failed;
    expect(ended).toEqual(['server']);
  } finally {
    vi.useRealTimers();
  }
});
