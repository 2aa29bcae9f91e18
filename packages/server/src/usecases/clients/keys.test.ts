import { limits } from '@licet/contract';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '../../store/sign-in/sweep.ts';
import { operator, signedInAlways, type TestLicet, testLicet } from '../testing.ts';

const day = 86_400;

let licet: TestLicet;
let application: string;
let params: { application: string; client: string };
beforeAll(async () => {
  licet = await testLicet();
  application = (await licet.owned()).key;
});
beforeEach(async () => {
  params = { application, client: (await register({})).client.id };
});
afterEach(() => licet.setClock(0));
afterAll(() => licet.close());

const register = (over: object) =>
  licet.call('clients.create', licet.admin, {
    params: { application },
    body: { name: 'Nightly job', kind: 'service', ...over },
  });
const list = async (at = params) => (await licet.call('clients.keys', licet.admin, { params: at })).items;
const make = (body: object = {}) => licet.call('clients.makeKey', licet.freshAdmin, { params, body });
const made = (body: object = {}) => licet.outcome('clients.makeKey', licet.freshAdmin, { params, body });
const at = (key: string) => ({ params: { ...params, key } });
const publicJwk = async () => exportJWK((await generateKeyPair('ES256')).publicKey);
const secondsTo = (instant: string | null | undefined) => Math.round((Date.parse(instant ?? '') - Date.now()) / 1000);

describe('a client', () => {
  test('starts with a secret of the default lifetime, or without an end on request', async () => {
    const [first] = await list();
    expect(first).toMatchObject({ kind: 'secret', name: 'Secret 1', ended: false, publicKey: null, lastUsedAt: null });
    expect(Math.abs(secondsTo(first?.endsAt) - limits.clientKeyLifetime.value * day)).toBeLessThan(60);
    const { client, secret } = await register({ keysEndAt: null });
    expect(await list({ application, client: client.id })).toMatchObject([{ endsAt: null, hint: secret?.slice(-4) }]);
    const past = { name: 'x', kind: 'service', keysEndAt: '2020-01-01T00:00:00Z' };
    const input = { params: { application }, body: past };
    expect(await licet.outcome('clients.create', licet.admin, input)).toBe('in_the_past');
  });

  test('has several named secrets; each is shown once, stored as a hash, and absent from events', async () => {
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    const { key, secret } = await make({ name: 'Deploy', endsAt });
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(key).toMatchObject({ name: 'Deploy', hint: secret?.slice(-4) });
    const jwk = { ...(await publicJwk()), kid: 'ci-2027' };
    const taken = await make({ publicKey: jwk, endsAt: null });
    expect(taken).toMatchObject({ secret: null, key: { kind: 'public_key', name: 'ci-2027', endsAt: null } });
    expect((await list()).map(({ name }) => name)).toEqual(['ci-2027', 'Deploy', 'Secret 1']);
    const { rows } = await licet.database.pool.query<{ all: string; keys: string }>(
      'select (select json_agg(c)::text from change c) as all, (select json_agg(k)::text from client_keys k) as keys',
    );
    expect(rows[0]?.all).toContain('Deploy');
    for (const kept of [rows[0]?.all, rows[0]?.keys, JSON.stringify(await list())]) expect(kept).not.toContain(secret);
    const hashes = [...(rows[0]?.keys ?? '').matchAll(/"secret_hash":"([^"]+)"/g)].map(([, hash = '']) => hash);
    expect(hashes.length).toBeGreaterThan(1);
    for (const hash of hashes) expect(rows[0]?.all).not.toContain(hash);
  });

  test('has a limited number of valid keys, and each kid once', async () => {
    const jwk = { ...(await publicJwk()), kid: 'mine' };
    await make({ publicKey: jwk });
    expect(await made({ publicKey: { ...(await publicJwk()), kid: 'mine' } })).toBe('invalid_request');
    expect(await made({ publicKey: { kty: 'EC', crv: 'P-256', x: jwk.x } })).toBe('invalid_request');
    const another = async () => ({ publicKey: await publicJwk() });
    for (let more = 1; more < limits.clientKeysMax.value; more += 1) await make(await another());
    expect(await made(await another())).toBe('wrong_state');
    const [newest] = await list();
    expect(await made({ ...(await another()), replaces: { key: newest?.id, overlap: 60 } })).toBe('wrong_state');
    expect(await made({ ...(await another()), replaces: { key: newest?.id, overlap: 0 } })).toBe('ok');
  });

  test('loses its keys when it is deleted', async () => {
    await licet.call('clients.remove', licet.admin, { params });
    const { rows } = await licet.database.pool.query('select 1 from client_keys where client_id = $1', [params.client]);
    expect(rows).toEqual([]);
  });
});

