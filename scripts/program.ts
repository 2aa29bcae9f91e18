// Runs an external program for tests: waits until it is ready and, at the end, until it has ended. No other process can find it.
import { type SpawnOptions, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A running program. */
export interface Program {
  /** Ends it and waits for its end; a program that ignores SIGTERM is killed. */
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface ProgramOptions extends Pick<SpawnOptions, 'env' | 'uid' | 'gid'> {
  /** Whether the program is ready, judged by its output and its answers. */
  readonly ready: (said: string) => boolean | Promise<boolean>;
  /** Its own folder, which is removed when it has ended. */
  readonly folder?: string;
  /** Milliseconds until it has to be ready; a minute by default. */
  readonly patience?: number;
  /** Milliseconds from SIGTERM until it is killed; ten seconds by default. */
  readonly grace?: number;
}

/**
 * Starts a program and waits until it is ready. A program that is not ready in time is ended.
 * @throws Error with how it ended and its output
 */
export async function startProgram(
  name: string,
  [program, ...args]: readonly [program: string, ...args: string[]],
  { ready, folder, patience = 60_000, grace = 10_000, ...how }: ProgramOptions,
): Promise<Program> {
  const child = spawn(program, args, { ...how, stdio: ['ignore', 'pipe', 'pipe'] });
  const last = () => child.kill('SIGKILL');
  process.once('exit', last); // this process may end before the program
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
