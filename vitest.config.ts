import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

// What needs minutes or other programs has a configuration of its own: vitest.long.config.ts.
const timed = '**/*.timed.test.ts';
const exclude = [...configDefaults.exclude, '**/*.long.test.ts', timed];
// What is awaited comes soon: these limits are for a test that hangs, also on a machine that is busy.
const poll = { timeout: 60_000, interval: 20 };
const shared = { pool: 'forks', testTimeout: 120_000, hookTimeout: 180_000, exclude, expect: { poll } };
// Nothing in them outlives a test but what is imported, and that is most of the time of a file.
const together = { ...shared, isolate: false };
const pages = { setupFiles: ['scripts/leftovers.testing.ts', 'scripts/patience.testing.ts'] };
// What a file puts in the place of a module, the next one of its process may be given too: on a busy machine tests then wait for what is not there.
const mocking = globSync('packages/*/src/**/*.test.{ts,tsx}').filter((file) =>
  /vi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')),
);

export default defineConfig({
  test: {
    // `npm test` runs the tests of the whole product, which wait for servers for most of their time, beside all others.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { ...shared, name: 'whole', include: ['e2e/**/*.test.ts'] } },
      {
        test: {
          ...together,
          name: 'database',
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
