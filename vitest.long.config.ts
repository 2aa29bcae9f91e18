import { defineConfig } from 'vitest/config';

/** What needs Java, another server or minutes: `npm run long`. */
export default defineConfig({
  test: {
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    include: ['{e2e,packages}/**/*.long.test.ts'],
    globalSetup: ['packages/server/src/postgres/testing.global-setup.ts'],
  },
});
