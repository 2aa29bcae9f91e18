import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointIn } from '@licet/contract/audit-chain';
import { afterAll, expect, test, vi } from 'vitest';
import { licet as commandLine } from './command-line.ts';
import { endAll } from './end-all.ts';
import { newDataDirectory, type RunningLicet, startLicet, withAdministrator } from './licet.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-audit-'));
const other = mkdtempSync(join(tmpdir(), 'licet-put-back-'));
const [live, restored] = [newDataDirectory(), newDataDirectory()];
let running: RunningLicet;

afterAll(() => endAll(running, live, restored, other, folder));

/** The environment without the variables of the tests, which a restore would report as misspelt settings. */
const here = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LICET_')));
const run = (dataDirectory: string, ...args: string[]) => commandLine([...args, '--data', dataDirectory], here);

async function start(dataDirectory: string): Promise<void> {
  running = await startLicet({ dataDirectory, environment: { ...withAdministrator, LICET_AUDIT_FOLDER: folder } });
}

const inFolder = () =>
  readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .flatMap((line) => checkpointIn(line) ?? []);

/** Makes a change, signs its checkpoint, and waits until it is in the folder. */
async function signedChange(name: string): Promise<number> {
  await running.operator.groups.create({ body: { name } });
  const { no } = await running.operator.audit.checkpoint();
  await vi.waitUntil(() => inFolder().some((it) => it.no === no), 90_000);
  return no;
}

test('licet audit put-back makes the chain whole again, after a restored Licet signed checkpoints into the same folder', async () => {
  const key = join(other, 'backup.key');
  const backup = join(other, 'licet.backup');
  writeFileSync(key, Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 });

  await start(live);
  await signedChange('before the backup');
  expect(await run(live, 'backup', backup, '--key', key)).toMatchObject({ code: 0 });
  await running.stop();

  expect(await run(restored, 'restore', backup, '--key', key)).toMatchObject({ code: 0 });
  writeFileSync(join(restored, 'licet.key'), readFileSync(join(live, 'licet.key')), { mode: 0o600 });
  await start(restored);
  const last = await signedChange('only in the restored one');
  await running.stop();

  await start(live);
  const broken = await run(live, 'audit', 'verify');
  expect(broken.code).toBe(1);
  expect(broken.out).toMatch(
    /^BROKEN\. .*\nIf this database was put back .*, run “licet audit put-back” on its server\.\n/,
  );
  expect((await run(live, 'doctor')).out).toMatch(
    /Next: If this database was put back .*, run licet audit put-back\. If not,/,
  );

  const { code, out } = await run(live, 'audit', 'put-back');
  expect(out).toMatch(
    new RegExp(
      String.raw`^\d checkpoints? belongs? to the database that was replaced: of changes \d+ to ${last}, signed from 20.*Z to 20.*Z\.\n.* event \d+ of the audit log, which begins epoch 3\.`,
    ),
  );
  expect(code).toBe(0);
  const whole = await run(live, 'audit', 'verify');
  expect(whole.out).toMatch(
    /^The chain is intact: [\s\S]*; \d belongs? to changes that a restore removed or to a database that was replaced\. Epoch 3\./,
  );
  expect(whole.code).toBe(0);
  expect(await run(live, 'audit', 'put-back')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing was recorded: \d+ checkpoints match the chain, or are already explained/),
  });
});
