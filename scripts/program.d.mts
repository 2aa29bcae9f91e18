import type { SpawnOptions } from 'node:child_process';

/** A program of others that runs. */
export interface Program {
  /** Ends it, and comes back when it has ended: one that does not heed SIGTERM is killed. */
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface ProgramOptions extends Pick<SpawnOptions, 'env' | 'uid' | 'gid'> {
  /** Whether it is ready, by what it has said and by whatever it answers. */
  readonly ready: (said: string) => boolean | Promise<boolean>;
  /** What it keeps, and nobody needs when it has ended: it is removed then. */
  readonly folder?: string;
  /** How long it may take until it is ready, in milliseconds; a minute unless told. */
  readonly patience?: number;
  /** How long after SIGTERM it is killed, in milliseconds; ten seconds unless told. */
  readonly grace?: number;
}

/**
 * Starts a program, and waits until it is ready.
 * @throws Error when it ends before, or is not ready in time: how it ended, and what it said. It does not run any more then.
 */
export function startProgram(
  name: string,
  command: readonly [program: string, ...args: string[]],
  options: ProgramOptions,
): Promise<Program>;
