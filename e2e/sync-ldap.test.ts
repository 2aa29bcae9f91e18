import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corp, corpSettings, dnOf, person, reader } from '../packages/server/src/identity/directories/corp.testing.ts';
import { type Manager, managerOf } from '../packages/server/src/identity/directories/manager.testing.ts';
import { missing, type Slapd, startSlapd } from '../scripts/debian-slapd.ts';
import { licet as command } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

const why = missing();
if (why) console.log(`Skipped licet sync ldap: ${why}.`);

describe.skipIf(why !== undefined)('licet sync ldap', () => {
  let slapd: Slapd;
  let manager: Manager;
  let running: RunningLicet;
  const sync = (...flags: string[]) => command(['sync', 'ldap', 'Corp', ...flags, '--data', running.dataDirectory]);
  const codeIn = (out: string) => /--confirm (\w+)/.exec(out)?.[1] ?? '';

  beforeAll(async () => {
    slapd = await startSlapd([corp, ...Array.from({ length: 60 }, (_, no) => person(`worker${no}`))].join('\n'));
    manager = managerOf(slapd);
    running = await startWithAdministrator({ environment: { LICET_ALLOW_OUTGOING: '127.0.0.0/8,localhost' } });
    await running.operator.connections.create({
      body: { name: 'Corp', kind: 'ldap', secret: reader.password, directory: corpSettings(slapd) },
    });
    expect(await sync()).toMatchObject({ code: 0, err: '' });
  });
  afterAll(() => endAll(running, slapd));

  test('shows the new plan and a new confirmation code if other users would leave than the confirmed ones', async () => {
    for (let no = 0; no < 30; no += 1) await manager.remove(dnOf(`worker${no}`));
    const waiting = await sync();
    expect(waiting).toMatchObject({
      code: 3,
      err: '',
      out: expect.stringMatching(/^Nothing was changed for Corp\.\n/),
    });
    await manager.remove(dnOf('worker30'));
    const moved = await sync('--confirm', codeIn(waiting.out));
    expect(moved).toMatchObject({
      code: 3,
      err: '',
      out: expect.stringMatching(
        /^Nothing was changed for Corp\. The users who would leave are not the ones that you confirmed\.\n[\s\S]*^ {2}worker30 of Corp \(worker30\): no entry$/m,
      ),
    });
    expect(codeIn(moved.out)).not.toBe(codeIn(waiting.out));
    expect(await sync('--confirm', codeIn(moved.out))).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Synchronised with Corp\.\n/),
    });
    expect((await running.operator.users.list({ query: { status: 'suspended' } })).total).toBe(31);
  });
});
