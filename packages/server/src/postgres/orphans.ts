import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataDirectory } from './data-directory.ts';
import { EmbeddedPostgresError, systemCode } from './errors.ts';

/** The signals in increasing severity, each with the time before the next one. SIGINT is PostgreSQL's fast shutdown. */
const escalation: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 3_000],
];

/**
 * Ends processes on this cluster that a killed Licet or postmaster left. Only the holder of the directory's lock may call it, because
 * then no other Licet uses them.
 * @returns the ids of the ended processes
 */
export async function endOrphans(directory: DataDirectory): Promise<number[]> {
  const ended = new Set<number>();
  for (const [signal, patience] of escalation) {
    const deadline = performance.now() + patience;
    const postmaster = livePostmaster(directory);
    // A backend without its postmaster only holds the shared memory. It may be killed: the log is replayed, so nothing is lost.
    const targets = postmaster === undefined ? clusterProcesses(directory) : [postmaster];
    for (const pid of targets) {
      send(pid, postmaster === undefined && signal === 'SIGINT' ? 'SIGQUIT' : signal);
      ended.add(pid);
    }
    while (isAnythingLeft(directory) && performance.now() < deadline) await pause(20);
    if (!isAnythingLeft(directory)) {
      dropForeignPidFile(directory);
      return [...ended];
    }
  }
  throw new EmbeddedPostgresError(
    'orphan_not_stopped',
    `PostgreSQL processes of an earlier run (${clusterProcesses(directory).join(', ')}) still use ${directory.cluster} and do not stop. End them, then start again.`,
  );
}

function isAnythingLeft(directory: DataDirectory): boolean {
  return livePostmaster(directory) !== undefined || clusterProcesses(directory).length > 0;
}

function livePostmaster(directory: DataDirectory): number | undefined {
  const pid = recordedPid(directory);
  return pid !== undefined && runsOn(pid, directory.cluster) ? pid : undefined;
}

function recordedPid(directory: DataDirectory): number | undefined {
  try {
    const pid = Number(readFileSync(join(directory.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes a process id file from before a reboot. Its number may belong to another process now, and PostgreSQL would refuse to start. */
function dropForeignPidFile(directory: DataDirectory): void {
  const pid = recordedPid(directory);
  if (pid !== undefined && isAlive(pid)) rmSync(join(directory.cluster, 'postmaster.pid'), { force: true });
}

/** Whether a process belongs to the cluster: PostgreSQL's processes have it as their working directory. */
function runsOn(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (existsSync('/proc/self/cwd')) return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
  } catch {
    return false;
  }
}

function clusterProcesses(directory: DataDirectory): number[] {
  if (!existsSync('/proc/self/cwd')) return [];
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    return Number.isInteger(pid) && pid !== process.pid && runsOn(pid, directory.cluster) ? [pid] : [];
  });
}

/** Whether a process exists. A zombie also counts, but has no working directory, so `runsOn` excludes it. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}
