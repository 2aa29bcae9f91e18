import { defineConfig } from 'vitest/config';

/** Larger sizes for tests that `npm test` runs briefly. A run with these sizes takes minutes. */
const atLength = {
  LICET_PAIRS: '105205',
  LICET_SIGN_INS: '200',
  LICET_DECISIONS_EACH: '10',
  LICET_FAULT_KILLS: '100',
  LICET_PROPERTY_RUNS: process.env.LICET_PROPERTY_RUNS ?? '1000',
  LICET_DIFFERENTIAL: '1000000',
  LICET_FUZZ_RUNS: '60',
  LICET_UNKNOWN_KEYS: '10000',
};
const more = [
  'e2e/agreement.test.ts',
  'e2e/faults/killed.test.ts',
  'e2e/attacks/fuzz.test.ts',
  'packages/server/src/**/*.property.test.ts',
  'packages/server/src/store/**/pairs.test.ts',
  'packages/rule/sql/differential.test.ts',
];

/** Tests that need Java, another server or minutes. `npm run long` runs them. */
export default defineConfig({
  test: {
    pool: 'forks',
    fileParallelism: false,
    // Applies to files whose tests may run in parallel.
    maxConcurrency: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    setupFiles: ['scripts/patience.testing.ts'],
    include: ['{bench,e2e,packages}/**/*.long.test.ts', ...more],
    env: atLength,
    globalSetup: ['packages/server/src/postgres/testing.global-setup.ts'],
  },
});
