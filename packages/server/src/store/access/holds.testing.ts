import fc from 'fast-check';

/** The number of histories in `npm test`, which tests both databases. `npm run long` tests two hundred times as many. */
const runs = Number(process.env.LICET_PROPERTY_RUNS ?? 5);

/** The timeout of a property test. */
export const timeout = 3_600_000;

/** Checks a property of random values. */
export async function holds<Value>(values: fc.Arbitrary<Value>, ask: (value: Value) => Promise<void>): Promise<void> {
  await fc.assert(fc.asyncProperty(values, ask), { numRuns: runs });
}
