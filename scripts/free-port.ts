// Finds a port for a program that needs a fixed port number.
import { once } from 'node:events';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

// The range is below the ports that Linux (32768 to 60999) and macOS (49152 to 65535) assign to connections. A connection could take such a
// port between the check and the start of the program. The range is above the ports that browsers refuse to open.
const first = 20_000;
const count = 12_000;
const reservation = 10 * 60 * 1000;

/**
 * Finds a port that is free at every address. No other process on this machine gets the same port within ten minutes.
 * @throws Error if a hundred ports in turn are in use
 */
export async function freePort(): Promise<number> {
  for (let triesLeft = 100; triesLeft > 0; triesLeft -= 1) {
    const port = first + Math.floor(Math.random() * count);
    if (reserve(port) && (await isFree(port))) return port;
  }
  throw new Error('No free port was found.');
}

/** Reserves a port. If two processes choose the same port, only one of them creates its file. */
function reserve(port: number): boolean {
  const folder = join(tmpdir(), `licet-ports-${userInfo().username}`);
  const file = join(folder, String(port));
  mkdirSync(folder, { recursive: true });
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - since > reservation) rmSync(file, { force: true });
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.listen(port);
  const free = await listening;
  server.close();
  if (free) await once(server, 'close');
  return free;
}
