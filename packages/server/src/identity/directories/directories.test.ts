import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { certificateOf, missing, type Slapd, startSlapd } from '../../../../../scripts/debian-slapd.ts';
import { openGuard } from '../../outgoing/guard.ts';
import { Refusal } from '../../refusal.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { addSignInUser, arrange, type Browser, password } from '../steps/sign-in.testing.ts';
import { begin } from '../steps/steps.testing.ts';
import {
  type CorpWorld,
  corp,
  corpDirectory,
  corpPassword,
  corpSettings,
  corpWorld,
  dnOf,
  peopleDn,
  person,
  reader,
} from './corp.testing.ts';
import { createDirectories } from './directories.ts';
import { mappedAmong } from './groups.ts';

const why = missing();
if (why !== undefined) process.stdout.write(`Skipped: ${why}.\n`);

describe.skipIf(why !== undefined)('an OpenLDAP server', () => {
  let slapd: Slapd;
  beforeAll(async () => {
    // `mail` allows ASCII only (RFC 4524 section 2.16).
    slapd = await startSlapd([corp, person('reader', { mail: 'reader@xn--bcher-kva.example' })].join('\n'));
  });
  afterAll(() => slapd.close());

  const guard = openGuard({ allowed: ['127.0.0.1', 'localhost'] });
  const directories = createDirectories(guard, 20_000);
  const impatient = createDirectories(guard, 1500);
  const check = (
    login: string,
    password: string,
    overrides: Parameters<typeof corpSettings>[1] = {},
    lookup: Parameters<typeof directories.check>[1] = { login },
  ) => directories.check(corpDirectory(corpSettings(slapd, overrides)), lookup, { login, password });
  const kind = async (...args: Parameters<typeof check>) => (await check(...args)).kind;
  const said = async (asked: ReturnType<typeof check>) => {
    try {
      return (await asked).kind;
    } catch (error) {
      if (error instanceof Refusal) return `${error.problem.code}: ${error.problem.detail}`;
      throw error;
    }
  };
  const sentence = (...args: Parameters<typeof check>) => said(check(...args));

  test('finds a user by address in either form of its domain, and ignores pasted invisible characters', async () => {
    for (const login of [
      'reader@bücher.example',
      'Reader@BÜCHER.example',
      'reader@xn--bcher-kva.example',
      '\u200breader\u00a0',
    ])
      expect(await kind(login, corpPassword, { loginAttributes: ['uid', 'mail'] }), login).toBe('right');
    expect(await kind('reader@bucher.example', corpPassword, { loginAttributes: ['uid', 'mail'] })).toBe('nobody');
  });

  test('accepts a correct password, and returns the permanent id', async () => {
    const found = await check('ada', corpPassword);
    expect(found).toMatchObject({
      kind: 'right',
      person: { dn: dnOf('ada'), username: 'ada', name: 'ada of Corp', email: 'ada@corp.example', closed: false },
    });
    const id = found.kind === 'right' ? found.person.id : '';
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await kind('anything', corpPassword, {}, { subject: id })).toBe('right');
    expect(await kind('ADA@Corp.example', corpPassword)).toBe('right');
  });

  test('refuses a wrong password, an unknown or ambiguous name, and an empty password', async () => {
    expect(await kind('ada', 'wrong')).toBe('wrong');
    expect(await kind('nobody', corpPassword)).toBe('nobody');
    expect(await kind('twin', corpPassword)).toBe('nobody');
    expect(await kind('ada', '')).toBe('nobody');
    expect(await kind('', corpPassword)).toBe('nobody');
  });

  test('never uses typed text as a filter or a DN', async () => {
    for (const login of ['*', 'ad*', 'ada)(uid=*', '*)(|(uid=*', 'ada\0', '(uid=ada)', '\\61da'])
      expect(await kind(login, corpPassword)).toBe('nobody');
    expect(await kind('o*(r)\\malley', corpPassword)).toBe('right');
    const own = { bindDn: `uid={name},${peopleDn}` };
    expect(await kind('ada', corpPassword, own)).toBe('right');
    expect(await kind(`ada,${peopleDn}\0`, corpPassword, own)).toBe('wrong');
    expect(await kind('EXTERNAL', corpPassword, { bindDn: '{name}@corp.example' })).toBe('wrong');
    expect(await kind('ada)(x', corpPassword, { bindDn: '{name}@corp.example' })).toBe('nobody');
  });

  test('refuses a locked entry with both kinds of lookup', async () => {
    expect(await kind('bob', corpPassword)).toBe('wrong');
    expect(await kind('bob', corpPassword, { bindDn: `uid={name},${peopleDn}` })).toBe('wrong');
  });

  test('finds groups by search, memberOf or memberUid, and maps them by name or DN', async () => {
    const groups = async (login: string, overrides: Parameters<typeof corpSettings>[1]) => {
      const found = await check(login, corpPassword, overrides);
      return found.kind === 'right' ? found.groups?.map(({ name }) => name).sort() : found.kind;
    };
    expect(await groups('ada', {})).toEqual(['finance', 'staff']);
    expect(await groups('ada', { groupSource: 'memberOf' })).toEqual(['finance', 'staff']);
    expect(await groups('ada', { memberAttribute: 'memberUid', groupClass: 'posixGroup' })).toEqual(['shell']);
    expect(await groups('mallory', {})).toEqual([]);
    expect(await groups('ada', { groupSource: 'none' })).toBeUndefined();
    const found = await check('ada', corpPassword);
    const said = found.kind === 'right' ? found.groups : null;
    expect(
      mappedAmong(said, ['Finance', 'CN=Staff, OU=Groups,dc=corp,dc=example', 'shell', 'cn=finance,ou=people']),
    ).toEqual(['Finance', 'CN=Staff, OU=Groups,dc=corp,dc=example']);
  });

  test('accepts passwords over StartTLS, and refuses a certificate for another host', async () => {
    const starting = { url: `ldap://localhost:${slapd.port}` };
    expect(await kind('ada', corpPassword, starting)).toBe('right');
    expect(await kind('ada', corpPassword, { ...starting, startTls: false })).toBe('right');
    const distrusted = 'provider_unreachable: Corp cannot be queried. The certificate of localhost';
    expect(await sentence('ada', corpPassword, { caCertificate: null })).toContain(distrusted);
    expect(await sentence('ada', corpPassword, { ...starting, caCertificate: null })).toContain(distrusted);
    expect(await sentence('ada', corpPassword, { url: `ldaps://127.0.0.1:${slapd.tlsPort}` })).toContain(
      'The certificate of 127.0.0.1',
    );
  });

  test('refuses a certificate that has changed', async () => {
    const before = corpSettings(slapd);
    const renewed = certificateOf('localhost');
    await slapd.renew(renewed);
    const asked = (settings: typeof before) =>
      directories.check(corpDirectory(settings), { login: 'ada' }, { login: 'ada', password: corpPassword });
    try {
      await expect(asked(before)).rejects.toMatchObject({ problem: { code: 'provider_unreachable' } });
      expect((await asked({ ...before, caCertificate: renewed.authority })).kind).toBe('right');
    } finally {
      await slapd.close();
      slapd = await startSlapd(corp);
    }
  });

  test('reports a wrong configuration and a referral', async () => {
    expect(await sentence('ada', corpPassword, { bindDn: 'cn=nobody,dc=corp,dc=example' })).toBe(
      'provider_wrong: Corp cannot be queried. The directory refused Licet’s service account: its bind DN or its password is wrong. Correct them in this connection, under Settings, Connections (“Bind DN”, “Password of the bind DN”).',
    );
    expect(await sentence('ada', corpPassword, { baseDn: 'dc=elsewhere' })).toContain('no entry of that base DN');
    expect(await sentence('ada', corpPassword, { baseDn: `ou=far,${peopleDn}` })).toContain('refers to another server');
  });

  test('reports a server that is frozen or down, and works again afterwards', async () => {
    slapd.freeze();
    try {
      const asked = impatient.check(
        corpDirectory(corpSettings(slapd)),
        { login: 'ada' },
        { login: 'ada', password: corpPassword },
      );
      expect(await said(asked)).toMatch(/^provider_unreachable: .* took too long/);
    } finally {
      slapd.thaw();
    }
    await slapd.stop();
    expect(await sentence('ada', corpPassword)).toMatch(/^provider_unreachable: .* cannot be reached/);
    await slapd.start();
    expect(await kind('ada', corpPassword)).toBe('right');
  });

  test('gives up on a server that falls silent midway', async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtException', note);
    const mayTry = async () => {
      slapd.freeze();
      // Gives the abort time to arrive. Without the pause, the rest of the test would be faster than the abort.
      await new Promise((stopped) => setTimeout(stopped, 100));
      return true;
    };
    try {
      for (const overrides of [{}, { url: `ldap://localhost:${slapd.port}` }]) {
        const asked = impatient.check(
          corpDirectory(corpSettings(slapd, overrides)),
          { login: 'ada' },
          { login: 'ada', password: corpPassword, mayTry },
        );
        await expect(asked).rejects.toMatchObject({ problem: { code: 'provider_unreachable' } });
        await new Promise((later) => setTimeout(later, 50));
        slapd.thaw();
      }
    } finally {
      slapd.thaw();
      process.off('uncaughtException', note);
    }
    expect(uncaught).toEqual([]);
  });

  test('answers many simultaneous requests without mixing them up', async () => {
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, no) => check(no % 2 ? 'ada' : 'cleo', no % 3 ? corpPassword : 'wrong')),
    );
    for (const [no, found] of asked.entries())
      expect(found.kind === 'right' ? found.person.username : found.kind).toBe(
        no % 3 ? (no % 2 ? 'ada' : 'cleo') : 'wrong',
      );
  });

  test('reports each step of a connection test', async () => {
    const findings = async (overrides: Parameters<typeof corpSettings>[1]) => {
      const report = await directories.test(corpDirectory(corpSettings(slapd, overrides), { secret: reader.password }));
      return [report.works, Object.fromEntries(report.findings.map(({ about, found }) => [about, found]))];
    };
    expect(await findings({})).toEqual([
      true,
      expect.objectContaining({ encryption: 'TLSv1.3', reading: reader.dn, groups: 'finance, staff' }),
    ]);
    expect(await findings({ idAttribute: 'employeeNumber' })).toEqual([
      false,
      expect.objectContaining({ people: 'No entry shows both employeeNumber and uid.' }),
    ]);
    expect(await findings({ groupClass: 'posixGroups' })).toEqual([
      false,
      expect.objectContaining({
        groups: 'There is no entry of the class posixGroups, or the bind DN may not read any.',
      }),
    ]);
  });
});

describe('a man in the middle', () => {
  let between: Server;
  let port = 0;
  /** The scripted answer to the StartTLS request. */
  let says = '';
  beforeAll(async () => {
    between = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(Buffer.from(says, 'hex')));
    });
    await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening));
    const address = between.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => void between.close());

  test.each([
    ['a success and a partial message', '300c02010178070a010004000400300c02010361070a0100'],
    ['a success and another message', '300c02010178070a010004000400300c02010261070a010004000400'],
    ['a refusal', '300c02010178070a013504000400'],
    ['something else', '485454502f312e31'],
  ])('receives no data after it answers StartTLS with %s', async (_, answer) => {
    says = answer;
    const directories = createDirectories(openGuard({ allowed: ['127.0.0.1'] }), 500);
    const settings = corpSettings(
      { tlsPort: 0, authority: '' },
      { url: `ldap://127.0.0.1:${port}`, caCertificate: null },
    );
    const asked = directories.check(
      corpDirectory(settings),
      { login: 'ada' },
      { login: 'ada', password: corpPassword },
    );
    await expect(asked).rejects.toMatchObject({
      problem: { code: expect.stringMatching(/^provider_(wrong|unreachable)$/) },
    });
  });
});

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
