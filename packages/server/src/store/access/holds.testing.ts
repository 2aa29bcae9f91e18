import fc from 'fast-check';

/** The number of histories in `npm test`, which runs them on the embedded and on the system's database. `npm run long` runs two hundred times as many. */
const runs = Number(process.env.LICET_PROPERTY_RUNS ?? 5);

/** How long a test of a property may take. */
export const timeout = 3_600_000;

/** Asks of as many values. */
export async function holds<Value>(values: fc.Arbitrary<Value>, ask: (value: Value) => Promise<void>): Promise<void> {
  await fc.assert(fc.asyncProperty(values, ask), { numRuns: runs });
}
