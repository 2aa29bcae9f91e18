import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  fingerprintOf,
  publicKeyFile,
  publicKeyOf,
  readReleaseKey,
  releaseReadme,
  signSums,
} from './release-signing.mjs';

const folder = mkdtempSync(join(tmpdir(), 'licet-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the commands of the README, as operators type them. */
const commands = (readme: string) =>
  [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));

test('the commands in a release’s README verify the release, and refuse an altered one', () => {
  const file = join(folder, 'private.pem');
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', file]);
  const key = readReleaseKey(file);
  const readme = releaseReadme({ version: '1.2.3', key });
  writeFileSync(join(folder, 'README.md'), readme);
  writeFileSync(join(folder, publicKeyFile), publicKeyOf(key));
  const sums = execFileSync('sha256sum', ['README.md', publicKeyFile], { cwd: folder, encoding: 'utf8' });
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  signSums(folder, key);
  const [fingerprint = '', verify = '', check = ''] = commands(readme);
  const run = (command: string) => spawnSync('bash', ['-euc', command], { cwd: folder, encoding: 'utf8' });
  expect(run(fingerprint).stdout).toContain(fingerprintOf(key));
  expect(readme).toContain(fingerprintOf(key));
  expect(run(verify).stdout).toContain('Signature Verified Successfully');
  expect(run(check).status).toBe(0);

  writeFileSync(join(folder, 'README.md'), `${readme}\nand more`);
  expect(run(check).status).not.toBe(0);
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    sums.replace(/^./, (first) => (first === '0' ? '1' : '0')),
  );
  expect(run(verify).status).not.toBe(0);
});

test('the README of an unsigned release says that it is not signed', () => {
  const readme = releaseReadme({ version: '1.2.3', key: undefined });
  expect(readme).toContain('not signed');
  expect(commands(readme)).toEqual(['sha256sum --check --quiet SHA256SUMS']);
});

test('a key of another type is refused, with the command that makes a valid one', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const file = join(folder, 'other.pem');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(() => readReleaseKey(file)).toThrow(/openssl genpkey -algorithm ed25519/);
  expect(() => readReleaseKey(join(folder, 'nowhere.pem'))).toThrow(/nowhere\.pem/);
});
