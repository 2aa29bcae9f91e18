import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests that need minutes or other programs run with vitest.long.config.ts.
const timed = '**/*.timed.test.ts';
const exclude = [...configDefaults.exclude, '**/*.long.test.ts', timed];
// Only ends a step that hangs. The limit is high, because steps are slow on a busy machine.
const poll = { timeout: 60_000, interval: 50 };
// Ends a test that hangs outside of a step with a limit.
const whole = 600_000;
const setupFiles = ['scripts/patience.testing.ts'];
const shared = { pool: 'forks', testTimeout: whole, hookTimeout: whole, setupFiles, exclude, expect: { poll } };
// These tests share one process per worker without isolation, because imports take most of a file's time and leave no other state behind.
const together = { ...shared, isolate: false };
const pages = { setupFiles: [...setupFiles, 'scripts/leftovers.testing.ts'] };
// A mocked module can stay mocked in the next file of the process. On a busy machine, tests of that file would then wait in vain.
const mocking = globSync('packages/*/src/**/*.test.{ts,tsx}').filter((file) =>
  /vi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')),
);

/**
 * Groups files by project and environment, because Vitest reuses a process only for the next file of the same project and environment. The
 * default order by size would start a process for nearly every file, and each process imports everything again.
 */
class OneAfterAnother extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = Map.groupBy(await super.sort(files), ({ project, moduleId }) =>
      [project.name, /^\/\/ @vitest-environment (\w+)/.exec(readFileSync(moduleId, 'utf8'))?.[1]].join(' '),
    );
    return [...groups.values()].flat();
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: OneAfterAnother },
    // `npm test` runs these tests beside all others, because they mostly wait for servers.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { ...together, name: 'whole', include: ['e2e/**/*.test.ts'] } },
      {
        test: {
          ...together,
          name: 'database',
          setupFiles: [...setupFiles, 'packages/server/src/postgres/hangs.testing.ts'],
          include: [
            'packages/{server,cli}/src/**/*.test.ts',
            'packages/rule/sql/**/*.test.ts',
            'bench/**/*.test.ts',
            'examples/*/server/**/*.test.ts',
          ],
          globalSetup: ['packages/server/src/postgres/testing.global-setup.ts'],
        },
      },
      {
        test: {
          ...together,
          ...pages,
          name: 'plain',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/*/{vectors,bin}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [...exclude, ...mocking, 'packages/{server,cli}/**'],
        },
      },
      { test: { ...shared, ...pages, name: 'mocking', include: mocking } },
      {
        // Tests that compare durations run one file after another, with no other tests beside them.
        test: {
          ...shared,
          name: 'timed',
          include: [timed],
          exclude: configDefaults.exclude,
          maxWorkers: 1,
          globalSetup: ['packages/server/src/postgres/testing.global-setup.ts'],
        },
      },
    ],
  },
});
