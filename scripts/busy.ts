import { spawn } from 'node:child_process';

/** Keeps one core busy. Ends when its parent process has ended for any reason. */
const source = `
  for (let until = 0; process.ppid === Number(process.argv[1]); ) {
    until = performance.now() + 100;
    while (performance.now() < until);
  }`;

export function startBusy(count: number): { end(): void; readonly pids: readonly (number | undefined)[] } {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', source, String(process.pid)], { stdio: 'ignore' }),
  );
  const end = () => {
    for (const child of children) child.kill('SIGKILL');
  };
  process.once('exit', end);
  return { end, pids: children.map(({ pid }) => pid) };
}
