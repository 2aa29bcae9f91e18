import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

// What needs minutes or other programs has a configuration of its own: vitest.long.config.ts.
const exclude = [...configDefaults.exclude, '**/*.long.test.ts'];
// What is polled comes soon: the limit is for a machine that is busy.
const poll = { timeout: 20_000, interval: 20 };
const shared = { pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000, exclude, expect: { poll } };
// Nothing in them outlives a test but what is imported, and that is most of the time of a file.
const together = { ...shared, isolate: false };

export default defineConfig({
  test: {
    // One more than there are cores: many a test waits for a database, for another process or for a moment.
    maxWorkers: availableParallelism() + 1,
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
          name: 'plain',
          setupFiles: ['scripts/leftovers.testing.ts', 'scripts/patience.testing.ts'],
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/*/{vectors,bin}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [...exclude, 'packages/{server,cli}/**'],
        },
      },
    ],
  },
});
