import { spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newDataDirectory, type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from '../licet.ts';
import { copySample } from '../made-once.ts';
import { doctor, type Load, startLoad } from './load.testing.ts';
import { readiness } from './world.testing.ts';

// A tmpfs for the data directory, which only root can mount. Shrinking the tmpfs to its used size fills it.
const mountPoint = newDataDirectory();
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=711', 'tmpfs', mountPoint]);
const why = mounted.status === 0 ? undefined : `no file system can be made here: ${mounted.stderr ?? mounted.error}`;
let licet: RunningLicet | undefined;
let load: Load | undefined;

beforeAll(async () => {
  if (why !== undefined) return console.log(`Skipped the full disk: ${why}`);
  const { dataDirectory: made } = await copySample('administrator');
  const dataDirectory = join(mountPoint, 'data');
  mkdirSync(dataDirectory);
  spawnSync('cp', ['-a', `${made}/.`, dataDirectory]);
  removeDataDirectory(made);
  licet = await startLicet({ dataDirectory, environment: withAdministrator });
  const { operator } = licet;
  load = await startLoad({ issuer: licet.url, operators: () => [operator] });
});
afterAll(async () => {
  await load?.rest();
  await licet?.stop();
  if (why === undefined) spawnSync('umount', ['-l', mountPoint]);
  removeDataDirectory(mountPoint);
});

test.skipIf(why)('on a full disk Licet answers 503, and recovers when there is space again', async () => {
  if (!licet || !load) throw new Error('There is no server.');
  const { dataDirectory, url } = licet;
  await load.goesWell();
  load.heard();
  fill();
  const refused = () => load?.heard().filter(({ status }) => status !== 200) ?? [];
  const heard = refused();
  await vi.waitUntil(() => {
    fill(); // Fills the space that PostgreSQL has freed since.
    heard.push(...refused());
    return heard.length >= 20;
  });
  const codes = [...new Set(heard.map(({ status, code }) => `${status} ${code}`))].sort();
  expect(codes.filter((code) => !['503 unavailable', '503 server_error'].includes(code))).toEqual([]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const { out } = await doctor(dataDirectory);
  for (const what of ['Disk', 'Space']) expect(out).toMatch(new RegExp(`^FAULT +${what}`, 'm'));
  resize('1g');
  await vi.waitUntil(async () => (await readiness(url)) === 200, 60_000);
  await load.goesWell(2, 15_000);
  await load.rest();
  await load.expectWhole('after a full disk', dataDirectory);
});

/** Fills the file system. Concurrent writes by PostgreSQL occasionally make the resize fail. */
function fill(): void {
  const { blocks, bfree, bsize } = statfsSync(mountPoint);
  resize(String((blocks - bfree) * bsize));
}

const resize = (size: string) => spawnSync('mount', ['-o', `remount,size=${size}`, mountPoint]);
