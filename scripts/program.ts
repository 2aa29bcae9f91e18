// Runs an external program for tests. Waits until the program is ready. At the end, waits until it has ended, so that
// no other test can find it.
import { type SpawnOptions, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface Program {
  /** Ends the program and waits for its end. Kills a program that ignores SIGTERM. */
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface ProgramOptions extends Pick<SpawnOptions, 'env' | 'uid' | 'gid'> {
  /** Returns whether the program is ready. `said` is the output of the program so far. */
  readonly ready: (said: string) => boolean | Promise<boolean>;
  /** The program's own folder, which is removed after the program has ended. */
  readonly folder?: string;
  /** The maximum milliseconds until the program is ready. The default is one minute. */
  readonly patience?: number;
  /** The milliseconds between SIGTERM and SIGKILL. The default is ten seconds. */
  readonly grace?: number;
}

/**
 * Starts a program and waits until it is ready. Ends a program that is not ready in time.
 * @throws Error with the exit code or signal of the program, and its output
 */
export async function startProgram(
  name: string,
  [program, ...args]: readonly [program: string, ...args: string[]],
  { ready, folder, patience = 60_000, grace = 10_000, ...how }: ProgramOptions,
): Promise<Program> {
  const child = spawn(program, args, { ...how, stdio: ['ignore', 'pipe', 'pipe'] });
  const last = () => child.kill('SIGKILL');
  process.once('exit', last); // If this process ends first, it must not leave the program running.
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-20_000);
    });
  let end: string | undefined;
  const ended = new Promise<void>((resolve) => {
    const was = (why: string) => {
      end ??= why;
      process.off('exit', last);
      resolve();
    };
    child.once('error', ({ message }) => was(`it cannot be run (${message})`));
    child.once('exit', (code, signal) => was(signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`));
  });
  const stop = async () => {
    if (end === undefined) {
      child.kill('SIGTERM');
      child.kill('SIGCONT'); // A suspended program receives no signal.
      const insist = setTimeout(() => child.kill('SIGKILL'), grace);
      await ended;
      clearTimeout(insist);
    }
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  /** Limits one attempt, because a program may accept a connection and never respond. */
  const look = () => Promise.race([ready(said), ended, pause(2000, false, { ref: false })]);
  try {
    const deadline = performance.now() + patience;
    while ((await look()) !== true) {
      if (end !== undefined) await pause(100); // The last output may still arrive.
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
