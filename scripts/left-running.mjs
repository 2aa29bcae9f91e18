import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Ends the processes that a program left running, and all that these started. Finds none on systems without /proc.
 * @param session the process id of the program, which was started as the leader of a session (`detached`)
 * @param folder the program's folder for temporary files: a process in another session belongs to it if its command names it
 * @param patience milliseconds in which they may end by themselves
 * @returns the commands of those that had to be killed
 */
export async function endLeftRunning({ session, folder, patience }) {
  for (const until = performance.now() + patience; performance.now() < until; await pause(50))
    if (leftRunning({ session, folder }).length === 0) return [];
  const killed = [];
  // A process that a killed one has just started is found at the next look.
  for (let found = leftRunning({ session, folder }); found.length > 0; found = leftRunning({ session, folder })) {
    for (const { pid, command } of found) if (kill(pid) && !killed.includes(command)) killed.push(command);
    await pause(50);
  }
  return killed;
}

function leftRunning({ session, folder }) {
  return processes().filter((it) => it.session === session || it.command.includes(`${folder}/`));
}

/** Every process except this one that has not ended; a zombie has ended. */
function processes() {
  return numbersIn('/proc').flatMap((pid) => {
    try {
      const [state, , , its] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return pid === process.pid || state === 'Z' || state === 'X' ? [] : [{ pid, session: Number(its), command }];
    } catch {
      return []; // it ended meanwhile
    }
  });
}

function numbersIn(folder) {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function kill(pid) {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
