import { readFileSync } from 'node:fs';
import type { Attacked } from './attacked.ts';

/** Milliseconds that the main threads of the processes have worked; other work of the machine does not count. */
function worked({ processes }: Attacked): number {
  const ran = processes.map((pid) => readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]);
  return ran.reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
}

/** The least time for which the processes work at something; the watcher's requests are part of it. */
export async function leastWork(attacked: Attacked, work: () => Promise<unknown>, enough = 30): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4 && least > enough; round += 1) {
    const before = worked(attacked);
    await work();
    least = Math.min(least, worked(attacked) - before);
  }
  return least;
}
