import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { limits } from '@licet/contract';
import { Client } from 'ldapts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manager, missing } from '../../../../../scripts/debian-slapd.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { arrange, password } from '../steps/sign-in.testing.ts';
import { addPerson, begin, caller } from '../steps/steps.testing.ts';
import { checkPassword } from './check-password.ts';
import {
  type CorpWorld,
  corpDirectory,
  corpPassword,
  corpSettings,
  corpWorld,
  dnOf,
  peopleDn,
} from './corp.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('a directory that users bind to directly', () => {
  let world: CorpWorld;
  let connection = '';
  beforeAll(async () => {
    world = await corpWorld();
    connection = await world.connect({
      createsUsers: true,
      domains: ['corp.example'],
      allowedDomains: ['corp.example'],
      directory: corpSettings(world.slapd, { bindDn: `uid={name},${peopleDn}` }),
    });
  });
  afterAll(() => world.close());
  beforeEach(() => world.rows('delete from failures'));

  const failures = async () => {
    const { rows } = await world.rows('select coalesce(sum(failures), 0)::int as sum from failures');
    return rows[0]?.sum;
  };
  /** Signs in with an unknown browser. Returns `signed in`, or the code of the refusal. */
  const enter = async (login: string, typed: string) => {
    const { status, body } = await (await begin(world.server, world.licet)).password(login, typed);
    return status === 200 ? 'signed in' : body.code;
  };

  test('accepts a correct password any number of times, in any browser', async () => {
    for (let index = 0; index < 7; index++) expect(await enter('ada', corpPassword)).toBe('signed in');
    expect(await failures()).toBe(0);
  });

  test('resets the count of wrong passwords after a correct one', async () => {
    expect(await enter('cleo', corpPassword)).toBe('signed in');
    for (let index = 0; index < 4; index++) expect(await enter('cleo', 'wrong')).toBe('sign_in_failed');
    expect(await enter('cleo', corpPassword)).toBe('signed in');
    for (let index = 0; index < 4; index++) expect(await enter('cleo', 'wrong')).toBe('sign_in_failed');
    expect(await enter('cleo', corpPassword)).toBe('signed in');
  });

  test('counts a wrong password once in Licet and once in the directory', async () => {
    expect(await enter('ada', corpPassword)).toBe('signed in');
    const before = await wrongBindsOf('ada');
    await enter('ada', 'wrong');
    expect((await wrongBindsOf('ada')) - before).toBe(1);
    const { rows } = await world.rows(`select failures from failures where kind = 'name'`);
    expect(rows).toEqual([{ failures: 1 }]);
  });

  test('counts no failure when a user links an entry with its correct password', async () => {
    const { username } = await addPerson(world.store, world.server);
    const page = await begin(world.server, world.licet);
    const call = caller(world.server, (await page.finish(await page.password(username, password))).access_token);
    const body = { connection, login: 'o*(r)\\malley', password: corpPassword };
    expect((await call('POST', '/me/identities/directory', body)).status).toBe(201);
    expect(await failures()).toBe(0);
  });

  test('counts a wrong password although every second connection to the directory fails', async () => {
    expect(await enter('ada', corpPassword)).toBe('signed in');
    const settings = corpSettings(world.slapd, { bindDn: `uid={name},${peopleDn}` });
    const relay = await everyOther(world.slapd.tlsPort);
    await pointAt({ ...settings, url: `ldaps://localhost:${relay.port}` });
    try {
      const before = await wrongBindsOf('ada');
      for (let index = 0; index < 3; index++) await enter('ada', `wrong ${index}`);
      const tried = (await wrongBindsOf('ada')) - before;
      expect(tried).toBeGreaterThan(0);
      expect(await failures()).toBeGreaterThanOrEqual(tried);
    } finally {
      await pointAt(settings);
      relay.close();
    }
  });

  test('in a known browser, a correct Licet password does not reset the count of wrong directory passwords', async () => {
    const { browser, password: type, finish } = await begin(world.server, world.licet);
    await finish(await type('ada', corpPassword));
    const { rows } = await world.rows(`select id from users where username = 'ada' and no_to = 9223372036854775807`);
    const hash = await world.server.identity.hashing.hash(password);
    await arrange(world.store, (handle) => setPasswordHash(handle, rows[0]?.id, hash));
    const again = async (typed: string) =>
      (await begin(world.server, world.licet, browser, { prompt: 'login' })).password('ada', typed);
    const before = await wrongBindsOf('ada');
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < 4; index++) {
        await again(`wrong ${round} ${index}`);
        // Blocks last until the end of the test, so that a slow machine does not outlast them.
        await world.rows(`update failures set blocked_until = 'infinity' where blocked_until > '-infinity'`);
      }
      expect((await again(password)).status).toBe(200);
    }
    expect((await wrongBindsOf('ada')) - before).toBe(limits.failuresFree.value + 1);
    await world.rows('delete from credentials');
  });

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

  const pointAt = (directory: object) =>
    world.rows('update connections set directory = $2 where id = $1', [connection, JSON.stringify(directory)]);
});

/** A proxy that forwards every second connection to a port, and closes the others. */
async function everyOther(to: number) {
  let index = 0;
  const relay = createServer((near) => {
    near.on('error', () => undefined);
    index += 1;
    if (index % 2 === 1) return void near.destroy();
    const far = connect(to, '127.0.0.1').on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await once(relay.listen(0), 'listening');
  return { port: (relay.address() as AddressInfo).port, close: () => relay.close() };
}

describe('attempts to sign in as a user of the directory', () => {
  /** Returns the key of the counter to which an attempt is charged. Does not query the directory. */
  async function countedBy(bindDn: string, login: string): Promise<string> {
    const counted: string[] = [];
    const mayTry = async (entry: string) => {
      counted.push(entry);
      return false;
    };
    const unasked = () => Promise.reject(new Error('The directory was asked.'));
    const directory = corpDirectory(corpSettings({ tlsPort: 1, authority: '' }, { bindDn }));
    const checked = await checkPassword(unasked, directory, { login }, { login, password: 'x', mayTry });
    expect(checked).toEqual({ kind: 'nobody' });
    return counted.join();
  }

  test.each([`uid={name},${peopleDn}`, '{name}@corp.example', 'CORP\\{name}'])(
    'share one counter for spellings that the directory treats as equal: %s',
    async (bindDn) => {
      const spellings = [
        'jose.strasse',
        'JOSE.Strasse',
        'josé.strasse',
        'josé.straße',
        'ｊｏｓｅ.strasse',
        'jöse.strasse',
      ];
      const counted = await Promise.all(spellings.map((login) => countedBy(bindDn, login)));
      expect(new Set(counted).size).toBe(1);
      expect(await countedBy(bindDn, 'joan.strasse')).not.toBe(counted[0]);
    },
  );
});
