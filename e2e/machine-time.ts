import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { installDebianPackages } from '../scripts/debian-packages.ts';
import { startDebianPostgres } from '../scripts/debian-postgres.ts';
import { type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from './licet.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

/**
 * A Licet and its database on a machine whose clock a test can move. Both processes run with libfaketime, because Licet
 * deliberately has no option to change the time.
 */
export interface LaterLicet {
  readonly licet: RunningLicet;
  /** The current time on the simulated machine. */
  readonly now: () => Date;
  /** Moves the clock to the given number of days after the start. */
  goTo(day: number): Promise<void>;
  /** Signs a user in in a new browser whose clock follows the machine's clock. */
  visit(browser: Browser, login: string, password: string, path: string): Promise<Visitor>;
  stop(): Promise<void>;
}

const libraries = '/usr/lib';
const library = (): string | undefined =>
  readdirSync(libraries)
    .map((folder) => join(libraries, folder, 'faketime', 'libfaketimeMT.so.1'))
    .find((path) => existsSync(path));

/**
 * Returns the reason why the clock cannot be moved, or undefined. First installs libfaketime if missing and if the user has the permission.
 */
export function machineTimeMissing(): string | undefined {
  if (library() === undefined) installDebianPackages('libfaketime');
  return library() === undefined ? 'this machine has no libfaketime (apt-get install libfaketime)' : undefined;
}

const day = 86_400;

/** Starts Licet and its database, with the administrator of the tests. */
export async function startLaterLicet(): Promise<LaterLicet> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-later-'));
  chmodSync(folder, 0o755);
  const clock = join(folder, 'clock');
  let ahead = 0;
  const set = () => writeFileSync(clock, `+${ahead}s\n`, { mode: 0o644 });
  set();
  const later = {
    LD_PRELOAD: library() ?? '',
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // Timers use the true monotonic clock, so that skipping a day does not fire all timers.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const database = startDebianPostgres(later);
  if (!database) throw new Error('This machine has no PostgreSQL.');
  const licet = await startLicet({ environment: { ...withAdministrator, ...later, LICET_DATABASE_URL: database.url } });
  const now = () => new Date(Date.now() + ahead * 1000);
  return {
    licet,
    now,
    async goTo(to) {
      const next = to * day;
      if (next <= ahead) throw new Error(`It is day ${ahead / day} already.`);
      ahead = next;
      set();
      // Lets timers that read the clock once a minute run before the next request.
      await pause(100);
    },
    async visit(browser, login, password, path) {
      const visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
      await visitor.page.clock.install({ time: now() });
      await openAs(visitor.page, licet.url, login, password, path);
      return visitor;
    },
    async stop() {
      await licet.stop();
      database.stop();
      removeDataDirectory(licet.dataDirectory);
      rmSync(folder, { recursive: true });
    },
  };
}
