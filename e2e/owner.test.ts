import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { operatorFile } from '@licet/contract/operator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { licet, licetBin } from './command-line.ts';

const owner = 64_711;
const root = process.getuid?.() === 0;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'licet-owner-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs “licet start”, which would run on if it did not refuse. */
const start = () =>
  spawnSync(process.execPath, [licetBin, 'start', '--data', folder, '--port', '0'], {
    encoding: 'utf8',
    timeout: 60_000,
    // Remove the variables of the test run, which the log would report as unknown.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LICET_'))),
  });

test.skipIf(!root)('licet start changes nothing in a data directory of another user, and names the owner', () => {
  chownSync(folder, owner, owner);
  expect(start()).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `Licet did not start. ${folder} belongs to the user ${owner}, and this command runs as the user 0. If a service runs Licet there, start the service, for example with “systemctl start licet”. Otherwise start Licet as that user, or choose another directory with --data.\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(!root)('licet start refuses an operator folder of another user before it opens the database', () => {
  const operator = dirname(operatorFile(folder));
  mkdirSync(operator);
  chownSync(operator, owner, owner);
  const { status, stderr } = start();
  expect([status, stderr]).toEqual([2, expect.stringContaining(`${operator} belongs to the user ${owner}`)]);
  expect(readdirSync(folder)).toEqual(['operator']);
});

test.skipIf(!root)(
  'without a server, a command names the service if the data directory belongs to another user',
  async () => {
    expect((await licet(['verify', '--data', folder])).err).toContain('Start Licet with “licet start”, or');
    chownSync(folder, owner, owner);
    expect((await licet(['verify', '--data', folder])).err).toBe(
      `No Licet server is running on the data directory ${folder}. Start the service, for example with “systemctl start licet”, or set another directory with --data.\n`,
    );
  },
);

/** Runs a program of Node as another user. */
const asOwner = (...args: string[]) =>
  spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000, uid: owner, gid: owner, cwd: '/', env: {} });

test.skipIf(!root)(
  'licet doctor reports a directory that this user cannot reach as closed, not as missing',
  ({ skip }) => {
    const readable = asOwner('--eval', `require('node:fs').accessSync(${JSON.stringify(licetBin)})`).status === 0;
    skip(!readable, 'Other users cannot read this checkout.');
    const directory = join(folder, 'licet');
    mkdirSync(directory);
    const { stdout, stderr } = asOwner(licetBin, 'doctor', '--data', directory);
    expect(stdout + stderr).toContain('the data directory belongs to another user');
    expect(stdout + stderr).not.toContain('does not exist');
  },
);
