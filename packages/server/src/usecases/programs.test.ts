import { licetApplication, type Principal } from '@licet/contract';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from './context.ts';
import { signedInAlways, type TestLicet, testLicet } from './testing.ts';

// Programs that act for themselves, as holders of grants and as callers.

let licet: TestLicet;
let shop: Awaited<ReturnType<TestLicet['owned']>>;
let bank: Awaited<ReturnType<TestLicet['owned']>>;
let program: Principal;
let role: string;
beforeAll(async () => {
  licet = await testLicet();
  [shop, bank] = [await licet.owned(), await licet.owned()];
  const made = await licet.call('clients.create', shop.owner, {
    params: { application: shop.key },
    body: { name: 'Nightly job', kind: 'service' },
  });
  program = { kind: 'client', id: made.client.id, name: 'Nightly job', detail: shop.key };
  const params = { application: bank.key };
  await licet.call('permissions.create', bank.owner, { params, body: { name: 'books.read' } });
  const { items } = await licet.call('permissions.list', bank.owner, { params });
  const body = { name: 'reader', permissions: items.map(({ id }) => id) };
  role = (await licet.call('roles.create', bank.owner, { params, body })).id;
});
afterAll(() => licet.close());

const to = (id = program.id, gives = { kind: 'role', id: role }) => ({ principal: { kind: 'client', id }, gives });
const inBank = (more = {}) => ({ params: { application: bank.key, ...more } });
const inShop = (more = {}) => ({ params: { application: shop.key, client: program.id, ...more } });
const asProgram = (audience: string = licetApplication): Caller => ({
  kind: 'service',
  clientId: program.id,
  audience,
  token: { version: 0, expiresAt: 2_000_000_000 },
});
const adminOf = async (application: string) =>
  (await licet.call('roles.list', licet.admin, { params: { application } })).items.find(({ builtIn }) => builtIn)?.id ??
  '';

