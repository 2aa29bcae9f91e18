import fc from 'fast-check';

/** So many histories, however long it takes, where somebody asks for a number; `npm run long` does. */
const runs = Number(process.env.LICET_PROPERTY_RUNS ?? 0);
/** In `npm test` a property is asked for this long, and twice: on the database of Licet's own and on the system's. */
const milliseconds = 6_000;

/** How long a test of a property may take. */
export const timeout = runs > 0 ? 3_600_000 : 60_000;

/** Asks of one value, however slow the machine is, and of others until the time is over. None is left under way. */
export async function holds<Value>(values: fc.Arbitrary<Value>, ask: (value: Value) => Promise<void>): Promise<void> {
  const until = performance.now() + milliseconds;
  let asked = 0;
  const property = fc.asyncProperty(values, async (value) => {
    if (runs === 0 && asked > 0 && performance.now() > until) return;
    asked += 1;
    await ask(value);
  });
  await fc.assert(property, { numRuns: runs || 200 });
}
