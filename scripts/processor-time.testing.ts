/**
 * Milliseconds of this thread that some works take: of each the least of several turns. One machine is quicker than another, and busy with other tests:
 * so a test holds one work to another one of the same run, and not to a clock.
 */
export async function processorTimes<Name extends string>(
  works: Readonly<Record<Name, () => unknown>>,
  turns = 5,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[];
  const least = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<Name, number>;
  for (let turn = 0; turn < turns; turn += 1)
    for (const name of names) {
      const before = process.threadCpuUsage();
      await works[name]();
      const { user, system } = process.threadCpuUsage(before);
      least[name] = Math.min(least[name], (user + system) / 1000);
    }
  return least;
}
