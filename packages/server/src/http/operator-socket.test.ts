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

test('gives only its owner access to the socket, and refuses a second server on it', async () => {
  const app = Fastify();
  await listenToOperator(app, folder);
  const file = operatorFile(folder);
  expect([modeOf(dirname(file)), modeOf(file), modeOf(join(dirname(file), 'socket'))]).toEqual(['700', '600', '600']);
  await expect(listenToOperator(Fastify(), folder)).rejects.toThrow(OperatorSocketError);
  await app.close();
});

test('refuses a symbolic link in place of the socket’s directory', async () => {
  const otherFolder = join(folder, 'elsewhere');
  mkdirSync(otherFolder);
  chmodSync(otherFolder, 0o755);
  symlinkSync(otherFolder, dirname(operatorFile(folder)));
  await expect(listenToOperator(Fastify(), folder)).rejects.toThrow(OperatorSocketError);
  expect(modeOf(otherFolder)).toBe('755');
});
