import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { operatorFile } from '@licet/contract/operator';
import type { FastifyInstance } from 'fastify';

/** The operator's socket of this data directory cannot be opened: another Licet listens on it, or its directory is not safe. */
export class OperatorSocketError extends Error {
  override readonly name = 'OperatorSocketError';
}

/**
 * Listens on a Unix socket in a directory that only its owner can enter. Writes the socket's path where the command
 * line looks for it. Every caller may make all calls, because a user who can connect owns the data anyway.
 */
export async function listenToOperator(app: FastifyInstance, dataDirectory: string): Promise<void> {
  const address = operatorFile(dataDirectory);
  ownDirectory(dirname(address));
  const socket = socketPath(dirname(address));
  ownDirectory(dirname(socket));
  if (await answers(socket))
    throw new OperatorSocketError(
      `Another Licet uses the data directory ${dataDirectory}. Stop it, or choose another directory with --data.`,
    );
  rmSync(socket, { force: true });
  await app.listen({ path: socket });
  chmodSync(socket, 0o600);
  writeFileSync(address, socket, { mode: 0o600 });
}

function ownDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  // In a world-writable directory, another user may have created the path first, as a directory or as a link.
  const found = lstatSync(path);
  if (!found.isDirectory())
    throw new OperatorSocketError(
      `${path} is not a directory, so the operator's socket would not be safe in it. Remove it, or choose another directory with --data.`,
    );
  if (process.getuid && found.uid !== process.getuid())
    throw new OperatorSocketError(
      `${path} belongs to the user ${found.uid}, so the operator's socket would not be safe in it. Choose another directory with --data.`,
    );
  chmodSync(path, 0o700);
}

// The path of a Unix socket is limited to 107 bytes (unix(7), sun_path).
function socketPath(directory: string): string {
  const near = join(directory, 'socket');
  if (Buffer.byteLength(near) <= 100) return near;
  return join(
    tmpdir(),
    `licet-${process.getuid?.() ?? 0}-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`,
    'socket',
  );
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    const settle = (alive: boolean) => {
      probe.destroy();
      resolve(alive);
    };
    probe.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}
