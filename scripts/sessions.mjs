import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endLeftRunning } from './left-running.mjs';

/** Milliseconds for reading the last output after every process has ended that could write it. */
const unread = 5000;

/**
 * Runs programs, each in a session of its own and with its own folder for temporary files. Processes that a program leaves running are
 * ended, and named in its output.
 * @param temporary the parent of the folders
 * @param patience milliseconds in which processes that were left running may end by themselves
 */
export function openSessions({ temporary, cwd, patience = 10_000 }) {
  const sessions = new Map();
  let count = 0;

  /** @param patient whether other programs have priority */
  async function run([program, ...args], env, patient = false) {
    count += 1;
    const folder = join(temporary, String(count));
    mkdirSync(folder);
    // Open to every user as whom tests run programs, like /tmp.
    chmodSync(folder, 0o1777);
    const child = spawn(program, args, {
      cwd,
      env: { ...env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    if (child.pid === undefined) {
      const [error] = await once(child, 'error');
      return { code: 1, output: error.message };
    }
    if (patient) setPriority(child.pid, 10);
    sessions.set(child.pid, folder);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    const closed = once(child, 'close');
    const [code] = await once(child, 'exit');
    const left = await endLeftRunning({ session: child.pid, folder, patience });
    sessions.delete(child.pid);
    await Promise.race([closed, pause(unread, undefined, { ref: false })]);
    if (left.length === 0) return { code, output };
    return { code: code || 1, output: `${output}\nLeft running, and ended now:\n${left.join('\n')}\n` };
  }

  /** Ends every program and everything that it started. */
  async function endAll() {
    const open = [...sessions];
    for (const [session] of open) signal(session);
    await Promise.all(open.map(([session, folder]) => endLeftRunning({ session, folder, patience })));
  }

  return { run, endAll };
}

/** A program passes the signal on to its own children. */
function signal(session) {
  try {
    process.kill(session, 'SIGTERM');
  } catch {
    // it ended meanwhile
  }
}
