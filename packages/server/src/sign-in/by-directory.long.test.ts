import type { FirstWay } from '@licet/contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, type Slapd, startSlapd } from '../../../../scripts/debian-slapd.mjs';
import { corp, corpPassword, corpSettings, reader } from '../ldap/corp.testing.ts';
import { createDirectories } from '../ldap/directories.ts';
import { openGuard } from '../outgoing/guard.ts';
import { type DirectoryFields, insertConnection, keepConnectionSecret } from '../store/connections/connections.ts';
import { firstPolicy, replacePolicy } from '../store/policy/policy.ts';
import { addGroup, type TestStore, testStore } from '../store/store.testing.ts';
import { aboutConnection } from '../upstream/secret-of.ts';
import { usualDirectory } from '../usecases/connections/usual.ts';
import { addSignInUser, arrange, password, startServer, type TestClient } from './sign-in.testing.ts';
import { addLicetClient, begin } from './steps.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('signing in against a directory', () => {
  let slapd: Slapd;
  let store: TestStore;
  let server: Awaited<ReturnType<typeof startServer>>;
  let licet: TestClient;
  let connection = '';
  let finance = '';
  beforeAll(async () => {
    slapd = await startSlapd(corp);
    store = await testStore();
    const directories = createDirectories(openGuard({ allowed: ['127.0.0.1', 'localhost'] }), 1500);
    server = await startServer(store, { directories });
    licet = await addLicetClient(store);
    finance = await arrange(store, async (handle) => (await addGroup(handle, 'Finance')).id);
    connection = await connect({
      createsUsers: true,
      domains: ['corp.example'],
      allowedDomains: ['corp.example'],
      groupMappings: [{ value: 'finance', group: finance }],
    });
  });
  afterAll(async () => {
    await server.close();
    await store.close();
    await slapd.close();
  });

  const connect = (over: Partial<DirectoryFields>) =>
    arrange(store, async (handle) => {
      const fields = {
        ...usualDirectory,
        name: 'Corp',
        kind: 'ldap' as const,
        directory: corpSettings(slapd),
        ...over,
      };
      const id = await insertConnection(handle, fields);
      const sealed = server.identity.secrets.seal(reader.password, aboutConnection(id));
      await keepConnectionSecret(handle.connection, id, sealed, null);
      return id;
    });
  const rows = async (text: string, values: unknown[] = []) => (await store.database.pool.query(text, values)).rows;
  const enter = async (login: string, typed: string) => {
    await rows('delete from failures');
    return (await begin(server, licet)).password(login, typed);
  };
  const code = async (login: string, typed: string) => {
    const { status, body } = await enter(login, typed);
    return status === 200 ? 'signed in' : `${body.code}`;
  };
  const groupsOf = (username: string) =>
    rows(
      `select g.name from memberships m join groups g on g.id = m.group_id join users u on u.id = m.member_id
       where u.username = $1 and m.no_to = 9223372036854775807 and u.no_to = 9223372036854775807`,
      [username],
    );

  test('a user is made at the first sign-in, is the same at the second, and is in the groups that are mapped', async () => {
    const page = await begin(server, licet);
    const answer = await page.password('ada', corpPassword);
    const tokens = await page.finish(answer);
    expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({ amr: ['pwd'], acr: 'urn:licet:acr:single-factor' });
    const [ada, ...none] = await rows(`select id, username, email, name, status from users where username = 'ada'`);
    expect([ada, none]).toEqual([
      { id: ada.id, username: 'ada', email: 'ada@corp.example', name: 'ada of Corp', status: 'active' },
      [],
    ]);
    expect(await groupsOf('ada')).toEqual([{ name: 'Finance' }]);
    expect(await code('ada@corp.example', corpPassword)).toBe('signed in');
    expect(
      await rows('select distinct user_id as id from identities where issuer = $1', [`ldap:${connection}`]),
    ).toEqual([{ id: ada.id }]);
    expect(await rows('select from credentials where user_id = $1', [ada.id])).toEqual([]);
  });

  test('attack 20: wrong, locked, unknown and several are one answer; an empty password is none', async () => {
    const texts = new Set<string>();
    for (const [login, typed] of [
      ['ada', 'wrong'],
      ['bob', corpPassword],
      ['nobody', corpPassword],
      ['twin', corpPassword],
      ['nobody@corp.example', corpPassword],
      ['*', corpPassword],
      ['ada)(uid=*', corpPassword],
    ] as const) {
      const { status, body } = await enter(login, typed);
      texts.add(JSON.stringify([status, body.code, body.detail]));
    }
    expect([...texts]).toEqual([expect.stringContaining('sign_in_failed')]);
    expect((await enter('ada', '')).status).toBe(400);
    expect(await code('ada', ' ')).toBe('sign_in_failed');
  });

  test('attack 20: a wrong password takes as long whether a directory is asked for it or not', async () => {
    await arrange(store, (handle) => addSignInUser(server, handle, { username: 'local', name: 'Local' }));
    const took = async (login: string) => {
      const begun = performance.now();
      expect(await code(login, 'wrong')).toBe('sign_in_failed');
      return performance.now() - begun;
    };
    for (const login of ['ada', 'local', 'nobody']) await took(login);
    const median = async (login: string) => {
      const times = [];
      for (let no = 0; no < 9; no++) times.push(await took(login));
      return times.sort((a, b) => a - b)[4] ?? 0;
    };
    const times = [await median('ada'), await median('local'), await median('nobody')];
    expect(Math.max(...times)).toBeLessThan(2 * Math.min(...times));
  });

  test('attack 28: nobody who is here already is opened by an address of the directory', async () => {
    await arrange(store, (handle) =>
      addSignInUser(server, handle, { username: 'cleopatra', name: 'Cleo', email: 'cleo@corp.example' }),
    );
    expect(await code('cleo', corpPassword)).toBe('address_taken');
    // Nobody links an account of a directory by themselves.
    expect((await enter('cleo', corpPassword)).body.detail).toContain('ask an administrator');
    expect(await code('cleo@corp.example', corpPassword)).toBe('sign_in_failed');
    expect(await code('cleo@corp.example', password)).toBe('signed in');
    expect(await code('mallory', corpPassword)).toBe('domain_not_allowed');
    expect(await code('mallory@elsewhere.example', corpPassword)).toBe('sign_in_failed');
  });

  test('wrong passwords are counted as all are, and an outage is not one', async () => {
    await rows('delete from failures');
    const failed = () => rows('select sum(failures)::int as sum from failures');
    const page = await begin(server, licet);
    await page.password('ada', 'wrong');
    await page.password('ada', 'wrong');
    const [{ sum: before }] = await failed();
    expect(before).toBeGreaterThan(0);
    await slapd.stop();
    try {
      const answers = [];
      for (const [login, typed] of [
        ['ada', corpPassword],
        ['nobody', corpPassword],
        ['local', 'wrong'],
      ] as const)
        answers.push((await (await begin(server, licet)).password(login, typed)).body);
      expect(new Set(answers.map(({ code, detail }) => `${code} ${detail}`)).size).toBe(1);
      expect(answers[0]).toMatchObject({
        code: 'provider_unreachable',
        detail: expect.stringContaining('Corp cannot be asked.'),
      });
      expect(await code('local', password)).toBe('signed in');
    } finally {
      await slapd.start();
    }
    expect(await code('ada', corpPassword)).toBe('signed in');
  });

  test('a user who is suspended here, or whose connection is off, does not sign in', async () => {
    const set = (sql: string) => rows(sql);
    await set(`update users set status = 'suspended' where username = 'ada'`);
    expect(await code('ada', corpPassword)).toBe('sign_in_failed');
    await set(`update users set status = 'active' where username = 'ada'`);
    await rows('update connections set enabled = false where id = $1', [connection]);
    expect(await code('ada', corpPassword)).toBe('sign_in_failed');
    await rows('update connections set enabled = true where id = $1', [connection]);
    expect(await code('ada', corpPassword)).toBe('signed in');
  });

  test('where no provider is taken no directory is asked, and where no password of Licet is one of a directory still is', async () => {
    const take = (ways: FirstWay[]) =>
      arrange(store, async (handle) => {
        const { version: _, ...usual } = firstPolicy;
        await replacePolicy(handle, { ...usual, secondFactor: [], ways });
      });
    await take(['password']);
    expect(await code('ada', corpPassword)).toBe('sign_in_failed');
    await take(['provider']);
    expect(await code('ada', corpPassword)).toBe('signed in');
    expect(await code('local', password)).toBe('sign_in_failed');
    expect(await (await begin(server, licet)).details()).toMatchObject({ passwords: true });
    await take(['password', 'passkey', 'provider']);
  });
});
