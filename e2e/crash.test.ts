import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { newDataDirectory, type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from './licet.ts';

// Each victim once; `npm run long` kills twenty times.
const runs = Number(process.env.LICET_CRASH_RUNS ?? 2);
const pairsAnImport = 6000;
const dataDirectory = newDataDirectory();
let licet: RunningLicet | undefined;

afterAll(async () => {
  await licet?.stop();
  removeDataDirectory(dataDirectory);
});

test(`after kill -9 of the server or the database, ${runs} times, every acknowledged write is there and no half import`, {
  timeout: 60_000 + runs * 30_000,
}, async () => {
  licet = await startLicet({ dataDirectory, environment: withAdministrator });
  await licet.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const acknowledged = new Set<string>();
  const imported = new Map<string, boolean>();
  for (let run = 1; run <= runs; run += 1) {
    const victim = run % 2 === 1 ? 'server' : 'database';
    const work = Promise.allSettled([createUsers(licet, run, acknowledged), importPairs(licet, run, imported)]);
    await pause(150 + Math.random() * 900);
    if (victim === 'server') await licet.kill();
    else licet.killDatabase();
    await work;
    if (victim === 'server') licet = await startLicet({ dataDirectory });
    await answers(licet);
    await expectWhole(licet, acknowledged, imported, `run ${run}, ${victim} killed`);
  }
  expect(acknowledged.size, 'some writes were acknowledged before each kill').toBeGreaterThan(runs);
});

async function createUsers({ operator }: RunningLicet, run: number, acknowledged: Set<string>): Promise<void> {
  for (let index = 0; index < 500; index += 1) {
    const username = `writer-${run}-${index}`;
    await operator.users.create({ body: { username, name: username } });
    acknowledged.add(username);
  }
}

async function importPairs({ operator }: RunningLicet, run: number, imported: Map<string, boolean>): Promise<void> {
  await pause(Math.random() * 300);
  const prefix = `imported-${run}-`;
  imported.set(prefix, false);
  const lines = Array.from(
    { length: pairsAnImport },
    (_, index) => `${prefix}${index % 300}\tpermission-${run}-${Math.floor(index / 300)}`,
  );
  const response = await operator.access.import({
    params: { application: 'ledger' },
    query: { kind: 'permissions' },
    body: lines.join('\n'),
  });
  if ((await response.text()).includes('"report"')) imported.set(prefix, true);
}

async function answers({ url }: RunningLicet): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await pause(100);
  }
  throw new Error('Licet did not recover by itself within 30 seconds.');
}

async function expectWhole(
  { operator }: RunningLicet,
  acknowledged: Set<string>,
  imported: Map<string, boolean>,
  when: string,
): Promise<void> {
  const present = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await operator.users.list({
      query: { q: 'writer-', limit: 200, sort: 'username', ...(cursor ? { cursor } : {}) },
    });
    for (const { username } of page.items) present.add(username);
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(
    [...acknowledged].filter((username) => !present.has(username)),
    `${when}: acknowledged users that are gone`,
  ).toEqual([]);
  const exported = await (await operator.access.export({ params: { application: 'ledger' } })).text();
  for (const [prefix, whole] of imported) {
    const pairs = exported.split('\n').filter((line) => line.startsWith(prefix)).length;
    expect([0, pairsAnImport], `${when}: pairs of ${prefix}`).toContain(pairs);
    if (whole) expect(pairs, `${when}: ${prefix} was acknowledged`).toBe(pairsAnImport);
  }
  expect(await operator.audit.verify(), `${when}: the audit chain`).toMatchObject({ whole: true });
}
