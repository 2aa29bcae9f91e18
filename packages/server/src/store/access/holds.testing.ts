import fc from 'fast-check';

/** So many histories, however long it takes, where somebody asks for a number; `npm run long` does. */
const runs = Number(process.env.LICET_PROPERTY_RUNS ?? 0);
/** In `npm test` a property is asked for this long, and twice: on the database of Licet's own and on the system's. */
const milliseconds = 6_000;

/** How long a test of a property may take. */
export const timeout = runs > 0 ? 3_600_000 : 60_000;

/** Asks of one value after another until the time is over. What is under way then ends before another test writes. */
export async function holds<Value>(values: fc.Arbitrary<Value>, ask: (value: Value) => Promise<void>): Promise<void> {
  let underWay = Promise.resolve();
  const property = fc.asyncProperty(values, async (value) => {
    underWay = ask(value);
    await underWay;
  });
  const limited = runs > 0 ? { numRuns: runs } : { numRuns: 200, interruptAfterTimeLimit: milliseconds };
  await fc.assert(property, limited).finally(() => underWay.catch(() => undefined));
  await underWay;
}
