/**
 * Measures the processor time of this thread for several functions, in milliseconds. Returns the shortest of several turns for each
 * function. A turn repeats a short function. Machines differ in speed and load, so tests should compare functions of the same run with each
 * other, not with a fixed limit.
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

/** In milliseconds. Some systems count the time of a thread in steps of ten, so a shorter turn could measure zero. */
const readable = 40;
/** The maximum number of repetitions in a turn, for functions that mostly wait and use little processor time. */
const mostTimes = 30;