describe('a client with a public key', () => {
  const inForce = async () => (await list()).filter(({ ended }) => !ended).map(({ name }) => name);

  test('a new public key ends the client’s secrets, and the event names them', async () => {
    await make({ name: 'Deploy' });
    await make({ publicKey: { ...(await publicJwk()), kid: 'main' } });
    expect(await inForce()).toEqual(['main']);
    const [event] = (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items;
    expect(event).toMatchObject({ action: 'client.key_made', after: { secretsEnded: ['Deploy', 'Secret 1'] } });
  });

  test('a secret that a public key replaces stays valid for the given overlap only', async () => {
    await make({ name: 'Deploy' });
    const old = (await list()).find(({ name }) => name === 'Secret 1');
    await make({ publicKey: { ...(await publicJwk()), kid: 'main' }, replaces: { key: old?.id, overlap: day } });
    expect(await inForce()).toEqual(['main', 'Secret 1']);
    const longer = { ...at(old?.id ?? ''), body: { endsAt: null } };
    expect(await licet.outcome('clients.changeKey', licet.freshAdmin, longer)).toBe('wrong_state');
    licet.setClock((day + 60) * 1000);
    expect(await inForce()).toEqual(['main']);
  });

  test('a secret cannot be added beside a public key, but can replace it without an overlap', async () => {
    const { key } = await make({ publicKey: { ...(await publicJwk()), kid: 'main' } });
    expect(await made()).toBe('wrong_state');
    expect(await made({ replaces: { key: key.id, overlap: 60 } })).toBe('wrong_state');
    expect(await made({ replaces: { key: key.id, overlap: 0 } })).toBe('ok');
  });
});

describe('rotation', () => {
  test('keeps the old key for the given overlap, but never beyond its own end', async () => {
    const [first] = await list();
    const { key } = await make({ replaces: { key: first?.id, overlap: 7 * day } });
    const [second, old] = await list();
    expect([second?.id, second?.name, old?.id]).toEqual([key.id, 'Secret 2', first?.id]);
    expect(Math.abs(secondsTo(old?.endsAt) - 7 * day)).toBeLessThan(60);
    await make({ replaces: { key: first?.id, overlap: 30 * day } });
    expect((await list()).find(({ id }) => id === first?.id)?.endsAt).toBe(old?.endsAt);
    const [event] = (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items;
    expect(event).toMatchObject({
      action: 'client.key_made',
      target: { name: 'Nightly job' },
      before: { key: 'Secret 1' },
      after: { key: 'Secret 3', inPlaceOf: 'Secret 1', whichEnds: old?.endsAt },
    });
    licet.setClock((7 * day + 60) * 1000);
    expect((await list()).map(({ name, ended }) => [name, ended])).toEqual([
      ['Secret 3', false],
      ['Secret 2', false],
      ['Secret 1', true],
    ]);
  });

  test('ends the old key immediately without an overlap, and deletes it later', async () => {
    const [first] = await list();
    const { key } = await make({ replaces: { key: first?.id, overlap: 0 } });
    expect((await list()).map(({ id, ended }) => [id, ended])).toEqual([
      [key.id, false],
      [first?.id, true],
    ]);
    const ended = at(first?.id ?? '');
    expect(await licet.outcome('clients.endKey', licet.freshAdmin, ended)).toBe('wrong_state');
    expect(await licet.outcome('clients.changeKey', licet.freshAdmin, { ...ended, body: { endsAt: null } })).toBe(
      'wrong_state',
    );
    expect(await made({ replaces: { key: first?.id, overlap: 60 } })).toBe('wrong_state');
    licet.setClock((limits.clientKeysKept.value + 1) * day * 1000);
    await sweep(licet.database);
    expect((await list()).map(({ id }) => id)).toEqual([key.id]);
  });
});

test('events name a key when it is renamed, gets another end, or is ended', async () => {
  const [first] = await list();
  const key = at(first?.id ?? '');
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const renamed = await licet.call('clients.changeKey', licet.freshAdmin, { ...key, body: { name: 'Old', endsAt } });
  expect([renamed.name, Date.parse(renamed.endsAt ?? '')]).toEqual(['Old', Date.parse(endsAt)]);
  const past = { ...key, body: { endsAt: '2020-01-01T00:00:00Z' } };
  expect(await licet.outcome('clients.changeKey', licet.freshAdmin, past)).toBe('in_the_past');
  expect(await licet.call('clients.endKey', licet.freshAdmin, key)).toMatchObject({ name: 'Old', ended: true });
  const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '2' } });
  expect(items).toMatchObject([
    { action: 'client.key_ended', before: { key: 'Old' } },
    { action: 'client.key_changed', before: { key: 'Secret 1' }, after: { key: 'Old' } },
  ]);
});

