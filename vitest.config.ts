import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What needs minutes or other programs has a configuration of its own: vitest.long.config.ts.
const timed = '**/*.timed.test.ts';
const exclude = [...configDefaults.exclude, '**/*.long.test.ts', timed];
// Limits of a step only end one that hangs, also on a busy machine.
const poll = { timeout: 60_000, interval: 50 };
// Ends a test that hangs where no step has a limit.
const whole = 600_000;
const setupFiles = ['scripts/patience.testing.ts'];
const shared = { pool: 'forks', testTimeout: whole, hookTimeout: whole, setupFiles, exclude, expect: { poll } };
// Nothing in them outlives a test but what is imported, and that is most of the time of a file.
const together = { ...shared, isolate: false };
const pages = { setupFiles: [...setupFiles, 'scripts/leftovers.testing.ts'] };
// What a file puts in the place of a module, the next one of its process may be given too: on a busy machine tests then wait for what is not there.
const mocking = globSync('packages/*/src/**/*.test.{ts,tsx}').filter((file) =>
  /vi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')),
);

/**
 * Vitest reuses a process if the next file has the same project and environment. Its own order, by size, would start a process for nearly every file, and
 * each process imports everything again.
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
    // `npm test` runs the tests of the whole product, which wait for servers for most of their time, beside all others.
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
        // Tests that compare durations, one file after another, with nothing beside them.
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
