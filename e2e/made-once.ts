import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Organisation } from '../examples/ledger/sample/organisation.ts';
import { type LicetOptions, newDataDirectory, type RunningLicet, startLicet, withAdministrator } from './licet.ts';
import { makeOrganisation, makeRequests, type Requests } from './organisation.ts';

// Creating a database, its schema and the sample organisation takes several times as long as a start of Licet. So each
// run creates every sample only once, through the API. Tests use copies of the data directory, which are made after a
// graceful stop.

export interface Sample {
  readonly organisation: Organisation;
  /** Present only in a sample with requests. */
  readonly requests: Requests;
}

const nothing: Sample = {
  organisation: { users: new Map(), groups: new Map(), roles: new Map(), permissions: new Map() },
  requests: new Map(),
};

/** The kinds of data directories. Each contains everything of the previous kind, and more. */
const kinds = ['administrator', 'organisation', 'requests'] as const;
type Kind = (typeof kinds)[number];

export const startWithAdministrator = async (
  options: Omit<LicetOptions, 'dataDirectory'> = {},
): Promise<RunningLicet> => (await start('administrator', options)).licet;

export const startSample = (kind: 'organisation' | 'requests') => start(kind);

export async function copySample(kind: Kind = 'organisation'): Promise<Sample & { dataDirectory: string }> {
  const made = await madeOnce(kind);
  const dataDirectory = newDataDirectory();
  // Preserves owners and permissions, because the database belongs to a separate user.
  execFileSync('cp', ['-a', `${join(made, 'data')}/.`, dataDirectory]);
  return { ...(JSON.parse(readFileSync(join(made, 'sample.json'), 'utf8'), reviveMaps) as Sample), dataDirectory };
}

async function start(kind: Kind, { port, environment }: LicetOptions = {}): Promise<Sample & { licet: RunningLicet }> {
  const { dataDirectory, ...sample } = await copySample(kind);
  const licet = await startLicet({
    dataDirectory,
    environment: { ...withAdministrator, ...environment },
    ...(port && { port }),
  });
  return { ...sample, licet };
}

async function make(kind: Kind): Promise<string> {
  const before = kinds[kinds.indexOf(kind) - 1];
  const { licet, ...sample } = before
    ? await start(before)
    : { ...nothing, licet: await startLicet({ environment: withAdministrator }) };
  const made: Sample = {
    organisation:
      kind === 'organisation'
        ? await makeOrganisation({ data: licet.dataDirectory, client: licet.operator })
        : sample.organisation,
    requests:
      kind === 'requests' ? await makeRequests(licet.url, licet.operator, sample.organisation) : sample.requests,
  };
  await licet.stop();
  const folder = newDataDirectory();
  renameSync(licet.dataDirectory, join(folder, 'data'));
  writeFileSync(join(folder, 'sample.json'), JSON.stringify(made, keepMaps));
  return folder;
}

/**
 * Creates a kind of data directory once. The first worker that needs the kind creates it, and the other workers wait. A rename publishes
 * the directory, so an unfinished directory is never used.
 */
async function madeOnce(kind: Kind): Promise<string> {
  const folder = process.env.LICET_MADE_ONCE ?? newFolder();
  const [whole, lock] = [join(folder, kind), join(folder, `${kind}.lock`)];
  while (!existsSync(whole)) {
    if (!taken(lock)) {
      await pause(50);
      continue;
    }
    try {
      if (!existsSync(whole)) renameSync(await make(kind), whole);
    } finally {
      rmSync(lock, { recursive: true });
    }
  }
  return whole;
}

/** Outside of `npm test`, each process creates its own. */
function newFolder(): string {
  const folder = newDataDirectory();
  process.env.LICET_MADE_ONCE = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Takes the lock. Returns false if another worker holds the lock. */
function taken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

const keepMaps = (_: string, value: unknown) => (value instanceof Map ? { entries: [...value] } : value);
const reviveMaps = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'entries' in value && !Array.isArray(value)
    ? new Map(value.entries as [string, string][])
    : value;
