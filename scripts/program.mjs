// A program of others that tests start: until it is ready, and until it has ended. Nobody finds it running who did not start it.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Starts one, and waits until it is ready; one that is not, in time, is ended, and the error says what it said and how it ended. */
export async function startProgram(
  name,
  [program, ...args],
  { ready, folder, patience = 60_000, grace = 10_000, ...how },
) {
  const child = spawn(program, args, { ...how, stdio: ['ignore', 'pipe', 'pipe'] });
  const last = () => child.kill('SIGKILL');
  process.once('exit', last); // whoever started it may end before it
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
      child.kill('SIGCONT'); // one that is held where it is hears nothing
      const insist = setTimeout(() => child.kill('SIGKILL'), grace);
      await ended;
      clearTimeout(insist);
    }
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  /** One look takes no longer than this: a program may take a connection, and say nothing. */
  const look = () => Promise.race([ready(said), ended, pause(2000, false, { ref: false })]);
  try {
    const deadline = performance.now() + patience;
    while ((await look()) !== true) {
      if (end !== undefined) await pause(100); // what it said at its end is on its way
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
