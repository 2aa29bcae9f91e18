/**
 * Milliseconds of this thread for some works: the least of several turns for each, in which a short work is repeated. Machines differ in
 * speed and load, so a test compares one work with another one of the same run, and not with a clock.
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
/** Ends the turn of a work that mostly waits. */
const mostTimes = 30;
