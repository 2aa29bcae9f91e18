export interface Sessions {
  run(
    command: readonly [program: string, ...args: string[]],
    env: NodeJS.ProcessEnv,
    patient?: boolean,
  ): Promise<{ readonly code: number | null; readonly output: string }>;
  endAll(): Promise<void>;
}

export function openSessions(where: {
  readonly temporary: string;
  readonly cwd: string;
  readonly patience?: number;
}): Sessions;
