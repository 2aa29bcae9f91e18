import type { FirstWay } from '@licet/contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../../../../scripts/debian-slapd.ts';
import { firstPolicy, replacePolicy } from '../../store/policy/policy.ts';
import { addGroup } from '../../store/store.testing.ts';
import { addSignInUser, arrange, password } from '../steps/sign-in.testing.ts';
import { begin } from '../steps/steps.testing.ts';
import { type CorpWorld, corpPassword, corpWorld, enter as enterAt, outcomeOf } from './corp.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('signing in with a directory password', () => {
  let world: CorpWorld;
  let connection = '';
  let finance = '';
  beforeAll(async () => {
    world = await corpWorld();
    await arrange(world.store, (handle) => addSignInUser(world.server, handle, { username: 'local', name: 'Local' }));
    finance = await arrange(world.store, async (handle) => (await addGroup(handle, 'Finance')).id);
    connection = await world.connect({
      createsUsers: true,
      domains: ['corp.example'],
      allowedDomains: ['corp.example'],
      groupMappings: [{ value: 'finance', group: finance }],
    });
  });
  afterAll(() => world.close());

  const rows = async (text: string, values: unknown[] = []) => (await world.rows(text, values)).rows;
  const enter = (login: string, typed: string) => enterAt(world, login, typed);
  const code = (login: string, typed: string) => outcomeOf(world, login, typed);
  const groupsOf = (username: string) =>
    rows(
      `select g.name from memberships m join groups g on g.id = m.group_id join users u on u.id = m.member_id
       where u.username = $1 and m.no_to = 9223372036854775807 and u.no_to = 9223372036854775807`,
      [username],
    );

  test('creates a user at the first sign-in, finds the user again at the second, and applies mapped groups', async () => {
    const page = await begin(world.server, world.licet);
    const answer = await page.password('ada', corpPassword);
    const tokens = await page.finish(answer);
    expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({ amr: ['pwd', 'fed'], acr: 'urn:licet:acr:single-factor' });
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

  test('attack 20: gives wrong passwords and locked, unknown or ambiguous names the same response', async () => {
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

  test('attack 28: an e-mail address from the directory does not give access to an existing account', async () => {
    await arrange(world.store, (handle) =>
      addSignInUser(world.server, handle, { username: 'cleopatra', name: 'Cleo', email: 'cleo@corp.example' }),
    );
    expect(await code('cleo', corpPassword)).toBe('address_taken');
    expect((await enter('cleo', corpPassword)).body.detail).toContain('link Corp in My account');
    expect(await code('cleo@corp.example', corpPassword)).toBe('sign_in_failed');
    expect(await code('cleo@corp.example', password)).toBe('signed in');
    expect(await code('mallory', corpPassword)).toBe('domain_not_allowed');
    expect(await code('mallory@elsewhere.example', corpPassword)).toBe('sign_in_failed');
  });

  test('counts wrong passwords but not outages', async () => {
    await rows('delete from failures');
    const failed = () => rows('select sum(failures)::int as sum from failures');
    const page = await begin(world.server, world.licet);
    await page.password('ada', 'wrong');
    await page.password('ada', 'wrong');
    const [{ sum: before }] = await failed();
    expect(before).toBeGreaterThan(0);
    await world.slapd.stop();
    try {
      const answers = [];
      for (const [login, typed] of [
        ['ada', corpPassword],
        ['nobody', corpPassword],
        ['local', 'wrong'],
      ] as const)
        answers.push((await (await begin(world.server, world.licet)).password(login, typed)).body);
      expect(new Set(answers.map(({ code, detail }) => `${code} ${detail}`)).size).toBe(1);
      expect(answers[0]).toMatchObject({
        code: 'provider_unreachable',
        detail: 'Corp cannot be queried.',
      });
      expect(await code('local', password)).toBe('signed in');
    } finally {
      await world.slapd.start();
    }
    expect(await code('ada', corpPassword)).toBe('signed in');
  });

  test('fails for a suspended user or a disabled connection', async () => {
    const set = (sql: string) => rows(sql);
    await set(`update users set status = 'suspended' where username = 'ada'`);
    expect(await code('ada', corpPassword)).toBe('sign_in_failed');
    await set(`update users set status = 'active' where username = 'ada'`);
    await rows('update connections set enabled = false where id = $1', [connection]);
    expect(await code('ada', corpPassword)).toBe('sign_in_failed');
    await rows('update connections set enabled = true where id = $1', [connection]);
    expect(await code('ada', corpPassword)).toBe('signed in');
  });

  test('requires the sign-in method “provider”, and does not require the method “password”', async () => {
    const take = (ways: FirstWay[]) =>
      arrange(world.store, async (handle) => {
        const { version: _, ...usual } = firstPolicy;
        await replacePolicy(handle, { ...usual, secondFactor: [], ways });
      });
    await take(['password']);
    expect(await code('ada', corpPassword)).toBe('sign_in_failed');
    await take(['provider']);
    expect(await code('ada', corpPassword)).toBe('signed in');
    expect(await code('local', password)).toBe('sign_in_failed');
    expect(await (await begin(world.server, world.licet)).details()).toMatchObject({ passwords: true });
    await take(['password', 'passkey', 'provider']);
  });
});
