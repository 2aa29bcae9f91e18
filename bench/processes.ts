import { readdirSync, readFileSync } from 'node:fs';

/** Returns the fields of a stat file after the name of the process or thread: state, parent, process group and so on (proc(5)). */
export function statOf(path: string): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${path}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

const all = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

export const childrenOf = (parent: number): number[] =>
  all()
    .filter((name) => statOf(name)?.[1] === String(parent))
    .map(Number);

/** Returns the ids of a process and all its descendants. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

export const groupOf = (leader: number): number[] =>
  all()
    .filter((name) => statOf(name)?.[2] === String(leader))
    .map(Number);

/** Returns the ids of the postmaster of a data directory and its children. */
export function postgresOf(dataDirectory: string): number[] {
  const postmaster = Number(readFileSync(`${dataDirectory}/postgres/postmaster.pid`, 'utf8').split('\n')[0]);
  return [postmaster, ...childrenOf(postmaster)];
}

/** Processor time of processes in milliseconds, including children that have ended. The kernel counts in hundredths of a second. */
export function processorOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => (statOf(String(pid)) ?? []).slice(11, 15).reduce((sum, it) => sum + Number(it), 0));
  return ticks.reduce((sum, it) => sum + it, 0) * 10;
}

/** Memory in megabytes. Shared memory counts once. */
export function memoryOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0; // The process has ended, or belongs to another user.
    }
  });
  return Math.round(kilobytes.reduce((sum, it) => sum + it, 0) / 1024);
}
