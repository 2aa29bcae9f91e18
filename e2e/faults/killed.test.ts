import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test, vi } from 'vitest';
import { endAll } from '../end-all.ts';
import { type RunningLicet, startLicet } from '../licet.ts';
import { startWithAdministrator } from '../made-once.ts';
import { type Load, startLoad, wrong } from './load.testing.ts';
import { readiness } from './world.testing.ts';

const seed = Number(process.env.LICET_FAULT_SEED ?? randomInt(2 ** 31));
let state = seed;

/**
 * Returns the next random number from 0 to 1 (mulberry32). A failed test prints the seed. Setting LICET_FAULT_SEED to the seed repeats the
 * same moments and victims on a machine of the same speed.
 */
function chance(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

function tellSeed(): void {
  onTestFailed(() => console.log(`To repeat these moments: LICET_FAULT_SEED=${seed}`));
}

// Kills each victim once, and one victim again. `npm run long` kills a hundred times.
const kills = Number(process.env.LICET_FAULT_KILLS ?? 4);
const victims = ['server', 'database', 'process of the database'] as const;
const pairsAnImport = 3000;
let licet: RunningLicet;
let load: Load;

beforeAll(async () => {
  licet = await startWithAdministrator();
  load = await startLoad({ issuer: licet.url, operators: () => [licet.operator] });
});
afterAll(() => endAll(() => load?.rest(), licet));

test(`after kill -9 during writes, ${kills} times, every acknowledged write survives and no import is partial`, {
  timeout: 600_000 + kills * 30_000,
}, async () => {
  tellSeed();
  const { dataDirectory } = licet;
  const port = Number(new URL(licet.url).port);
  for (let kill = 1; kill <= kills; kill += 1) {
    const victim = victims[kill <= victims.length ? kill - 1 : Math.floor(chance() * victims.length)] ?? 'server';
    const when = `kill ${kill}, of the ${victim}`;
    load.goOn();
    const whole = importPairs(kill);
    await pause(150 + chance() * 900);
    if (victim === 'server') await licet.kill();
    else if (victim === 'database') licet.killDatabase();
    else killOneOf(postmaster(dataDirectory));
    if (victim === 'server') licet = await startLicet({ dataDirectory, port });
    await vi.waitUntil(async () => (await readiness(licet.url)) === 200, 60_000);
    await load.goesWell(1);
    await load.rest();
    // A killed server sends no response.
    const heard = load.heard().filter(({ status }) => victim !== 'server' || status !== 'none');
    expect(heard.filter(wrong), when).toEqual([]);
    await load.expectWhole(when, dataDirectory);
    const pairs = await pairsOf(kill);
    expect((await whole) ? [pairsAnImport] : [0, pairsAnImport], `${when}: pairs of an import`).toContain(pairs);
  }
});

/** Imports many pairs into a new application. Returns whether the server acknowledged the import. */
async function importPairs(kill: number): Promise<boolean> {
  const application = `imported-${kill}`;
  const { operator } = licet;
  const lines = Array.from({ length: pairsAnImport }, (_, index) => `${application}-${index % 300}\tmay-${index}`);
  try {
    await operator.applications.create({ body: { id: application, name: application } });
    const query = { kind: 'permissions' } as const;
    const answer = await operator.access.import({ params: { application }, query, body: lines.join('\n') });
    return (await answer.text()).includes('"report"');
  } catch {
    return false;
  }
}

async function pairsOf(kill: number): Promise<number> {
  const application = `imported-${kill}`;
  const exported = await licet.operator.access.export({ params: { application } }).catch(() => undefined);
  return (await exported?.text())?.split('\n').filter((line) => line.startsWith(application)).length ?? 0;
}

const postmaster = (dataDirectory: string) =>
  Number(readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Kills a random process of PostgreSQL. PostgreSQL then ends all other processes and recovers. */
function killOneOf(pid: number): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const chosen = children[Math.floor(chance() * children.length)];
  if (chosen) process.kill(chosen, 'SIGKILL');
}
