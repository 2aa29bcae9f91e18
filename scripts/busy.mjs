import { spawn } from 'node:child_process';

/** Each keeps one core busy, and ends when the process that started it is gone, however that ended. */
const source = `
  for (let until = 0; process.ppid === Number(process.argv[1]); ) {
    until = performance.now() + 100;
    while (performance.now() < until);
  }`;

/** Starts processes that do nothing but take processor time. */
export function startBusy(count) {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', source, String(process.pid)], { stdio: 'ignore' }),
  );
  const end = () => {
    for (const child of children) child.kill('SIGKILL');
  };
  process.once('exit', end);
  return { end, pids: children.map(({ pid }) => pid) };
}
