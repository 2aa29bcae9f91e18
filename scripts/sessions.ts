import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface Sessions {
  /** @param patient whether other programs have priority */
  run(
    command: readonly [program: string, ...args: string[]],
    env: NodeJS.ProcessEnv,
    patient?: boolean,
  ): Promise<{ readonly code: number | null; readonly output: string }>;
  /** Ends every program and all processes that the programs started. */
  endAll(): Promise<void>;
}

/** A started program, with the id of its session and its folder for temporary files. */
interface Program {
  readonly session: number;
  readonly folder: string;
}

/** Milliseconds for reading the last output after all processes that could write it have ended. */
const unread = 5000;

/**
 * Runs programs, each in a separate session and with a separate folder for temporary files. Ends processes that a program left running, and
 * names them in the program's output.
 * @param temporary the parent of the folders
 * @param patience the milliseconds that remaining processes get to end without a signal
 */
export function openSessions({
  temporary,
  cwd,
  patience = 10_000,
}: {
  readonly temporary: string;
  readonly cwd: string;
  readonly patience?: number;
}): Sessions {
  const sessions = new Map<number, string>();
  let count = 0;

  const run: Sessions['run'] = async ([program, ...args], env, patient = false) => {
    count += 1;
    const folder = join(temporary, String(count));
    mkdirSync(folder);
    // All users may write to the folder, as to /tmp, because tests run programs as different users.
    chmodSync(folder, 0o1777);
    const child = spawn(program, args, {
      cwd,
      env: { ...env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    if (child.pid === undefined) {
      const [error] = await once(child, 'error');
      return { code: 1, output: String(error.message) };
    }
    if (patient) setPriority(child.pid, 10);
    sessions.set(child.pid, folder);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const closed = once(child, 'close');
    const [code] = await once(child, 'exit');
    const left = await endLeftRunning({ session: child.pid, folder, patience });
    sessions.delete(child.pid);
    await Promise.race([closed, pause(unread, undefined, { ref: false })]);
    if (left.length === 0) return { code, output };
    return { code: code || 1, output: `${output}\nLeft running, and ended now:\n${left.join('\n')}\n` };
  };

  const endAll = async () => {
    const open = [...sessions];
    for (const [session] of open) signal(session);
    await Promise.all(open.map(([session, folder]) => endLeftRunning({ session, folder, patience })));
  };

  return { run, endAll };
}

/** Sends a signal to the program, which forwards it to its children. */
function signal(session: number): void {
  try {
    process.kill(session, 'SIGTERM');
  } catch {
    // The program has ended since.
  }
}

/**
 * Ends the processes that a program left running, and all their descendants. Finds none on systems without /proc.
 * @param session the process id of the program, which was started as the leader of a session (`detached`)
 * @param folder the program's folder for temporary files. A process of another session belongs to the program if its command contains this
 * folder.
 * @param patience the milliseconds that the processes get to end without a signal
 * @returns the commands of the killed processes
 */
async function endLeftRunning({
  session,
  folder,
  patience,
}: Program & { readonly patience: number }): Promise<string[]> {
  for (const until = performance.now() + patience; performance.now() < until; await pause(50))
    if (leftRunning({ session, folder }).length === 0) return [];
  const killed: string[] = [];
  // Repeats the search, because a killed process may have just started another process.
  for (let found = leftRunning({ session, folder }); found.length > 0; found = leftRunning({ session, folder })) {
    for (const { pid, command } of found) if (kill(pid) && !killed.includes(command)) killed.push(command);
    await pause(50);
  }
  return killed;
}

function leftRunning({ session, folder }: Program): { readonly pid: number; readonly command: string }[] {
  return processes().filter((it) => it.session === session || it.command.includes(`${folder}/`));
}

/** Returns every running process except this process. Zombies do not count. */
function processes(): { readonly pid: number; readonly session: number; readonly command: string }[] {
  return numbersIn('/proc').flatMap((pid) => {
    try {
      const [state, , , its] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return pid === process.pid || state === 'Z' || state === 'X' ? [] : [{ pid, session: Number(its), command }];
    } catch {
      return []; // The process has ended since.
    }
  });
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
