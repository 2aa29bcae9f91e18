import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

// Calls the readiness endpoint of each process repeatedly in its own thread, and records the longest delay.

const { addresses, processes, shared } = workerData as {
  readonly addresses: readonly string[];
  readonly processes: readonly number[];
  readonly shared: SharedArrayBuffer;
};
/**
 * Shared with the main thread: the longest response time in milliseconds since the last read, the number of rounds, and whether to
 * continue.
 */
const measured = new Float64Array(shared);
const agent = new Agent({ keepAlive: true });

/**
 * Returns the milliseconds for which the main thread of a process has run, and for which it has waited for a processor.
 * The attack does not cause the waiting.
 */
function timesOf(pid: number): { readonly worked: number; readonly waited: number } {
  try {
    const [worked = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    return { worked: worked / 1e6, waited: waited / 1e6 };
  } catch {
    return { worked: 0, waited: 0 };
  }
}

/** A delay in milliseconds that even a slow database on a busy machine does not cause. */
const slowDatabase = 1000;

function asked(address: string): Promise<void> {
  return new Promise((resolve) => {
    get(`${address}/readyz`, { agent, headers: { 'x-forwarded-for': '10.255.255.255' } }, (answer) => {
      answer.resume();
      answer.on('end', resolve);
    }).on('error', () => resolve());
  });
}

async function watch(address: string, pid: number): Promise<void> {
  const [start, before] = [performance.now(), timesOf(pid)];
  await asked(address);
  const [took, { worked, waited }] = [performance.now() - start, timesOf(pid)];
  const answered = took - (waited - before.waited);
  measured[0] = Math.max(measured[0] ?? 0, worked - before.worked, answered > slowDatabase ? answered : 0);
}

while (measured[2] !== 1) {
  await Promise.all(addresses.map((address, index) => watch(address, processes[index] ?? 0)));
  measured[1] = (measured[1] ?? 0) + 1;
  await pause(15);
}
agent.destroy();
