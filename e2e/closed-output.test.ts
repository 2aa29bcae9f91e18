import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { licetBin } from './command-line.ts';
import { endAll } from './end-all.ts';
import { newDataDirectory, type RunningLicet, removeDataDirectory } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

// Tests a reader of the output, such as `head`, that closes its pipe before the command writes.
let running: RunningLicet;

beforeAll(async () => {
  running = await startWithAdministrator();
});
afterAll(() => endAll(running));

type Unread = ChildProcessByStdio<Writable, null, Readable> & { readonly err: () => string };

async function unread(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Unread> {
  // The shell waits until the pipe is closed.
  const words = ['-c', 'read go; exec "$@"', 'sh', process.execPath, licetBin, ...args];
  const child = spawn('sh', words, { env: { ...process.env, ...environment }, stdio: 'pipe' });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.stdin.end('go\n');
  return Object.assign(child as unknown as ChildProcessByStdio<Writable, null, Readable>, { err: () => err });
}

test.each([
  ['licet --help', '--help'],
  ['licet who --json', 'who', 'users.manage', '--application', 'licet', '--json'],
  ['licet export events', 'export', 'events'],
  ['licet backup list', 'backup', 'list', '/tmp'],
])('%s exits without an error message if the reader of its output has closed the pipe', async (_, ...args) => {
  const child = await unread(args, { LICET_DATA: running.dataDirectory });
  const [code] = await once(child, 'close');
  expect({ code, err: child.err() }).toEqual({ code: 141, err: '' });
});

test('licet start keeps running if the reader of its output has closed the pipe', async () => {
  const [port, data] = [await freePort(), newDataDirectory()];
  try {
    const child = await unread(['start', '--port', String(port), '--data', data], { LICET_LOG_LEVEL: 'error' });
    const ready = () =>
      fetch(`http://localhost:${port}/readyz`).then(
        ({ status }) => status,
        () => undefined,
      );
    await expect.poll(ready).toBe(200);
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect({ code, err: child.err() }).toEqual({ code: 0, err: '' });
  } finally {
    removeDataDirectory(data);
  }
});
