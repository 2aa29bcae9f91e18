// Runs an external program for tests: waits until it is ready and, at the end, until it has ended. No other process can find it.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Starts a program and waits until it is ready. A program that is not ready in time is ended.
 * @throws Error with how it ended and its output
 */
export async function startProgram(
  name,
  [program, ...args],
  { ready, folder, patience = 60_000, grace = 10_000, ...how },
) {
  const child = spawn(program, args, { ...how, stdio: ['ignore', 'pipe', 'pipe'] });
  const last = () => child.kill('SIGKILL');
  process.once('exit', last); // this process may end before the program
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said = `${said}${text}`.slice(-20_000);
    });
  let end;
  const ended = new Promise((resolve) => {
    const was = (said) => {
      end ??= said;
      process.off('exit', last);
      resolve();
    };
    child.once('error', ({ message }) => was(`it cannot be run (${message})`));
    child.once('exit', (code, signal) => was(signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`));
  });
  const stop = async () => {
    if (end === undefined) {
      child.kill('SIGTERM');
      child.kill('SIGCONT'); // a suspended program receives no signal
      const insist = setTimeout(() => child.kill('SIGKILL'), grace);
      await ended;
      clearTimeout(insist);
    }
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  /** Limits one attempt, because a program may accept a connection and never answer. */
  const look = () => Promise.race([ready(said), ended, pause(2000, false, { ref: false })]);
  try {
    const deadline = performance.now() + patience;
    while ((await look()) !== true) {
      if (end !== undefined) await pause(100); // the last output is still on its way
      const why = end ?? (performance.now() > deadline ? `it was not ready within ${patience / 1000} s` : undefined);
      if (why !== undefined) throw new Error(`${name} did not start: ${why}. It said: ${said.trim() || 'nothing'}`);
      await Promise.race([pause(50), ended]);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop, kill: (signal) => child.kill(signal) };
}
