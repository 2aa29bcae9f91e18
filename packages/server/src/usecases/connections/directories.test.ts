import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sawSession } from '../../store/sign-in/sessions.ts';
import type { Caller } from '../context.ts';
import { signedInAlways, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let admin: Caller;
beforeAll(async () => {
  licet = await testLicet();
  const seen = { uid: 'session', userId: licet.admin.userId, signedInAt: undefined, expiresIn: 3600 };
  await sawSession(licet.database, { ...seen, address: null, agent: null, amr: ['pwd'] });
  admin = { ...licet.admin, sessionId: 'session' };
});
afterAll(() => licet.close());

let made = 0;
const directory = { url: 'ldaps://ldap.example', baseDn: 'ou=people,dc=example', bindDn: 'cn=licet,dc=example' };
const some = ({ directory: over = {}, ...rest }: { directory?: object; [name: string]: unknown } = {}) => ({
  name: `Directory ${++made}`,
  kind: 'ldap',
  secret: 'the password of the reader',
  directory: { ...directory, ...over },
  ...rest,
});
const create = (over?: Parameters<typeof some>[0]) => licet.call('connections.create', admin, { body: some(over) });
const refused = async (over?: Parameters<typeof some>[0]) => {
  try {
    await create(over);
    return [];
  } catch (error) {
    const problem = (error as { problem?: { errors?: { pointer: string }[] } }).problem;
    return problem?.errors?.map(({ pointer }) => pointer) ?? ['not of the contract'];
  }
};

describe('a directory', () => {
  test('is a connection with the defaults of OpenLDAP, and its password is stored encrypted', async () => {
    const made = await create({ name: 'Corp' });
    expect(made).toMatchObject({
      kind: 'ldap',
      hasSecret: true,
      trustsAddresses: true,
      createsUsers: false,
      directory: { ...directory, startTls: true, idAttribute: 'entryUUID', loginAttributes: ['uid', 'mail'] },
    });
    expect(made).not.toHaveProperty('issuer');
    const params = { connection: made.id };
    const body = { directory: { groupSource: 'search', nestedGroups: true } };
    const changed = await licet.call('connections.update', admin, { params, body });
    expect(changed).toMatchObject({ hasSecret: true, directory: { ...directory, groupSource: 'search' } });
    const { rows } = await licet.database.pool.query<{ all: string }>(
      `select (select string_agg(s::text, '') from connection_secrets s) || (select string_agg(c::text, '') from change c) ||
        (select string_agg(c::text, '') from connections c) as all`,
    );
    expect(rows[0]?.all).toContain('ldap.example');
    expect(rows[0]?.all).not.toContain('the password of the reader');
    expect((await licet.call('connections.list', admin)).items).toContainEqual(changed);
  });

  test('requires its password again when its address changes or TLS is turned off', async () => {
    const { id } = await create({ directory: { url: 'ldap://ldap.example' } });
    const change = (body: object) => licet.outcome('connections.update', admin, { params: { connection: id }, body });
    expect(await change({ directory: { url: 'ldaps://elsewhere.example' } })).toBe('invalid_request');
    const body = { directory: { url: 'ldaps://elsewhere.example' } };
    const reason = 'secret_needed_again';
    await expect(licet.call('connections.update', admin, { params: { connection: id }, body })).rejects.toMatchObject({
      problem: { errors: [{ pointer: '/secret', reason, values: { kind: 'directory' } }] },
    });
    expect(await change({ directory: { startTls: false } })).toBe('invalid_request');
    expect(await change({ directory: { url: 'ldaps://elsewhere.example' }, secret: 'again' })).toBe('ok');
    expect(await change({ issuer: 'https://sso.example' })).toBe('invalid_request');
  });

  test('attack 30: a caller who only manages settings can neither add nor redirect a directory', async () => {
    const manager = await signedInAlways(licet.database, await licet.user('settings.manage', 'groups.manage'));
    const outcome = (id: 'connections.create' | 'connections.update', input: object) =>
      licet.outcome(id, manager, input);
    expect(await outcome('connections.create', { body: some() })).toBe('may_not_grant');
    const { id } = await create();
    const params = { connection: id };
    const mine = { directory: { url: 'ldaps://evil.example' }, secret: 'mine' };
    for (const body of [mine, { directory: { idAttribute: 'description' } }, { domains: ['example.org'] }])
      expect(await outcome('connections.update', { params, body })).toBe('may_not_grant');
  });

  test('stores no password if users bind as themselves', async () => {
    const own = { bindDn: 'uid={name},ou=people,dc=example' };
    expect(await refused({ directory: own })).toEqual(['/secret']);
    expect(await create({ directory: own, secret: undefined })).toMatchObject({ hasSecret: false });
  });

  test.each([
    [{ secret: undefined }, '/secret'],
    [{ directory: { bindDn: '{name}' }, secret: undefined }, '/directory/bindDn'],
    [{ directory: { bindDn: 'EXTERNAL' } }, '/directory/bindDn'],
    [{ createsUsers: true }, '/allowedDomains'],
    [{ directory: { nestedGroups: true } }, '/directory/nestedGroups'],
    [{ directory: { url: 'https://ldap.example' } }, 'not of the contract'],
    [{ directory: { url: 'ldaps://user:password@ldap.example' } }, 'not of the contract'],
    [{ directory: { url: 'ldaps://ldap.example/dc=example' } }, 'not of the contract'],
    [{ directory: { loginAttributes: ['uid)(cn=*'] } }, 'not of the contract'],
    [{ directory: { caCertificate: '-----BEGIN PRIVATE KEY-----' } }, 'not of the contract'],
    [{ issuer: 'https://sso.example' }, 'not of the contract'],
  ])('is refused: %j', async (over, pointer) => {
    expect(await refused(over)).toEqual([pointer]);
  });

  test('is contacted at a private address or without TLS only if the operator allows it', async () => {
    const tested = async (url: string, startTls = true) => {
      const { id } = await create({ directory: { url, startTls } });
      const { works, findings } = await licet.call('connections.test', admin, { params: { connection: id } });
      return [works, ...findings.map(({ about, found }) => `${about}: ${found}`)];
    };
    expect(await tested('ldaps://10.1.2.3')).toEqual([
      false,
      expect.stringContaining('connection: 10.1.2.3:636 leads to a private network'),
    ]);
    expect(await tested('ldap://1.1.1.1', false)).toEqual([
      false,
      'connection: Licet does not connect to 1.1.1.1:389 without TLS. Use an address that begins with ldaps://, or turn on StartTLS.',
    ]);
    expect(await tested('ldaps://127.0.0.1:1')).toEqual([false, expect.stringContaining('cannot be reached')]);
  });
});
