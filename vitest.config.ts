import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests that need minutes or other programs have a configuration of their own: vitest.long.config.ts.
const timed = '**/*.timed.test.ts';
const exclude = [...configDefaults.exclude, '**/*.long.test.ts', timed];
// The limit of a step only ends one that hangs, also on a busy machine.
const poll = { timeout: 60_000, interval: 50 };
// Ends a test that hangs outside of a step with a limit.
const whole = 600_000;
const setupFiles = ['scripts/patience.testing.ts'];
const shared = { pool: 'forks', testTimeout: whole, hookTimeout: whole, setupFiles, exclude, expect: { poll } };
// Only imports outlive these tests, and they take most of the time of a file.
const together = { ...shared, isolate: false };
const pages = { setupFiles: [...setupFiles, 'scripts/leftovers.testing.ts'] };
// A mocked module can remain for the next file of the process; on a busy machine its tests would then wait in vain.
const mocking = globSync('packages/*/src/**/*.test.{ts,tsx}').filter((file) =>
  /vi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')),
);

/**
 * Vitest reuses a process if the next file has the same project and environment. Its own order, by size, would start a process for nearly
 * every file, and each process imports everything again.
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
    // `npm test` runs the tests of the whole product beside all others, because they wait for servers for most of their time.
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
        // Tests that compare durations run one file after another, with nothing beside them.
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
