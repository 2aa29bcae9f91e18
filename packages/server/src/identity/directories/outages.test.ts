import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { missing } from '../../../../../scripts/debian-slapd.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { addSignInUser, arrange, type Browser, password } from '../steps/sign-in.testing.ts';
import { begin } from '../steps/steps.testing.ts';
import { corpPassword, corpSettings } from './corp.testing.ts';
import { type CorpWorld, corpWorld } from './corp-world.testing.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('a sign-in during a directory outage', () => {
  let world: CorpWorld;
  let known: Browser;
  const directory = { createsUsers: true, domains: ['corp.example'], allowedDomains: ['corp.example'] };
  beforeAll(async () => {
    world = await corpWorld();
    const connection = await world.connect(directory);
    const page = await begin(world.server, world.licet);
    await page.finish(await page.password('ada', corpPassword));
    known = page.browser;
    const { rows } = await world.rows(`select id from users where username = 'ada' and no_to = 9223372036854775807`);
    await arrange(world.store, async (handle) => {
      await setPasswordHash(handle, rows[0]?.id, await world.server.identity.hashing.hash(password));
      await addSignInUser(world.server, handle, { username: 'local' });
    });
    const unreachable = corpSettings(world.slapd, { url: 'ldaps://localhost:1' });
    await world.rows('update connections set directory = $2 where id = $1', [connection, JSON.stringify(unreachable)]);
  });
  afterAll(() => world.close());
  beforeEach(() => world.rows('delete from failures'));

  const enter = async (login: string, typed: string, browser?: Browser) =>
    (await begin(world.server, world.licet, browser, { prompt: 'login' })).password(login, typed);
  const enterWrong = async (login: string, browser?: Browser) => {
    for (let no = 0; no < 3; no += 1)
      expect((await enter(login, `wrong ${no}`, browser)).body.code).toBe('provider_unreachable');
  };
  /** Failures by kind of counter. */
  const failures = async () => {
    const { rows } = await world.rows('select kind, sum(failures)::int as sum from failures group by kind');
    return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]));
  };

  test('counts a wrong Licet password of a user who is linked to the directory', async () => {
    await enterWrong('ada');
    expect(await failures()).toEqual({ account: 3, network: 3 });
    expect((await enter('ada', password)).status).toBe(200);
  });

  test('counts a wrong password for a known browser', async () => {
    await enterWrong('ada', known);
    expect(await failures()).toEqual({ browser: 3 });
  });

  test('counts an attempt for the name, and for the network if a password was compared', async () => {
    await enterWrong('local');
    expect(await failures()).toEqual({ account: 3, network: 3 });
    await world.rows('delete from failures');
    await enterWrong('cleo');
    expect(await failures()).toEqual({ name: 3, network: 0 });
  });

  test('counts a password that another directory refused', async () => {
    const other = await world.connect({ ...directory, name: 'Other' });
    try {
      await enterWrong('cleo');
      // The counters of both the name and the entry increase.
      expect(await failures()).toEqual({ name: 6, network: 3 });
    } finally {
      await world.rows('update connections set enabled = false where id = $1', [other]);
    }
  });
});