test('a program can have grants like a user, and every query about access includes it', async () => {
  const grant = await licet.call('grants.create', bank.owner, { ...inBank(), body: to() });
  expect(grant.principal).toEqual(program);
  const query = { permission: 'books.read' };
  const holders = await licet.call('access.holders', bank.owner, { ...inBank(), query });
  expect(holders.items).toMatchObject([{ user: program, admin: false, pathCount: 1 }]);
  expect((await licet.call('access.holders', bank.owner, { ...inBank(), query: { ...query, q: 'NIGHT' } })).total).toBe(
    1,
  );
  const asked = { ...query, user: program.id };
  expect(await licet.call('access.decide', bank.owner, { ...inBank(), query: asked })).toMatchObject({
    user: program,
    permitted: true,
    reason: 'listed',
  });
  expect(await licet.call('access.get', bank.owner, inBank({ user: program.id }))).toMatchObject({
    user: { id: program.id },
    roles: [{ name: 'reader' }],
    token: { claims: { sub: program.id, roles: ['reader'], permissions: ['books.read'] } },
  });
  expect(await licet.call('roles.get', bank.owner, inBank({ role }))).toMatchObject({ holders: 0, programs: 1 });
  expect((await licet.call('me.home', licet.admin)).counts).toMatchObject({ programs: 1 });
  const [line] = (await licet.call('clients.access', licet.admin, inShop())).items;
  expect(line).toMatchObject({ application: { id: bank.key }, permissions: 1 });
  const listed = await licet.call('clients.grants', shop.owner, inShop());
  expect(listed.items.map(({ id }) => id)).toEqual([grant.id]);
  for (const q of ['Nightly', 'reader'])
    expect((await licet.call('grants.list', bank.owner, { ...inBank(), query: { q, sort: 'principal' } })).total).toBe(
      1,
    );
  const found = await licet.call('search.find', licet.admin, { query: { q: 'nightly', kinds: 'user,group,client' } });
  expect(found.items).toMatchObject([{ kind: 'client', id: program.id, application: shop.key }]);
  const [event] = (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items;
  expect(event).toMatchObject({
    action: 'grant.created',
    after: { to: { kind: 'client', name: 'Nightly job', application: shop.key } },
  });
  await licet.call('grants.revoke', bank.owner, inBank({ grant: grant.id }));
  const refused = await licet.call('access.decide', bank.owner, { ...inBank(), query: asked });
  expect(refused).toMatchObject({ permitted: false, reason: 'not_listed' });
  expect(refused.remedies.map(({ kind }) => kind)).not.toContain('group');
});

test('a program cannot join a group, and a client that signs users in cannot have grants', async () => {
  const group = await licet.call('groups.create', licet.admin, { body: { name: 'Bakers' } });
  const params = { group: group.id, member: program.id };
  expect(await licet.outcome('groups.addMember', licet.admin, { params })).toBe('wrong_state');
  const web = await licet.call('clients.create', shop.owner, {
    params: { application: shop.key },
    body: { name: 'Web', kind: 'browser', redirectUris: ['https://shop.example/'] },
  });
  expect(await licet.outcome('grants.create', bank.owner, { ...inBank(), body: to(web.client.id) })).toBe(
    'wrong_state',
  );
  const asUser = { ...to(), principal: { kind: 'user', id: program.id } };
  expect(await licet.outcome('grants.create', bank.owner, { ...inBank(), body: asUser })).toBe('invalid_request');
});

test('attack 30: a caller cannot grant a program access that they may not give', async () => {
  expect(await licet.outcome('grants.create', shop.owner, { ...inBank(), body: to() })).toBe('not_found');
  const manager = await licet.user('applications.read', 'grants.manage');
  const params = { application: licetApplication };
  const body = to(program.id, { kind: 'role', id: await adminOf(licetApplication) });
  expect(await licet.outcome('grants.create', manager, { params, body })).toBe('may_not_grant');
});

test('attack 30: creating a program’s key requires the right to give its access; ending one does not', async () => {
  const key = await exportJWK((await generateKeyPair('ES256')).publicKey);
  const owner = await signedInAlways(licet.database, shop.owner);
  expect(await licet.outcome('clients.makeKey', owner, { ...inShop(), body: {} })).toBe('ok');
  const present = async () => (await licet.call('clients.keys', owner, inShop())).items.filter(({ ended }) => !ended);
  const [first, second] = await present();
  // A scheduled grant counts too.
  const starts = new Date(Date.now() + 3_600_000).toISOString();
  const grant = await licet.call('grants.create', bank.owner, { ...inBank(), body: { ...to(), starts } });
  for (const body of [{}, { publicKey: key }, { replaces: { key: first?.id, overlap: 0 } }])
    expect(await licet.outcome('clients.makeKey', owner, { ...inShop(), body })).toBe('may_not_grant');
  const prolong = { ...inShop({ key: second?.id }), body: { endsAt: null } };
  expect(await licet.outcome('clients.changeKey', owner, prolong)).toBe('may_not_grant');
  expect(await licet.outcome('clients.update', owner, { ...inShop(), body: { name: 'Nightly job' } })).toBe('ok');
  const shorten = { ...inShop({ key: second?.id }), body: { endsAt: new Date(Date.now() + 60_000).toISOString() } };
  expect(await licet.outcome('clients.changeKey', owner, shorten)).toBe('ok');
  expect(await licet.outcome('clients.endKey', owner, inShop({ key: first?.id }))).toBe('ok');
  expect(await licet.outcome('clients.makeKey', licet.freshAdmin, { ...inShop(), body: {} })).toBe('ok');
  await licet.call('grants.revoke', bank.owner, inBank({ grant: grant.id }));
  expect(await licet.outcome('clients.makeKey', owner, { ...inShop(), body: { publicKey: key } })).toBe('ok');
});

test('attack 30: renaming, deleting or replacing a program requires the right to give its access', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const make = (name: string) => licet.outcome('clients.create', owner, { params, body: { name, kind: 'service' } });
  const { client } = await licet.call('clients.create', owner, { params, body: { name: 'Sync', kind: 'service' } });
  const at = { params: { ...params, client: client.id } };
  const rename = (name: string) => licet.outcome('clients.update', owner, { ...at, body: { name } });
  expect(await rename('Sync 2')).toBe('ok');
  expect(await make('Sync')).toBe('ok');
  // A scheduled grant counts too.
  const starts = new Date(Date.now() + 3_600_000).toISOString();
  const grant = await licet.call('grants.create', bank.owner, { ...inBank(), body: { ...to(client.id), starts } });
  expect(await rename('Sync 3')).toBe('may_not_grant');
  expect(await licet.outcome('clients.remove', owner, at)).toBe('may_not_grant');
  expect(
    await licet.outcome('applications.remove', await licet.user('applications.manage', 'applications.read'), {
      params,
    }),
  ).toBe('may_not_grant');
  const granter = await licet.user('applications.read', 'applications.manage');
  await licet.call('applications.addOwner', licet.admin, { params: { ...params, user: granter.userId } });
  expect(await licet.outcome('applications.remove', granter, { params })).toBe('may_not_grant');
  // The program's former name is protected like its current one.
  for (const name of ['Sync', 'Sync 2']) expect(await make(name)).toBe('may_not_grant');
  expect(await licet.outcome('clients.update', licet.admin, { ...at, body: { name: 'Sync 4' } })).toBe('ok');
  for (const name of ['Sync', 'Sync 2', 'Sync 4']) expect(await make(name)).toBe('may_not_grant');
  expect(await make('Sync 5')).toBe('ok');
  await licet.call('grants.revoke', bank.owner, inBank({ grant: grant.id }));
  expect(await rename('Sync 6')).toBe('ok');
  // The access that the program had when it was deleted counts too.
  await licet.call('grants.create', bank.owner, { ...inBank(), body: to(client.id) });
  await licet.call('clients.remove', licet.admin, at);
  expect(await make('Sync 6')).toBe('may_not_grant');
  expect(
    await licet.outcome('clients.create', licet.admin, { params, body: { name: 'Sync 6', kind: 'service' } }),
  ).toBe('ok');
});

