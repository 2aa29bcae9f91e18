import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endAll } from '../end-all.ts';
import { administrator, type RunningLicet } from '../licet.ts';
import { startWithAdministrator } from '../made-once.ts';
import { signInStatus } from '../sign-in-status.ts';
import { type Heard, type Load, startLoad, wrong } from './load.testing.ts';

// The length of the test. A leak that is small per request becomes visible only after many requests.
const minutes = Number(process.env.LICET_SOAK_MINUTES ?? 30);
/**
 * The permitted growth of the memory in MB, from the second to the last fifth of the test. The first fifth is the
 * warm-up.
 */
const growth = 48;
let licet: RunningLicet;
let load: Load;

beforeAll(async () => {
  licet = await startWithAdministrator();
  load = await startLoad({ issuer: licet.url, operators: () => [licet.operator], between: 100 });
}, 120_000);
afterAll(() => endAll(() => load?.rest(), licet));

test(`in ${minutes} minutes of mixed load every call succeeds, as fast as at first, and memory stops growing`, {
  timeout: minutes * 60_000 + 300_000,
}, async () => {
  const looks: { memory: number; median: number }[] = [];
  const all: Heard[] = [];
  const end = performance.now() + minutes * 60_000;
  for (let count = 0; performance.now() < end; count += 1) {
    const since = performance.now();
    while (performance.now() - since < 12_000) {
      expect(await signInStatus(licet.url, administrator.email, administrator.password)).toBe(200);
      await pause(1500);
    }
    const heard = load.heard();
    expect(heard.filter(wrong)).toEqual([]);
    all.push(...heard);
    looks.push({ memory: memoryOf(licet.pid), median: median(heard.map(({ milliseconds }) => milliseconds)) });
    if (count % 5 === 0) console.log(`${heard.length} answers, ${JSON.stringify(looks.at(-1))}`);
  }
  await load.rest();
  await load.expectWhole('after the soak', licet.dataDirectory);
  const [, early = [], , , late = []] = Array.from({ length: 5 }, (_, fifth) =>
    looks.slice(Math.floor((looks.length * fifth) / 5), Math.floor((looks.length * (fifth + 1)) / 5)),
  );
  const [before, after] = [early, late].map((them) => ({
    memory: median(them.map(({ memory }) => memory)),
    milliseconds: median(them.map((it) => it.median)),
  }));
  console.log(`${all.length} answers`, before, after);
  expect(all.filter(({ status }) => status !== 200)).toEqual([]);
  expect((after?.memory ?? 0) - (before?.memory ?? 0)).toBeLessThan(growth);
  // Other load on the machine may slow the server down by this much.
  expect(after?.milliseconds).toBeLessThan(3 * (before?.milliseconds ?? 0) + 20);
});

/** Returns the resident memory in MB. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
}
