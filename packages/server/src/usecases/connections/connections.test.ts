import { randomUUID } from 'node:crypto';
import { licetApplication, limits, usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../identity/connections/external-provider.testing.ts';
import { startGitHub, type TestGitHub } from '../../identity/connections/github.testing.ts';
import { settleGroups } from '../../identity/connections/mapped-groups.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { sawSession } from '../../store/sign-in/sessions.ts';
import type { Caller } from '../context.ts';
import { issuer, operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let provider: TestProvider;
let github: TestGitHub;
type User = Caller & { readonly kind: 'user' };
let admin: User;
beforeAll(async () => {
  licet = await testLicet();
  provider = await startProvider([`${issuer}/sign-in/return`]);
  github = await startGitHub();
  admin = await signedIn(licet.admin);
});
afterAll(async () => {
  await licet.close();
  await provider.close();
  await github.close();
});

/** The same caller in a session that has just begun. */
async function signedIn(caller: User): Promise<User> {
  const uid = `session of ${caller.userId}`;
  const seen = {
    uid,
    userId: caller.userId,
    signedInAt: undefined,
    expiresIn: 3600,
    address: null,
    agent: null,
    amr: ['pwd'],
  };
  await sawSession(licet.database, seen);
  return { ...caller, sessionId: uid };
}

let made = 0;
const some = (over: object = {}) => ({
  name: `Provider ${++made}`,
  kind: 'openid',
  issuer: provider.issuer,
  clientId: provider.client.id,
  secret: provider.client.secret,
  ...over,
});
const create = (over: object = {}, by: Caller = admin) => licet.call('connections.create', by, { body: some(over) });
const refused = (over: object, by: Caller = admin) => licet.outcome('connections.create', by, { body: some(over) });
const lastEvent = async () => (await licet.call('audit.list', admin, { query: { limit: '1' } })).items[0];

describe('a connection', () => {
  test('cannot be disabled or removed if it is the administrators’ only way to sign in', async () => {
    const { id } = await create({ name: 'Only' });
    const params = { connection: id };
    await licet.database.pool.query(
      `insert into identities (id, user_id, connection_id, issuer, subject, name, linked_at)
       values (gen_random_uuid(), $1, $2, 'https://only.example', 'admin', 'admin', now())`,
      [licet.admin.userId, id],
    );
    const { version: _, secondFactor: __, ...policy } = await licet.call('policy.get', admin);
    const take = (ways: typeof policy.ways) =>
      licet.call('policy.update', operator, { body: { ...policy, secondFactor: [], ways } });
    await take(['provider']);
    expect(await licet.outcome('connections.update', admin, { params, body: { enabled: false } })).toBe('locks_out');
    expect(await licet.outcome('connections.remove', admin, { params })).toBe('locks_out');
    expect(await licet.outcome('connections.update', admin, { params, body: { name: 'Renamed' } })).toBe('ok');
    await licet.build((change) => setPasswordHash(change, licet.admin.userId, 'test:ada'));
    await take(['password', 'provider']);
    expect(await licet.outcome('connections.remove', admin, { params })).toBe('ok');
    await take(policy.ways);
    await licet.database.pool.query('delete from credentials');
  });

  test('is added, changed and removed with events, and its secret is stored encrypted', async () => {
    const connection = await create({
      name: 'Acme',
      domains: ['Acme.example', 'bücher.example', 'xn--bcher-kva.example'],
    });
    expect(connection.domains).toEqual(['acme.example', 'xn--bcher-kva.example']);
    expect(connection).toMatchObject({
      name: 'Acme',
      hasSecret: true,
      scopes: ['openid', 'profile', 'email'],
      enabled: true,
      createsUsers: false,
      signsOutThere: false,
      redirectUri: `${issuer}/sign-in/return`,
      postLogoutRedirectUri: `${issuer}/sign-out/return`,
      backchannelLogoutUri: `${issuer}/backchannel-logout/${connection.id}`,
      people: 0,
    });
    const params = { connection: connection.id };
    const changed = await licet.call('connections.update', admin, {
      params,
      body: { enabled: false, secret: 'another' },
    });
    expect(changed).toMatchObject({ enabled: false, name: 'Acme', domains: connection.domains, hasSecret: true });
    const event = await lastEvent();
    expect(event).toMatchObject({ action: 'connection.changed', target: { kind: 'connection', name: 'Acme' } });
    expect(event?.before).toMatchObject({ enabled: true });
    expect(event?.after).toMatchObject({ enabled: false, secret: 'another' });
    const { rows } = await licet.database.pool.query<{ all: string }>(
      `select (select string_agg(s::text, '') from connection_secrets s) || (select string_agg(c::text, '') from change c) ||
        (select string_agg(c::text, '') from connections c) as all`,
    );
    expect(rows[0]?.all).toContain('Acme');
    expect(rows[0]?.all).not.toContain(provider.client.secret);
    await licet.call('connections.remove', admin, { params, ifMatch: changed.version });
    expect((await licet.call('connections.list', admin)).items).toEqual([]);
    expect((await lastEvent())?.action).toBe('connection.deleted');
    expect((await licet.database.pool.query('select from connection_secrets')).rowCount).toBe(0);
  });

  test('requires settings.manage, and a fresh sign-in for changes', async () => {
    const stranger = await signedIn(await licet.user('users.manage'));
    expect(await refused({}, stranger)).toBe('forbidden');
    const stale = { ...admin, sessionId: null };
    const connection = await create();
    const input = { params: { connection: connection.id }, body: {} };
    expect(await refused({}, stale)).toBe('sign_in_again');
    expect(await licet.outcome('connections.update', stale, input)).toBe('sign_in_again');
    expect(await licet.outcome('connections.remove', stale, input)).toBe('sign_in_again');
    expect(await licet.outcome('connections.update', admin, { ...input, ifMatch: 1 })).toBe('version_conflict');
  });

  test('requires a new secret when its issuer changes', async () => {
    const { id } = await create();
    const params = { connection: id };
    const body = { issuer: 'https://elsewhere.example' };
    expect(await licet.outcome('connections.update', admin, { params, body })).toBe('invalid_request');
    expect(await licet.outcome('connections.update', admin, { params, body: { ...body, secret: 'new' } })).toBe('ok');
  });

  test.each([
    [{ issuer: 'javascript:alert(1)' }],
    [{ issuer: 'https://sso.example/.well-known/openid-configuration' }],
    [{ issuer: 'https://login.example/{tenantid}/v2.0' }],
    [{ issuer: 'https://user:password@sso.example' }],
    [{ domains: ['acme_.example'] }],
    [{ domains: ['localhost'] }],
  ])('is rejected by input validation: %j', async (over) => {
    await expect(create(over)).rejects.toThrow();
  });

  test.each([
    [{ createsUsers: true }],
    [{ scopes: ['email'] }],
    [{ kind: 'github', issuer: 'https://github.com/' }],
    [{ kind: 'github', issuer: 'https://github.com', groupsClaim: 'groups' }],
    [{ kind: 'github', issuer: 'https://github.com', signsOutThere: true }],
  ])('is refused: %j', async (over) => {
    expect(await refused(over)).toBe('invalid_request');
  });

  test('must have a unique name', async () => {
    await create({ name: 'Twice' });
    expect(await refused({ name: 'twice' })).toBe('name_taken');
  });

  test('is refused beyond the maximum number of connections', async () => {
    const { items } = await licet.call('connections.list', admin);
    for (let left = limits.connectionsMax.value - items.length; left > 0; left--) await create();
    expect(await refused({})).toBe('invalid_request');
    for (const { id, name } of (await licet.call('connections.list', admin)).items)
      if (/^Provider/.test(name)) await licet.call('connections.remove', admin, { params: { connection: id } });
  });
});

describe('attack 30: mapped groups of a provider', () => {
  const group = async (name: string) => licet.call('groups.create', admin, { body: { name } });

  test('cannot be groups with access to Licet itself, directly or through another group', async () => {
    const [inner, outer] = [await group('Inner'), await group('Outer')];
    await licet.call('groups.addMember', admin, { params: { group: outer.id, member: inner.id } });
    const { items } = await licet.call('roles.list', admin, { params: { application: licetApplication } });
    const role = items.find(({ name }) => name === 'auditor');
    await licet.call('grants.create', admin, {
      params: { application: licetApplication },
      body: { principal: { kind: 'group', id: outer.id }, gives: { kind: 'role', id: role?.id } },
    });
    const mapping = { groupsClaim: 'groups', groupMappings: [{ value: 'staff', group: inner.id }] };
    expect(await refused(mapping)).toBe('may_not_grant');
    const defaults = { createsUsers: true, allowedDomains: ['acme.example'], defaultGroups: [inner.id] };
    expect(await refused(defaults)).toBe('may_not_grant');
  });

  test('cannot be groups whose members may take a role of Licet in an emergency', async () => {
    const [inner, outer] = [await group('On call'), await group('All on call')];
    await licet.call('groups.addMember', admin, { params: { group: outer.id, member: inner.id } });
    const { items } = await licet.call('roles.list', admin, { params: { application: licetApplication } });
    const role = items.find(({ name }) => name === 'auditor')?.id ?? '';
    await licet.call('roles.setPolicy', licet.freshAdmin, {
      params: { application: licetApplication, role },
      body: { ...usualRolePolicy, breakGlass: { users: [], groups: [outer.id], seconds: 3600 } },
    });
    const mapping = { groupsClaim: 'groups', groupMappings: [{ value: 'staff', group: inner.id }] };
    expect(await refused(mapping)).toBe('may_not_grant');
  });

  test('that are named later in an emergency rule of Licet lose members but gain none, and do not block an update', async () => {
    const onCall = await group('Later on call');
    const groupMappings = [{ value: 'oncall', group: onCall }];
    const [leaver, joiner] = [await licet.user(), await licet.user()];
    const settle = (user: User, values: readonly string[]) =>
      settleGroups(licet.database, { id: randomUUID(), name: 'Provider', groupMappings }, values, {
        id: user.userId,
        name: 'Somebody',
      });
    const { id: connection } = await create({
      groupsClaim: 'groups',
      groupMappings: [{ value: 'oncall', group: onCall.id }],
    });
    await settle(leaver, ['oncall']);
    const { items } = await licet.call('roles.list', admin, { params: { application: licetApplication } });
    const role = items.find(({ name }) => name === 'auditor')?.id ?? '';
    await licet.call('roles.setPolicy', licet.freshAdmin, {
      params: { application: licetApplication, role },
      body: { ...usualRolePolicy, breakGlass: { users: [], groups: [onCall.id], seconds: 3600 } },
    });
    const members = async () =>
      (await licet.call('groups.members', admin, { params: { group: onCall.id } })).items.map(({ id }) => id);
    expect(await members()).toEqual([leaver.userId]);
    await settle(joiner, ['oncall']);
    await settle(leaver, []);
    expect(await members()).toEqual([]);
    const { works, findings } = await licet.call('connections.test', admin, { params: { connection } });
    expect(works).toBe(true);
    expect(findings.filter(({ right }) => !right)).toMatchObject([
      { about: 'mappings', reason: 'groups_closed', values: { groups: ['Later on call'] } },
    ]);
    const disabled = { params: { connection }, body: { enabled: false } };
    expect(await licet.outcome('connections.update', admin, disabled)).toBe('ok');
  });

  test('must be existing groups', async () => {
    const gone = randomUUID();
    const mapping = { groupsClaim: 'groups', groupMappings: [{ value: 'staff', group: gone }] };
    const of = (over: object) => licet.call('connections.create', admin, { body: some(over) });
    await expect(of({ defaultGroups: [gone] })).rejects.toMatchObject({
      problem: { code: 'invalid_request', errors: [{ pointer: '/defaultGroups/0' }] },
    });
    await expect(of(mapping)).rejects.toMatchObject({
      problem: { code: 'invalid_request', errors: [{ pointer: '/groupMappings/0/group' }] },
    });
  });

  test('can be named only by callers who may grant the group’s access', async () => {
    const { key } = await licet.owned();
    const staff = await group('Staff');
    const permission = await licet.call('permissions.create', admin, {
      params: { application: key },
      body: { name: 'invoices.read' },
    });
    await licet.call('grants.create', admin, {
      params: { application: key },
      body: { principal: { kind: 'group', id: staff.id }, gives: { kind: 'permission', id: permission.id } },
    });
    const mapping = { groupsClaim: 'groups', groupMappings: [{ value: 'staff', group: staff.id }] };
    expect(await refused(mapping, await signedIn(await licet.user('settings.manage')))).toBe('may_not_grant');
    const almost = await signedIn(await licet.user('settings.manage', 'groups.manage'));
    expect(await refused(mapping, almost)).toBe('may_not_grant');
    const { id } = await create(mapping);
    // A caller cannot point another user's mapping at their own provider.
    const params = { connection: id };
    const body = { issuer: 'https://mine.example', secret: 'mine' };
    expect(await licet.outcome('connections.update', almost, { params, body })).toBe('may_not_grant');
    expect((await lastEvent())?.after).toMatchObject({ groupMappings: ['staff: Staff'] });
  });
});

describe('the test of a connection', () => {
  const tested = async (over: object) => {
    const { id } = await create(over);
    const report = await licet.call('connections.test', admin, { params: { connection: id } });
    return {
      ...report,
      of: Object.fromEntries(report.findings.map(({ about, right, found }) => [about, right ? found : `no: ${found}`])),
    };
  };

  test('reports the endpoints of an OpenID provider', async () => {
    const { works, of } = await tested({});
    expect(works).toBe(true);
    expect(of).toMatchObject({
      issuer: provider.issuer,
      sign_in: `${provider.issuer}/auth`,
      pkce: 'S256',
      keys: `${provider.issuer}/jwks (1)`,
      sign_out: `${provider.issuer}/session/end`,
      proof: 'secret',
    });
  });

  test('succeeds with a private key, and only its public key is shown', async () => {
    const connection = await create({ proof: 'private_key', secret: undefined });
    expect('publicKey' in connection && connection.publicKey).toMatchObject({
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      use: 'sig',
    });
    expect(JSON.stringify(connection)).not.toContain('"d"');
    const report = await licet.call('connections.test', admin, { params: { connection: connection.id } });
    expect(report.works).toBe(true);
  });

  test('reports the endpoints of GitHub', async () => {
    const { works, of } = await tested({ kind: 'github', issuer: github.issuer, clientId: github.client.id });
    expect(works).toBe(true);
    expect(of).toMatchObject({
      discovery: `${github.issuer}/api/v3`,
      sign_in: `${github.issuer}/login/oauth/authorize`,
    });
  });

  test('reports the reason of a failure', async () => {
    expect(await tested({ issuer: 'http://127.0.0.1:1' })).toMatchObject({
      works: false,
      of: { discovery: expect.stringContaining('127.0.0.1:1 cannot be reached') },
      findings: [{ reason: 'provider_host_failed', values: { host: '127.0.0.1:1', fault: 'unreachable' } }],
    });
    expect((await tested({ issuer: 'http://10.255.255.1' })).of.discovery).toContain('leads to a private network');
    expect((await tested({ issuer: github.issuer })).works).toBe(false);
    provider.instead = (request, response) => {
      if (!request.url?.endsWith('openid-configuration')) return false;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example/auth' }));
      return true;
    };
    try {
      expect((await tested({})).of).toMatchObject({
        issuer: expect.stringContaining('answered with another issuer than'),
      });
    } finally {
      provider.instead = undefined;
    }
  });
});
