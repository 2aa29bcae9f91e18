import { type FirstWay, limits } from '@licet/contract';
import { Client } from 'ldapts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manager, missing } from '../../../../../scripts/debian-slapd.ts';
import { entryFailures } from '../../store/credentials/throttle.ts';
import { firstPolicy, replacePolicy } from '../../store/policy/policy.ts';
import { arrange, Browser, password } from '../steps/sign-in.testing.ts';
import { addPerson, begin, type Caller, caller } from '../steps/steps.testing.ts';
import { type CorpWorld, corpPassword, corpWorld, dnOf, outcomeOf } from './corp.testing.ts';
import { type Manager, managerOf } from './manager.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('linking a directory entry to an existing account', () => {
  let world: CorpWorld;
  let connection = '';
  beforeAll(async () => {
    world = await corpWorld();
    connection = await world.connect({ domains: ['corp.example'] });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await policy(firstPolicy.ways);
    await world.rows('delete from failures');
    await world.rows('delete from identities');
  });

  const policy = (ways: readonly FirstWay[]) =>
    arrange(world.store, async (handle) => {
      const { version: _, ...usual } = firstPolicy;
      await replacePolicy(handle, { ...usual, secondFactor: [], ways: [...ways] });
    });
  const rows = async (text: string, values: unknown[] = []) => (await world.rows(text, values)).rows;
  const signedIn = async (username: string, typed = password) => {
    const page = await begin(world.server, world.licet);
    return caller(world.server, (await page.finish(await page.password(username, typed))).access_token);
  };
  /** A user with a password of Licet. */
  const somebody = async () => {
    const { id, username } = await addPerson(world.store, world.server);
    return { id, username, call: await signedIn(username) };
  };
  const link = (call: Caller, login: string, typed = corpPassword, to = connection) =>
    call('POST', '/me/identities/directory', { connection: to, login, password: typed });
  const code = (login: string, typed: string) => outcomeOf(world, login, typed);

  test('lets both passwords sign in, and records the link on the audit chain', async () => {
    const { id, username, call } = await somebody();
    expect((await call('GET', '/me/credentials')).body).toMatchObject({
      linkable: [{ id: connection, name: 'Corp', kind: 'ldap' }],
    });
    expect(await link(call, 'ada')).toMatchObject({
      status: 201,
      body: { connection: { id: connection, name: 'Corp' }, name: 'ada@corp.example', lastUsedAt: null },
    });
    expect(await code(username, corpPassword)).toBe('signed in');
    expect(await code('ada', corpPassword)).toBe('signed in');
    expect(await code('ada@corp.example', corpPassword)).toBe('signed in');
    expect(await code(username, password)).toBe('signed in');
    expect(await code('ada', password)).toBe('sign_in_failed');
    const [{ users }] = await rows(`select count(*)::int as users from users where username = 'ada'`);
    expect(users).toBe(0);
    const log = await rows(
      `select action, target_id as target, actor_id as actor, after from change where action = 'user.identity_linked'`,
    );
    expect(log).toEqual([
      {
        action: 'user.identity_linked',
        target: id,
        actor: id,
        after: { connection: 'Corp', account: 'ada@corp.example' },
      },
    ]);
    expect(await rows('select template, data from mails where user_id = $1', [id])).toMatchObject([
      { template: 'credentials_changed', data: { what: 'identity_linked' } },
    ]);
    expect(await rows('select subject from identities where user_id = $1', [id])).toHaveLength(1);
    expect((await link(call, 'ADA@corp.example')).body.code).toBe('already_exists');
  });

  test('refuses a second entry of a directory with scheduled synchronisation, because it would keep a user active who has left', async () => {
    const every = (minutes: number | null) =>
      rows(
        `update connections set directory = directory || jsonb_build_object('syncMinutes', $2::int) where id = $1 and no_to = 9223372036854775807`,
        [connection, minutes],
      );
    const { id, call } = await somebody();
    const linked = () => rows('select name from identities where user_id = $1 order by name', [id]);
    await every(60);
    try {
      expect((await link(call, 'ada')).status).toBe(201);
      expect((await link(call, 'cleo')).body.code).toBe('already_exists');
      expect(await linked()).toEqual([{ name: 'ada@corp.example' }]);
    } finally {
      await every(null);
    }
    expect((await link(call, 'cleo')).status).toBe(201);
  });

  test('keeps the local password, and the policy decides which of the two passwords is accepted', async () => {
    const { username, call } = await somebody();
    await link(call, 'ada');
    await world.slapd.stop();
    try {
      expect(await code(username, password)).toBe('signed in');
    } finally {
      await world.slapd.start();
    }
    await policy(['provider']);
    expect(await code(username, password)).toBe('sign_in_failed');
    expect(await code(username, corpPassword)).toBe('signed in');
    await policy(['password']);
    expect(await code(username, password)).toBe('signed in');
    expect(await code(username, corpPassword)).toBe('sign_in_failed');
    expect((await link(call, 'cleo')).body.code).toBe('way_refused');
    expect((await call('GET', '/me/credentials')).body).toMatchObject({ linkable: [] });
  });

  test('reveals only after the entry’s correct password that another user has linked it', async () => {
    const one = await somebody();
    const other = await somebody();
    expect((await link(one.call, 'ada')).status).toBe(201);
    expect((await link(other.call, 'ada')).body.code).toBe('identity_taken');
    expect((await link(other.call, 'ada', 'wrong')).body.code).toBe('sign_in_failed');
    expect(await rows('select user_id as id from identities')).toEqual([{ id: one.id }]);
  });

  test('can be undone unless it is the last accepted way to sign in', async () => {
    const { username, call } = await somebody();
    const { body } = await link(call, 'ada');
    await policy(['provider']);
    expect((await call('DELETE', `/me/identities/${body.id}`)).body.code).toBe('last_way_in');
    await policy(firstPolicy.ways);
    expect((await call('DELETE', `/me/identities/${body.id}`)).status).toBe(204);
    expect(await code(username, corpPassword)).toBe('sign_in_failed');
    expect(await code('ada', corpPassword)).toBe('identity_unknown');
    expect(await code(username, password)).toBe('signed in');
  });

  test('needs a recent sign-in with the user’s token, and an enabled directory', async () => {
    const { id, call } = await somebody();
    const { status } = await new Browser(world.server.issuer).go('/api/v1/me/identities/directory', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: world.server.issuer },
      body: JSON.stringify({ connection, login: 'ada', password: corpPassword }),
    });
    expect(status).toBe(401);
    await world.rows(`update sessions set proved_at = proved_at - interval '11 minutes' where user_id = $1`, [id]);
    expect((await link(call, 'ada')).body.code).toBe('sign_in_again');
    await world.rows(`update sessions set proved_at = now() where user_id = $1`, [id]);
    await world.rows('update connections set enabled = false where id = $1', [connection]);
    expect((await link(call, 'ada')).body.code).toBe('not_found');
    await world.rows('update connections set enabled = true where id = $1', [connection]);
    expect((await link(call, 'ada', corpPassword, id)).body.code).toBe('not_found');
    expect((await link(call, 'ada')).status).toBe(201);
  });

  test('gives wrong passwords and disabled, unknown or invalid names the same response; refuses an empty password', async () => {
    const { call } = await somebody();
    const answers = new Set<string>();
    for (const [login, typed] of [
      ['ada', 'wrong'],
      ['bob', corpPassword],
      ['nobody', corpPassword],
      ['twin', corpPassword],
      ['*', corpPassword],
      ['ada)(uid=*', corpPassword],
      [' ', corpPassword],
      ['ada', '\0'],
      ['ada', ' '],
    ] as const) {
      await world.rows('delete from failures');
      const { status, body } = await link(call, login, typed);
      answers.add(JSON.stringify([status, body.code, body.detail, body.errors]));
    }
    expect([...answers]).toEqual([expect.stringContaining('sign_in_failed')]);
    expect((await link(call, 'ada', '')).body).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/password' }],
    });
  });

  test('shares its throttling with sign-in, and does not reset another user’s counter', async () => {
    const { call } = await somebody();
    const other = await somebody();
    for (let index = 0; index < 6; index++)
      expect((await link(call, 'cleo', 'wrong')).body.code).toBe('sign_in_failed');
    await waitsLast();
    expect((await link(call, 'cleo', 'wrong')).body.code).toBe('throttled');
    expect((await link(other.call, 'cleo', corpPassword)).body.code).toBe('throttled');
    const page = await begin(world.server, world.licet);
    expect((await page.password('cleo', corpPassword)).body.code).toBe('throttled');
    // A user in Licet has the username of another person's entry.
    await addPerson(world.store, world.server, { username: 'ada' });
    for (let index = 0; index < 5; index++) await (await begin(world.server, world.licet)).password('ada', 'wrong');
    await world.rows(`update failures set blocked_until = '-infinity'`);
    const counted = () => rows(`select failures from failures where kind = 'account'`);
    const before = await counted();
    expect((await link(other.call, 'ada')).status).toBe(201);
    expect(await counted()).toEqual(before);
  });

  test('reports an outage without counting an attempt or storing anything', async () => {
    const { call } = await somebody();
    await world.slapd.stop();
    try {
      for (let index = 0; index < 7; index++)
        expect((await link(call, 'ada')).body).toMatchObject({
          code: 'provider_unreachable',
          detail: 'Corp cannot be queried.',
        });
    } finally {
      await world.slapd.start();
    }
    expect(await rows('select from identities')).toEqual([]);
    expect((await link(call, 'ada')).status).toBe(201);
  });

  test('limits the attempts on an entry across all of its names', async () => {
    const before = await wrongBindsOf('cleo');
    for (let index = 0; index < 7; index++)
      for (const login of ['cleo', 'cleo@corp.example']) {
        expect((await (await begin(world.server, world.licet)).password(login, 'wrong')).status).not.toBe(200);
        await waitsLast();
      }
    expect((await wrongBindsOf('cleo')) - before).toBe(6);
  });

  test.each(['known', 'unknown'])(
    'a correct Licet password does not reset the count of wrong directory passwords in a browser that is %s',
    async (browser) => {
      const { username, call } = await somebody();
      expect((await link(call, 'ada')).status).toBe(201);
      const page = await begin(world.server, world.licet);
      await page.finish(await page.password(username, password));
      const enter = async (typed: string) => {
        const again = browser === 'known' ? page.browser : undefined;
        return (await begin(world.server, world.licet, again, { prompt: 'login' })).password(username, typed);
      };
      const before = await wrongBindsOf('ada');
      for (let round = 0; round < 3; round++) {
        for (let index = 0; index < 4; index++) {
          await enter(`wrong ${round} ${index}`);
          await waitsLast();
        }
        expect((await enter(password)).status).toBe(200);
      }
      expect((await wrongBindsOf('ada')) - before).toBe(limits.failuresFree.value + 1);
    },
  );

  /** Makes every block last for the rest of the test. */
  const waitsLast = () =>
    world.rows(`update failures set blocked_until = 'infinity' where blocked_until > '-infinity'`);

  /** The number of wrong binds that the directory has counted. */
  async function wrongBindsOf(uid: string): Promise<number> {
    const client = new Client({ url: `ldap://127.0.0.1:${world.slapd.port}` });
    try {
      await client.bind(manager.dn, manager.password);
      const { searchEntries } = await client.search(dnOf(uid), { scope: 'base', attributes: ['pwdFailureTime'] });
      return [searchEntries[0]?.pwdFailureTime ?? []].flat().length;
    } finally {
      await client.unbind();
    }
  }
});

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
    // The counters of the name and of the old owner's entry are unchanged. Those of the entry that signed in are reset.
    const kept = before.filter(({ key, failures: count }) => after.get(String(key)) === count);
    expect(kept.length).toBeGreaterThanOrEqual(2);
  });

  /** Returns the number of failures counted on the new owner's entry. */
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

  test('counts attempts against the new owner’s entry even if they sign the old owner in', async () => {
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