test('a program with rights in Licet can use only those, and no calls reserved for users', async () => {
  expect(await licet.outcome('users.list', asProgram(shop.key))).toBe('token_invalid');
  expect(await licet.outcome('users.list', asProgram())).toBe('forbidden');
  const params = { application: licetApplication };
  const body = to(program.id, { kind: 'role', id: await adminOf(licetApplication) });
  const grant = await licet.call('grants.create', licet.freshAdmin, { params, body });
  expect(await licet.outcome('users.list', asProgram())).toBe('ok');
  const created = await licet.call('users.create', asProgram(), { body: { username: 'by-job', name: 'By a job' } });
  const user = { params: { user: created.id } };
  const forPeople = [
    'users.passwordLink',
    'users.resetCredentials',
    'keys.rotate',
    'me.get',
    'credentials.list',
    'mail.turnOff',
    'users.invite',
  ] as const;
  for (const id of forPeople)
    expect(
      await licet.outcome(id, asProgram(), {
        ...user,
        body: id === 'users.invite' ? { users: [created.id] } : { passkeys: true },
      }),
      id,
    ).toBe('people_only');
  expect(
    await licet.outcome('grants.create', asProgram(), {
      params,
      body: { ...body, principal: { kind: 'user', id: created.id } },
    }),
  ).toBe('people_only');
  const [key] = (await licet.call('clients.keys', licet.admin, inShop())).items;
  const making = { ...inShop(), body: { replaces: { key: key?.id, overlap: 0 } } };
  expect(await licet.outcome('clients.makeKey', asProgram(), making)).toBe('people_only');
  const fields = { name: 'Another job', kind: 'service' };
  const another = await licet.call('clients.create', asProgram(), { params: { application: shop.key }, body: fields });
  const its = { params: { application: shop.key, client: another.client.id }, body: {} };
  expect(await licet.outcome('clients.makeKey', asProgram(), its)).toBe('ok'); // this program has no access to Licet
  expect(await licet.outcome('clients.makeKey', licet.admin, making)).toBe('sign_in_again');
  expect(await licet.outcome('clients.makeKey', licet.freshAdmin, making)).toBe('ok');
  // Another administrator is a program. It does not count, so this user is still the last one.
  const self = (await licet.call('grants.list', licet.admin, { params, query: { principal: licet.admin.userId } }))
    .items[0];
  const last = { params: { ...params, grant: self?.id ?? '' } };
  expect(await licet.outcome('grants.revoke', licet.admin, last)).toBe('last_admin');
  await licet.call('grants.revoke', licet.admin, { params: { ...params, grant: grant.id } });
  expect(await licet.outcome('users.list', asProgram())).toBe('forbidden');
});
