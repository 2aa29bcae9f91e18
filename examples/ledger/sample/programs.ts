import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The running programs of the sample. `stop` ends them in the reverse order of their start. */
export interface Programs {
  /** Starts a program of this repository. The output of the program goes to the log. */
  start(program: string, args: readonly string[], environment: NodeJS.ProcessEnv): void;
  /** Registers a function that `stop` calls to release another resource. */
  add(end: () => Promise<unknown>): void;
  /** Ends all programs and resources, then exits this process. Never returns. */
  stop(code: number, why?: string): Promise<never>;
  note(line: string): void;
}

/** Milliseconds that a program has for a graceful stop before it is killed. */
const patience = 2000;

export function runPrograms(log: string): Programs {
  const output = openSync(log, 'a', 0o600);
  const ends: (() => Promise<unknown>)[] = [];
  let stopping = false;
  const stop = async (code: number, why?: string): Promise<never> => {
    if (!stopping) {
      stopping = true;
      process.stderr.write(`\n${why ?? 'Stopping …'}\n`);
      for (const end of ends.reverse()) await end().catch(() => undefined);
      process.exit(code);
    }
    return new Promise(() => undefined);
  };
  return {
    start: (program, args, environment) => {
      if (stopping) return;
      const path = fileURLToPath(new URL(`../../../${program}`, import.meta.url));
      const child = spawn(process.execPath, [path, ...args], {
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
        stdio: ['ignore', output, output],
        // Use a separate process group, so that Ctrl-C reaches only this process. `stop` then ends the programs in order.
        detached: true,
      });
      ends.push(() => end(child));
      child.once('exit', () => void stop(1, `${program} ended by itself. ${lastWords(log)}`));
    },
    add: (end) => void ends.push(end),
    stop,
    note: (line) => appendFileSync(log, `${line}\n`),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), patience);
  await once(child, 'exit');
  clearTimeout(late);
}

/** Returns the readable lines among the last eight of the log, and the path of the log. */
function lastWords(log: string): string {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-8);
  return [...lines.filter((line) => !/^(\{|PostgreSQL: )/.test(line)), `All that was written is in ${log}.`].join('\n');
}