test('changing a key requires its current version, which using the key does not alter', async () => {
  const [first] = await list();
  const key = at(first?.id ?? '');
  const renamed = await licet.call('clients.changeKey', licet.admin, { ...key, body: { name: 'Mine' } });
  await licet.database.pool.query('update client_keys set last_used_at = now() where id = $1', [renamed.id]);
  const theirs = { ...key, body: { name: 'Theirs' }, ifMatch: renamed.version };
  expect((await licet.call('clients.changeKey', licet.admin, theirs)).version).toBeGreaterThan(renamed.version);
  const back = { ...key, body: { name: 'Secret 1' }, ifMatch: renamed.version };
  expect(await licet.outcome('clients.changeKey', licet.admin, back)).toBe('version_conflict');
  expect((await list())[0]?.name).toBe('Theirs');
});

test('creating and ending a key requires a fresh sign-in; renaming it does not', async () => {
  const [first] = await list();
  const key = at(first?.id ?? '');
  const soon = { endsAt: new Date(Date.now() + 3_600_000).toISOString() };
  expect(await licet.outcome('clients.makeKey', licet.admin, { params, body: {} })).toBe('sign_in_again');
  expect(await licet.outcome('clients.endKey', licet.admin, key)).toBe('sign_in_again');
  for (const body of [{ endsAt: null }, soon])
    expect(await licet.outcome('clients.changeKey', licet.admin, { ...key, body })).toBe('sign_in_again');
  expect(await licet.outcome('clients.changeKey', licet.admin, { ...key, body: { name: 'x' } })).toBe('ok');
  expect(await licet.outcome('clients.endKey', operator, key)).toBe('ok');
});

test('the first page warns of a key that ends soon without a used successor, or has ended', async () => {
  const other = await licet.owned();
  const { client } = await licet.call('clients.create', other.owner, {
    params: { application: other.key },
    body: { name: 'Report', kind: 'service' },
  });
  params = { application: other.key, client: client.id };
  const owner = await signedInAlways(licet.database, other.owner);
  const warned = async (caller: Parameters<TestLicet['call']>[1] = owner) =>
    (await licet.call('me.home', caller)).endingKeys.map(({ key, client: whose }) => `${whose.name}: ${key.name}`);
  expect(await warned()).toEqual([]);
  licet.setClock((limits.clientKeyLifetime.value - limits.clientKeyWarning.value + 1) * day * 1000);
  expect(await warned()).toEqual(['Report: Secret 1']);
  expect(await warned(licet.admin)).toContain('Nightly job: Secret 1'); // a client of another application
  expect(await warned((await licet.owned()).owner)).toEqual([]);
  const { key } = await licet.call('clients.makeKey', operator, { params, body: {} });
  expect(await warned()).toEqual(['Report: Secret 1']);
  await licet.database.pool.query('update client_keys set last_used_at = made_at where id = $1', [key.id]);
  expect(await warned()).toEqual([]);
  await licet.call('clients.endKey', operator, at(key.id));
  licet.setClock((limits.clientKeyLifetime.value + 1) * day * 1000);
  expect(await warned()).toEqual(['Report: Secret 1']);
});
