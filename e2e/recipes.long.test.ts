import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administrator, freePort, withAdministrator } from './licet.ts';
import { block, type Release, unpackRelease } from './release.testing.ts';
import { type ServiceMachine, serviceMachineMissing, startServiceMachine } from './service.ts';
import { signInStatus } from './sign-in-status.ts';

// How a service is restored and upgraded: the blocks of docs/operations/keeping.md and upgrading.md, as they stand there.
const pages = { keeping: 'docs/operations/keeping.md', upgrading: 'docs/operations/upgrading.md' };
const installing = 'docs/operations/installing.md';
const noService = serviceMachineMissing();
for (const why of [noService]) if (why) console.log(`Skipped of the recipes: ${why}.`);
let release: Release;

beforeAll(() => {
  release = unpackRelease();
  writeFileSync(join(release.folder, 'backup.key'), Buffer.alloc(32, 5).toString('base64'), { mode: 0o600 });
});
afterAll(() => release?.remove());

/** Whether Licet is there, and whoever was made administrator in it. */
async function comesIn(url: string, log: () => string = () => ''): Promise<void> {
  const answers = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status;
  for (const end = performance.now() + 60_000; (await answers()) !== 200; await pause(100))
    if (performance.now() > end) throw new Error(`It was not ready within a minute.\n${log()}`);
  expect(await signInStatus(url, administrator.email, administrator.password)).toBe(200);
}

describe.skipIf(noService)('as a service', () => {
  let machine: ServiceMachine;
  let url: string;
  const run = async (commands: string, folder = release.folder) => {
    const { status, out } = await machine.run(commands, folder);
    expect(status, `${commands}\n${out}\n${machine.log()}`).toBe(0);
    return out;
  };
  const licet = (words: string) => run(`npx --prefix /opt/licet licet ${words} --data /var/lib/licet`);

  afterAll(() => machine?.stop());

  test('is installed', async () => {
    machine = await startServiceMachine();
    const port = await freePort();
    url = `http://localhost:${port}`;
    await run(block(installing, 'systemd'));
    const settings = { LICET_ISSUER: url, LICET_PORT: port, ...withAdministrator };
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
    writeFileSync(join(release.folder, 'licet.env'), `${lines.join('\n')}\n`);
    await run('cp licet.env /etc/licet/licet.env; systemctl daemon-reload; systemctl enable --now licet');
    await comesIn(url, machine.log);
  });

  test('is upgraded: everybody is there afterwards, and the backup of before is whole', async () => {
    await run(block(pages.upgrading, 'upgrade-service'));
    await comesIn(url, machine.log);
    expect(await run('npx --prefix /opt/licet licet backup verify before-upgrade.backup --key backup.key')).toContain(
      'is whole',
    );
    expect(await licet('doctor')).toMatch(/^well +Audit chain +whole/m);
  });

  test('is restored: what came after the backup is gone, and the files are those of the user of the service', async () => {
    await licet('backup licet.backup --key backup.key');
    await run('cp /var/lib/private/licet/licet.key .');
    writeFileSync(join(release.folder, 'late.csv'), 'username,name\nlate,Came Late\n');
    await licet('import csv late.csv');
    await run(block(pages.keeping, 'restore-service'));
    await comesIn(url);
    expect(await licet('doctor')).toMatch(/^well +Audit chain +whole/m);
    // A username that is there already would make nobody new.
    expect(await licet('import csv late.csv --dry-run')).toMatch(/Users: 1 new/);
    expect(await run('find /var/lib/private/licet ! -uid 61184 | head')).toBe('');
    expect(await run('stat -c %a /var/lib/private/licet/licet.key')).toBe('600\n');
    await run('systemctl stop licet');
  });
});
