import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProgram } from './program.ts';

const shell = (code: string) => ['/bin/sh', '-c', code] as const;
const never = { ready: () => false };

test.each([
  ['echo nothing at that port >&2; exit 3', 'it ended with exit code 3. It said: nothing at that port'],
  ['kill -SEGV $$', 'it was ended by SIGSEGV. It said: nothing'],
])('a program that ends before it is ready is reported: %s', async (code, why) => {
  await expect(startProgram('The balancer', shell(code), never)).rejects.toThrow(`The balancer did not start: ${why}`);
});

test('a missing program is reported', async () => {
  await expect(startProgram('The balancer', ['/nowhere/balancer'], never)).rejects.toThrow(
    'The balancer did not start: it cannot be run (spawn /nowhere/balancer ENOENT)',
  );
});

test.each(['exec sleep 60', "trap '' TERM; while :; do sleep 0.05; done"])(
  'a program that is not ready in time is ended: %s',
  async (code) => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-program-'));
    const options = { ...never, folder, env: { ...process.env, MARK: folder }, patience: 100, grace: 100 };
    await expect(startProgram('It', shell(code), options)).rejects.toThrow(
      'It did not start: it was not ready within 0.1 s. It said: nothing',
    );
    await expect.poll(() => markedBy(folder)).toEqual([]); // The killed shell leaves its last `sleep` running for a moment.
    expect(existsSync(folder)).toBe(false);
  },
);

test('a ready program runs until stop() ends it, even while suspended', async () => {
  let pid = '';
  const ready = (said: string) => {
    pid = /^pid (\d+)$/m.exec(said)?.[1] ?? '';
    return pid !== '';
  };
  const program = await startProgram('It', shell('echo pid $$; exec sleep 60'), {
    ready,
    env: { ...process.env, MARK: 'a ready program' },
  });
  expect(markedBy('a ready program')).toEqual([pid]);
  program.kill('SIGSTOP');
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  await program.stop();
  expect(existsSync(`/proc/${pid}`)).toBe(false);
  await program.stop();
});

/** Returns the ids of the processes whose environment contains a mark. */
const markedBy = (mark: string) =>
  readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'utf8').includes(`MARK=${mark}\0`);
    } catch {
      return false; // The process has ended.
    }
  });
