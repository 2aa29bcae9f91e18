import { limits } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../../../../scripts/debian-slapd.ts';
import { entryFailures } from '../../store/credentials/throttle.ts';
import { begin } from '../steps/steps.testing.ts';
import { corpPassword, dnOf } from './corp.testing.ts';
import { type CorpWorld, corpWorld, outcomeOf } from './corp-world.testing.ts';
import { type Manager, managerOf } from './manager.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('a directory name that was reassigned', () => {
  let world: CorpWorld;
  let manager: Manager;
  let connection = '';
  beforeAll(async () => {
    world = await corpWorld();
    manager = managerOf(world.slapd);
    connection = await world.connect({
      createsUsers: true,
      domains: ['corp.example'],
      allowedDomains: ['corp.example'],
    });
  });
  afterAll(() => world.close());

  const rows = async (text: string, values: unknown[] = []) => (await world.rows(text, values)).rows;
  const code = (login: string, typed: string) => outcomeOf(world, login, typed);
  const users = () =>
    rows(
      `select u.username, u.email, u.status, (select count(*)::int from sign_ins s where s.user_id = u.id and s.outcome = 'signed_in') as times
       from users u where u.no_to = 9223372036854775807 and u.username like 'cleo%' order by u.username`,
    );

  test('signs its new owner in to a new account, never to the old one', async () => {
    expect(await code('cleo', corpPassword)).toBe('signed in');
    const [first] = await users();
    await manager.remove(dnOf('cleo'));
    // The new entry has the same name, the same address and even the same password.
    await manager.add('cleo');
    expect(await code('cleo', corpPassword)).toBe('signed in');
    expect(await code('cleo@corp.example', corpPassword)).toBe('signed in');
    expect(await users()).toEqual([
      { ...first, email: null },
      { username: 'cleo2', email: 'cleo@corp.example', status: 'active', times: 2 },
    ]);
    expect(await code('cleo', 'wrong')).toBe('sign_in_failed');
    expect(await code('cleo2', corpPassword)).toBe('signed in');
  });

  test('signs its new owner in while the former user of that name is suspended', async () => {
    await rows(`update users set status = 'suspended' where username = 'cleo' and no_to = 9223372036854775807`);
    expect(await code('cleo', corpPassword)).toBe('signed in');
    await rows(`update users set status = 'suspended' where username = 'cleo2' and no_to = 9223372036854775807`);
    expect(await code('cleo', corpPassword)).not.toBe('signed in');
    await rows(`update users set status = 'active' where username like 'cleo%' and no_to = 9223372036854775807`);
  });

  test('signs in both its old owner, whose entry was renamed, and its new owner', async () => {
    expect(await code('ada', corpPassword)).toBe('signed in');
    await manager.rename(dnOf('ada'), dnOf('ada.king'));
    await manager.set(dnOf('ada.king'), 'uid', 'ada.king');
    await manager.set(dnOf('ada.king'), 'mail', 'ada.king@corp.example');
    await manager.set(dnOf('ada.king'), 'userPassword', 'a password of the old owner');
    await manager.add('ada');
    expect(await code('ada', 'a password of the old owner')).toBe('signed in');
    expect(await code('ada.king', 'a password of the old owner')).toBe('signed in');
    expect(await code('ada', corpPassword)).toBe('signed in');
    expect(await code('ada.king', corpPassword)).toBe('sign_in_failed');
    const found = await rows(
      `select u.username, i.subject from identities i join users u on u.id = i.user_id and u.no_to = 9223372036854775807
       where i.issuer = $1 and u.username like 'ada%' order by u.username`,
      [`ldap:${connection}`],
    );
    expect(found.map(({ username }) => username)).toEqual(['ada', 'ada2']);
    expect(new Set(found.map(({ subject }) => subject)).size).toBe(2);
  });

  test('keeps the count of wrong passwords for the old owner when the new owner signs in', async () => {
    await rows('delete from failures');
    const failures = () => rows(`select key, failures from failures order by key`);
    for (let index = 0; index < 3; index += 1)
      await (await begin(world.server, world.licet)).password('ada', `wrong ${index}`);
    const before = await failures();
    expect((await (await begin(world.server, world.licet)).password('ada', corpPassword)).status).toBe(200);
    const after = new Map((await failures()).map(({ key, failures: count }) => [String(key), count]));
    // The counters of the name and of the old owner's entry stay; those of the entry that signed in are reset.
    const kept = before.filter(({ key, failures: count }) => after.get(String(key)) === count);
    expect(kept.length).toBeGreaterThanOrEqual(2);
  });

  /** The failures counted on the new owner's entry while the old owner guesses, and signs in between guesses. */
  const countedOnNewOwner = async () => {
    const [owner] = await rows(
      `select i.subject from identities i join users u on u.id = i.user_id and u.no_to = 9223372036854775807 where u.username = 'ada2'`,
    );
    const { key } = entryFailures(connection, String(owner?.subject));
    const [counter] = await rows('select failures from failures where key = $1', [key]);
    return counter?.failures;
  };

  test('counts the old owner’s attempts against the new owner’s entry', async () => {
    await rows('delete from failures');
    const enter = async (typed: string) => (await begin(world.server, world.licet)).password('ada', typed);
    for (let index = 0; index < 4; index += 1) await enter(`wrong ${index}`);
    expect((await enter('a password of the old owner')).status).toBe(200);
    expect(await countedOnNewOwner()).toBe(5);
  });

  test('counts the old owner’s attempts in a known browser as well', async () => {
    await rows('delete from failures');
    const { browser, password, finish } = await begin(world.server, world.licet);
    await finish(await password('ada', 'a password of the old owner'));
    const enter = async (typed: string) =>
      (await begin(world.server, world.licet, browser, { prompt: 'login' })).password('ada', typed);
    for (let index = 0; index < 4; index += 1) await enter(`wrong ${index}`);
    expect(await countedOnNewOwner()).toBe(5);
    expect((await enter('a password of the old owner')).status).toBe(200);
    expect(await countedOnNewOwner()).toBe(6);
  });

  test('counts the old owner’s attempts even if each guess is their own password', async () => {
    await rows('delete from failures');
    for (let index = 0; index < 8; index += 1) {
      const guess = `a guess of the old owner ${index}`;
      await manager.set(dnOf('ada.king'), 'userPassword', guess);
      // The old owner's password signs them in, whether or not the new owner's entry was checked.
      expect((await (await begin(world.server, world.licet)).password('ada', guess)).status).toBe(200);
    }
    await manager.set(dnOf('ada.king'), 'userPassword', 'a password of the old owner');
    expect(await countedOnNewOwner()).toBeGreaterThanOrEqual(limits.failuresFree.value);
    // Only the new owner's own password resets the failures of their entry.
    await rows(`update failures set blocked_until = '-infinity'`);
    expect(await code('ada', corpPassword)).toBe('signed in');
    expect(await countedOnNewOwner()).toBeUndefined();
  });
});
