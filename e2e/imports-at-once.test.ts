import { readFileSync } from 'node:fs';
import type { ImportLine } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesOf } from '../packages/cli/src/connection.ts';
import { endAll } from './end-all.ts';
import { newDataDirectory, type RunningLicet, startLicet, withAdministrator } from './licet.ts';

// Runs five imports in parallel on a freshly started server, and measures the memory of the server process (proc(5)).

let licet: RunningLicet;
beforeAll(async () => {
  licet = await startLicet({ dataDirectory: newDataDirectory(), environment: withAdministrator });
  await licet.operator.applications.create({ body: { id: 'shop', name: 'Shop' } });
});
afterAll(() => endAll(licet));

const megabytes = (field: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${licet.pid}/status`, 'utf8'))?.[1]) / 1024;

const pairs = 150_000;
const lines = Array.from({ length: pairs }, (_, n) => `somebody.${n % 20_000}\tpermission.${Math.floor(n / 20_000)}\n`);
const file = lines.join('');

/** Imports as a dry run. Returns the last line of the response. */
async function dryRun(body = file): Promise<string> {
  try {
    const response = await licet.operator.access.import({
      params: { application: 'shop' },
      query: { kind: 'permissions', dryRun: 'true' },
      body,
    });
    let last: ImportLine | undefined;
    for await (const line of linesOf<ImportLine>(response)) last = line;
    return last && 'report' in last ? 'done' : JSON.stringify(last);
  } catch (error) {
    if (error instanceof ApiError) return `${error.problem.code}: ${error.problem.detail}`;
    throw error;
  }
}

test('five simultaneous imports use about as much memory as one: one runs, and four are told to retry', async () => {
  expect(await dryRun()).toBe('done');
  const ofOne = megabytes('VmHWM');
  const said = await Promise.all(Array.from({ length: 5 }, () => dryRun()));
  const ofFive = megabytes('VmHWM');
  console.log(`One import of ${pairs} pairs: ${ofOne.toFixed(0)} MB at most; five at once: ${ofFive.toFixed(0)} MB.`);
  expect(said.filter((it) => it === 'done')).toHaveLength(1);
  const refused = said.filter((it) => it !== 'done');
  for (const it of refused) expect(it).toMatch(/^busy: .*one at a time. Try again when it is done\.$/);
  expect(ofFive).toBeLessThan(ofOne + 150);
  expect(await dryRun(lines[0])).toBe('done');
});
