import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Jobs } from '../jobs/jobs.ts';
import { backupJob } from '../store/backup/schedule.ts';
import { listen } from '../store/kernel/listen.ts';
import { type TestStore, testStore } from '../store/store.testing.ts';
import { folderPlace, forgetOld } from './place.ts';
import { backupHandler, queueBackups } from './scheduled.ts';
import type { BackupSettings } from './settings.ts';

let store: TestStore;
let folder: string;
let settings: BackupSettings;
const ends: (() => Promise<unknown>)[] = [];
const errors: unknown[] = [];
const every = 3600;

beforeEach(async () => {
  store = await testStore();
  folder = mkdtempSync(join(tmpdir(), 'licet-backups-'));
  const file = join(folder, 'key');
  writeFileSync(file, Buffer.alloc(32, 5).toString('base64'), { mode: 0o600 });
  settings = { folder: join(folder, 'kept'), every, keep: 2, lock: { kind: 'key', file } };
  errors.length = 0;
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** A server that makes backups. */
async function server() {
  const { database } = store;
  const listener = listen(database);
  await queueBackups(database, settings, 'now');
  const log = { info: () => undefined };
  const handlers = { [backupJob]: backupHandler({ database, settings, s3: {}, log }) };
  const jobs = new Jobs({ database, listener, handlers, onError: (error) => void errors.push(error), safetyLook: 50 });
  const close = async () => {
    await jobs.close(1);
    await listener.close();
  };
  ends.push(close);
  return close;
}

const backups = () => folderPlace(settings.folder).list();
const made = async () => (await backups()).length;

test('each scheduled backup is made by one of several servers, which also deletes old backups', async () => {
  await Promise.all([server(), server()]);
  await vi.waitUntil(async () => (await made()) === 1, 60_000);
  const [first] = await backups();
  const restarted = await server();
  await pause(200);
  expect(await made()).toBe(1);
  await restarted();
  for (const hour of [1, 2]) {
    const [before] = await backups();
    store.setClock(hour * every * 1000);
    await vi.waitUntil(async () => (await backups())[0]?.file !== before?.file, 60_000);
  }
  await vi.waitUntil(async () => (await made()) === 2, 60_000);
  expect((await backups()).map(({ file }) => file)).not.toContain(first?.file);
  expect(readdirSync(settings.folder)).toHaveLength(2);
  expect(errors).toEqual([]);
});

test('does not count or delete other files in the backup folder', async () => {
  await server();
  await vi.waitUntil(async () => (await made()) === 1, 60_000);
  const others = ['licet.backup', 'licet-2020-01-01T000000Z-1-0000000g.backup', 'notes.txt'];
  for (const name of others) writeFileSync(join(settings.folder, name), 'x');
  expect(await forgetOld(folderPlace(settings.folder), 1)).toEqual([]);
  expect((await forgetOld(folderPlace(settings.folder), 0)).length).toBe(1);
  expect(readdirSync(settings.folder).sort()).toEqual(others.sort());
});

test('a failed backup is logged, leaves no file and stays queued for a retry', async () => {
  rmSync(settings.lock.file);
  await server();
  await vi.waitUntil(async () => errors.length > 0, 60_000);
  expect(String(errors[0])).toMatch(/There is no key file .*openssl rand/);
  expect(await made()).toBe(0);
  const { rows } = await store.database.pool.query(
    `select attempts, last_error from jobs where last_error is not null`,
  );
  expect(rows).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('There is no key file') }]);
  writeFileSync(settings.lock.file, Buffer.alloc(32, 5).toString('base64'), { mode: 0o600 });
  await store.database.pool.query('update jobs set due_at = now() where last_error is not null');
  await vi.waitUntil(async () => (await made()) === 1, 60_000);
});
