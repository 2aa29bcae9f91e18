import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../../../../../scripts/debian-slapd.ts';
import { person } from '../../../identity/directories/corp.testing.ts';
import { change } from '../../../store/kernel/change.ts';
import { writeStatementsDown } from '../../../store/statements.testing.ts';
import { findUser, removeAddresses } from '../../../store/users/users.ts';
import { type SyncWorld, syncWorld } from './sync.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('the plan for a directory whose entries have new ids', () => {
  let world: SyncWorld;
  let corp = '';
  let written: ReturnType<typeof writeStatementsDown>;
  const usernames = ['dora', 'erin', 'fay', 'gil', 'hal'];
  beforeAll(async () => {
    world = await syncWorld(usernames.map((each) => person(each)));
    corp = await world.connect({});
    await world.run(corp);
    written = writeStatementsDown(world.licet.database);
  });
  afterAll(() => world.close());

  const userOf = async (username: string) => {
    const [row] = await world.rows<{ id: string }>(
      'select u.id from users u where u.username_key = $1 and u.no_to = 9223372036854775807',
      [username],
    );
    return row?.id ?? '';
  };
  /** Makes the entries of users unknown, so that their addresses belong to other entries. */
  const renew = (...names: readonly string[]) =>
    world.rows(
      `update identities i set subject = 'before ' || i.subject from users u
       where u.id = i.user_id and u.no_to = 9223372036854775807 and u.username_key = any($1)`,
      [names],
    );
  const statements = async () => {
    written.taken();
    await world.plan(corp);
    return written.taken().length;
  };

  test('takes no more statements for several users than for one', async () => {
    await renew('dora');
    const one = await statements();
    await renew('erin', 'fay', 'gil');
    expect(await statements()).toBe(one);
  });

  test('lists users with access to Licet itself, who keep their address', async () => {
    const { licet } = world;
    const [admin] = await world.rows<{ id: string }>(
      `select r.id from roles r join applications a on a.id = r.app_id where a.key = 'licet' and r.name = 'admin'`,
    );
    const body = { principal: { kind: 'user', id: await userOf('hal') }, gives: { kind: 'role', id: admin?.id } };
    await licet.call('grants.create', licet.freshAdmin, { params: { application: 'licet' }, body });
    await renew('hal');
    const left = expect.objectContaining({ reason: 'address_given_away', names: ['hal'], count: 1 });
    expect((await world.plan(corp)).leftOut).toContainEqual(left);
  });

  test('leaves out a user who was deleted after the directory was read', async () => {
    const id = await userOf('dora');
    const actor = { kind: 'system', id: null, name: 'plan' } as const;
    const address = await change(
      world.licet.database,
      actor,
      async (handle) => {
        await removeAddresses(handle, [randomUUID(), id]);
        handle.record({ action: 'user.changed', target: { kind: 'user', id, name: 'dora' } });
        return (await findUser(handle, id))?.email;
      },
      true,
    );
    expect(address).toBeNull();
  });
});
