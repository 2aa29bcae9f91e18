import { defineConfig } from 'vitest/config';

const shared = { pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000 } as const;
// Nothing in them outlives a test but what is imported, and that is most of the time of a file.
const together = { ...shared, isolate: false } as const;

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      { test: { ...shared, name: 'whole', include: ['e2e/**/*.test.ts'] } },
      {
        test: {
          ...together,
          name: 'database',
          include: [
            'packages/{server,cli}/src/**/*.test.ts',
            'packages/rule/sql/**/*.test.ts',
            'examples/*/server/**/*.test.ts',
          ],
          globalSetup: ['packages/server/src/postgres/testing.global-setup.ts'],
        },
      },
      {
        test: {
          ...together,
          name: 'plain',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/*/{vectors,bin}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'packages/{server,cli}/**'],
        },
      },
    ],
  },
});
