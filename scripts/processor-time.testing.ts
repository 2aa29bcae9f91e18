/**
 * Measures the processor time of this thread for several functions, in milliseconds: for each the least of several turns. A short function
 * is repeated within a turn. Machines differ in speed and load, so a test compares functions of the same run with each other, not with a
 * fixed limit.
 */
export async function processorTimes<Name extends string>(
  works: Readonly<Record<Name, () => unknown>>,
  turns = 5,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[];
  const least = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<Name, number>;
  for (let turn = 0; turn < turns; turn += 1)
    for (const name of names) {
      let [spent, times] = [0, 0];
      for (; spent < readable && times < mostTimes; times += 1) {
        const before = process.threadCpuUsage();
        await works[name]();
        const { user, system } = process.threadCpuUsage(before);
        spent += (user + system) / 1000;
      }
      least[name] = Math.min(least[name], spent / times);
    }
  return least;
}

/** Milliseconds. Some systems count the time of a thread in steps of ten, so a short work would take none. */
const readable = 40;
/** The most repetitions in a turn, for functions that mostly wait and use little processor time. */
const mostTimes = 30;
