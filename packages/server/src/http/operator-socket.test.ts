import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { operatorFile } from '@licet/contract/operator';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listenToOperator, OperatorSocketError } from './operator-socket.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'licet-socket-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('only its owner can enter the socket and its directory, and a second server on it is refused', async () => {
  const app = Fastify();
  await listenToOperator(app, folder);
  const file = operatorFile(folder);
  expect([modeOf(dirname(file)), modeOf(file), modeOf(join(dirname(file), 'socket'))]).toEqual(['700', '600', '600']);
  await expect(listenToOperator(Fastify(), folder)).rejects.toThrow(OperatorSocketError);
  await app.close();
});

test('a link in the place of the directory is not followed', async () => {
  const otherFolder = join(folder, 'elsewhere');
  mkdirSync(otherFolder);
  chmodSync(otherFolder, 0o755);
  symlinkSync(otherFolder, dirname(operatorFile(folder)));
  await expect(listenToOperator(Fastify(), folder)).rejects.toThrow(OperatorSocketError);
  expect(modeOf(otherFolder)).toBe('755');
});
