import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../../../../../scripts/debian-slapd.ts';
import { testUpstream } from '../../../identity/connections/upstream.testing.ts';
import { dnOf } from '../../../identity/directories/corp.testing.ts';
import { lastSyncs } from '../../../store/connections/syncs.ts';
import { clock } from '../../../store/kernel/clock.ts';
import { secrets } from '../../testing.ts';
import { directorySyncHandler } from './job.ts';
import { type SyncWorld, syncWorld } from './sync.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('a failed scheduled synchronisation', () => {
  let world: SyncWorld;
  let corp = '';
  beforeAll(async () => {
    world = await syncWorld();
    corp = await world.connect({});
    await world.run(corp);
    await world.rows(
      `update connections set directory = directory || '{"syncMinutes": 60}' where id = $1 and no_to = 9223372036854775807`,
      [corp],
    );
  });
  afterAll(() => world.close());

  const base = (dn: string) =>
    world.rows(
      `update connections set directory = directory || jsonb_build_object('baseDn', $2::text) where id = $1 and no_to = 9223372036854775807`,
      [corp, dn],
    );
  const runAsScheduled = () =>
    directorySyncHandler({
      database: world.licet.database,
      secrets,
      upstream: testUpstream('http://localhost:4080'),
      log: { warn: () => undefined },
    }).run(
      { id: '', kind: 'directory_sync', data: { connection: corp, minutes: 60 }, attempt: 1 },
      AbortSignal.timeout(60_000),
    );
  const mails = () =>
    world.rows<{ to: string; state: string; problem: string | null; leaving: number }>(
      `select user_id as "to", data ->> 'state' as state, data ->> 'problem' as problem, (data ->> 'leaving')::int as leaving
       from mails where template = 'directory_not_synchronised' order by queued_at, id`,
    );
  const states = async () =>
    (await lastSyncs(world.licet.database.pool, clock(0))).map(({ connection, state }) => `${connection} ${state}`);

  test('is mailed to the administrators of Licet once, not after each run', async () => {
    const to = world.licet.admin.userId;
    const [{ dn = '' } = {}] = await world.rows<{ dn: string }>(
      `select directory ->> 'baseDn' as dn from connections where id = $1 and no_to = 9223372036854775807`,
      [corp],
    );
    await runAsScheduled();
    expect(await mails()).toEqual([]);
    expect(await states()).toEqual(['Corp 1 done']);
    await base('ou=nowhere,dc=corp,dc=example');
    await runAsScheduled();
    await runAsScheduled();
    expect(await mails()).toEqual([{ to, state: 'failed', problem: expect.stringContaining('Corp'), leaving: 0 }]);
    expect(await states()).toEqual(['Corp 1 failed']);
    await base(dn);
    for (const name of ['ada', 'cleo', 'mallory', 'twin']) await world.manager.remove(dnOf(name));
    await world.manager.remove(dnOf('o*(r)\\malley')).catch(() => undefined);
    await world.rows(
      `delete from identities where user_id not in (select id from users where username_key in ('ada', 'cleo'))`,
    );
    await runAsScheduled();
    await runAsScheduled();
    expect((await mails()).slice(1)).toEqual([{ to, state: 'waiting', problem: null, leaving: 2 }]);
    expect(await states()).toEqual(['Corp 1 waiting']);
  });

  test('is mailed again after a successful run', async () => {
    const { confirmation } = await world.plan(corp);
    await world.run(corp, confirmation ?? '');
    expect(await states()).toEqual(['Corp 1 done']);
    await base('ou=nowhere,dc=corp,dc=example');
    await runAsScheduled();
    expect((await mails()).map(({ state }) => state)).toEqual(['failed', 'waiting', 'failed']);
  });

  test('is not mailed if a user started the run by hand', async () => {
    await world.rows('update directory_syncs set told = null');
    const before = (await mails()).length;
    await world.run(corp).catch(() => undefined);
    expect((await mails()).length).toBe(before);
  });
});
