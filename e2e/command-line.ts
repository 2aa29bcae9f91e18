import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { run } from '../packages/cli/src/main.ts';

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export const licetBin = fileURLToPath(new URL('../packages/cli/bin/licet.mjs', import.meta.url));

/** Runs the command line as a separate process, as a shell does. */
export function licetProcess(...args: string[]): Promise<Said> {
  return new Promise((resolve) =>
    execFile(process.execPath, [licetBin, ...args], (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    ),
  );
}

/**
 * Runs the command line within this process, because a new process would spend most of its time reading the sources.
 * - Only one call can run at a time.
 * - A given environment replaces the whole environment.
 */
export async function licet(args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Said> {
  const said = { out: '', err: '' };
  const before = { env: process.env, out: process.stdout.write, err: process.stderr.write };
  const into =
    (name: keyof typeof said): typeof process.stdout.write =>
    (chunk) => {
      said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    };
  process.stdout.write = into('out');
  process.stderr.write = into('err');
  if (environment) process.env = environment;
  try {
    const code = await run(args);
    return { code, ...said };
  } finally {
    process.env = before.env;
    process.stdout.write = before.out;
    process.stderr.write = before.err;
  }
}
