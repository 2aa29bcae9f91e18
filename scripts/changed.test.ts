import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startBusy } from './busy.ts';
import { reachOf } from './changed.ts';

const sources = ['lint', 'types', 'arrows', 'house', 'unused', 'unit'];

test('every change runs the source checks and the affected unit tests', () => {
  for (const file of ['docs/start.md', 'packages/console/src/ui/picker.tsx', 'packages/rule/src/ask.ts', 'unheard.of'])
    expect(reachOf([file]).steps).toEqual(expect.arrayContaining(sources));
  // A changed page runs the tests of the whole product, because these tests run the commands of pages.
  expect(reachOf(['docs/start.md'])).toEqual({ steps: sources, stories: [], every: false, whole: true });
  expect(reachOf(['packages/server/src/http/turns.test.ts'])).toMatchObject({ steps: sources, every: false });
});

test('test configuration and package manifests affect every test', () => {
  const { steps: all } = reachOf(['package-lock.json']);
  expect(all).toEqual(expect.arrayContaining(['packages', 'installed', 'fronts', 'weight', 'store', 'looks', 'timed']));
  for (const file of [
    'vitest.config.ts',
    'scripts/test.mjs',
    'scripts/run-tests.ts',
    'packages/api/package.json',
    'e2e/playwright.config.ts',
  ])
    expect(reachOf(['docs/start.md', file])).toEqual({ steps: all, stories: [], every: true, whole: true });
});

test('a file that no module imports affects every unit test', () => {
  for (const file of ['packages/server/src/store/migrations/0001_access.sql', 'packages/console/src/ui/tokens.css'])
    expect(reachOf([file])).toMatchObject({ every: true });
});

test('a module of the product affects every browser test, and a changed browser test only itself', () => {
  for (const file of ['packages/server/src/http/turns.ts', 'packages/console/src/ui/picker.tsx', 'e2e/visitor.ts'])
    expect(reachOf([file, 'e2e/late.spec.ts'])).toMatchObject({
      steps: expect.arrayContaining(['fronts', 'looks', 'timed']),
      stories: [],
    });
  expect(reachOf(['e2e/late.spec.ts'])).toMatchObject({
    steps: expect.arrayContaining(['fronts', 'looks', 'timed']),
    stories: ['e2e/late.spec.ts'],
  });
  expect(reachOf(['packages/evidence/src/wrap.ts']).steps).not.toContain('looks');
});

test('the server affects the tests of the whole product, and its store also the tests with the other PostgreSQL', () => {
  expect(reachOf(['packages/server/src/http/turns.ts'])).toMatchObject({ whole: true });
  expect(reachOf(['packages/server/src/http/turns.ts']).steps).not.toContain('store');
  expect(reachOf(['packages/server/src/store/users/users.ts']).steps).toContain('store');
  expect(reachOf(['packages/console/src/ui/picker.tsx'])).toMatchObject({ whole: false });
});

test.skipIf(process.platform !== 'linux')(
  'processes that keep the CPU busy end on request, and when their parent is killed',
  async () => {
    const here = startBusy(1);
    expect(here.pids.filter(isAlive)).toHaveLength(1);
    here.end();
    await expect.poll(() => here.pids.filter(isAlive)).toEqual([]);
    const source = `import(${JSON.stringify(new URL('busy.ts', import.meta.url))}).then(({ startBusy }) =>
    process.stdout.write(JSON.stringify(startBusy(2).pids)))`;
    const starter = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'], cwd });
    const [text] = await once(starter.stdout, 'data');
    const pids = JSON.parse(String(text)) as number[];
    expect(pids.filter(isAlive)).toHaveLength(2);
    starter.kill('SIGKILL');
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  },
);

const cwd = fileURLToPath(new URL('.', import.meta.url));

/** An ended process may remain as a zombie if its parent does not wait for it. */
function isAlive(pid: number | undefined): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
