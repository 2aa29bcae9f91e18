import type { OpenIdClient } from '@licet/contract';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findClient } from '../../store/applications/clients.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { faultsOf } from './change.ts';

const none = { redirectUris: [], postLogoutRedirectUris: [], webOrigins: [], backchannelLogoutUri: null };

let licet: TestLicet;
let params: { application: string };
beforeAll(async () => {
  licet = await testLicet();
  params = { application: (await licet.owned()).key };
});
afterAll(() => licet.close());

const stored = (id: string) => read(licet.database, ({ connection }) => findClient(connection, id));

describe('a client', () => {
  test('gets web origins and sign-out addresses from its redirect addresses by default', async () => {
    const redirectUris = ['https://app.example/callback', 'https://app.example/other'];
    const made = async (kind: string, more = {}) =>
      (await licet.call('clients.create', licet.admin, { params, body: { name: 'x', kind, redirectUris, ...more } }))
        .client;
    const own = { webOrigins: ['https://app.example'], postLogoutRedirectUris: ['https://app.example/'] };
    expect(await made('browser')).toMatchObject(own);
    expect(await made('server')).toMatchObject({ ...own, webOrigins: [] });
    const postLogoutRedirectUris = ['https://app.example/bye'];
    expect(await made('browser', { postLogoutRedirectUris })).toMatchObject({ ...own, postLogoutRedirectUris });
  });

  test('of the kind “browser” has no secret, and a key for it is refused', async () => {
    const body = { name: 'SPA', kind: 'browser', redirectUris: ['http://localhost:5173/callback'] };
    const { client, secret } = await licet.call('clients.create', licet.admin, { params, body });
    expect(secret).toBeNull();
    const at = { params: { ...params, client: client.id } };
    expect(await licet.outcome('clients.makeKey', licet.freshAdmin, { ...at, body: {} })).toBe('wrong_state');
    expect(await licet.outcome('clients.remove', licet.admin, at)).toBe('ok');
    expect(await stored(client.id)).toBeUndefined();
  });

  test('keeps addresses that an update does not mention', async () => {
    const body = {
      name: 'Two',
      kind: 'browser',
      redirectUris: ['https://a.example/'],
      webOrigins: ['https://a.example'],
    };
    const { client } = await licet.call('clients.create', licet.admin, { params, body });
    const at = { params: { ...params, client: client.id }, ifMatch: client.version };
    const after = await licet.call('clients.update', licet.admin, { ...at, body: { name: 'Three' } });
    expect(after).toMatchObject({ name: 'Three', kind: 'browser', redirectUris: ['https://a.example/'] });
    expect(await licet.outcome('clients.update', licet.admin, { ...at, body: { name: 'x' } })).toBe('version_conflict');
    const empty = { params: at.params, body: { redirectUris: [] } };
    expect(await licet.outcome('clients.update', licet.admin, empty)).toBe('invalid_request');
  });

  test('with many long addresses is recorded by events that list only changed addresses', async () => {
    const addresses = Array.from({ length: 49 }, (_, no) => `https://app.example/${no}/${'x'.repeat(2000)}`);
    const body = { name: 'Wide', kind: 'browser', redirectUris: addresses };
    const { client } = await licet.call('clients.create', licet.admin, { params, body });
    const at = { params: { ...params, client: client.id } };
    const lastEvent = async () => (await licet.call('audit.list', licet.admin)).items[0];
    await licet.call('clients.update', licet.admin, { ...at, body: { name: 'Wider' } });
    const renamed = await lastEvent();
    expect(renamed).toMatchObject({ before: { name: 'Wide', redirectUris: [] }, after: { name: 'Wider' } });
    expect(JSON.stringify(renamed).length).toBeLessThan(10_000);
    const more = 'https://z.example/callback';
    await licet.call('clients.update', licet.admin, { ...at, body: { redirectUris: [...addresses, more] } });
    expect(await lastEvent()).toMatchObject({ before: { redirectUris: [] }, after: { redirectUris: [more] } });
  });

  test('requires PKCE unless its owner turns it off, which only a client with a secret allows', async () => {
    const redirectUris = ['https://app.example/callback'];
    const create = { params, body: { name: 'Old program', kind: 'server', redirectUris } };
    const { client } = await licet.call('clients.create', licet.admin, create);
    expect(client.requirePkce).toBe(true);
    const at = { params: { ...params, client: client.id } };
    const off = await licet.call('clients.update', licet.admin, { ...at, body: { requirePkce: false } });
    expect(off.requirePkce).toBe(false);
    const renamed = await licet.call('clients.update', licet.admin, { ...at, body: { name: 'Old' } });
    expect(renamed.requirePkce).toBe(false);
    const { rows } = await licet.database.pool.query<{ before: object; after: object }>(
      `select before, after from change where target_id = $1 and action = 'client.changed' order by no limit 1`,
      [client.id],
    );
    expect(rows).toMatchObject([{ before: { requirePkce: true }, after: { requirePkce: false } }]);
    for (const [kind, uris] of [
      ['browser', redirectUris],
      ['service', []],
    ] as const) {
      const body = { name: kind, kind, redirectUris: uris, requirePkce: false };
      expect(await licet.outcome('clients.create', licet.admin, { params, body })).toBe('invalid_request');
      const made = await licet.call('clients.create', licet.admin, { params, body: { ...body, requirePkce: true } });
      const own = { params: { ...params, client: made.client.id }, body: { requirePkce: false } };
      expect(await licet.outcome('clients.update', licet.admin, own)).toBe('invalid_request');
    }
  });

  test('stores its settings for RS256 ID tokens, pushed requests and public keys, and records them in events', async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: 'mine' };
    const redirectUris = ['https://app.example/callback'];
    const proofs = { idTokenAlgorithm: 'RS256', requirePushedAuthorization: true, publicKeys: [jwk] };
    const made = await licet.call('clients.create', licet.admin, {
      params,
      body: { name: 'x', kind: 'server', redirectUris, ...proofs },
    });
    const { publicKeys, ...shown } = proofs;
    expect(made.client).toMatchObject(shown);
    expect(made.secret).toBeNull();
    const { rows } = await licet.database.pool.query<{ after: object }>(
      `select after from change where target_id = $1 and action = 'client.created'`,
      [made.client.id],
    );
    expect(rows).toMatchObject([{ after: { ...shown, keys: [{ key: 'mine', publicKey: 'mine' }] } }]);
    const at = { params: { ...params, client: made.client.id }, body: { name: 'y' } };
    expect(await licet.call('clients.update', licet.admin, at)).toMatchObject(shown);
  });

  test('rejects private, weak or unusable public keys, and keys that its kind does not allow', async () => {
    const rsa = async (modulusLength: number) => {
      const { publicKey } = await generateKeyPair('RS256', { modulusLength, extractable: true });
      return exportJWK(publicKey);
    };
    const ec = await generateKeyPair('ES256', { extractable: true });
    const good = await exportJWK(ec.publicKey);
    // The schema refuses before the use case is reached.
    const create = (kind: string, body: object) =>
      licet
        .outcome('clients.create', licet.admin, {
          params,
          body: { name: 'x', kind, redirectUris: kind === 'service' ? [] : ['https://app.example/'], ...body },
        })
        .catch((error: Error) => (error.name === 'ZodError' ? 'invalid_request' : error.message));
    const { n, e = '' } = await rsa(2048);
    const weak = Buffer.alloc(128, 201).toString('base64url');
    for (const key of [
      await exportJWK(ec.privateKey),
      { kty: 'RSA', n: weak, e },
      { kty: 'RSA', n: '_'.repeat(1368), e }, // 8208 bits
      ...['AQ', 'Ag', 'AQAA', 'AQAAAAE', e.repeat(85)].map((exponent) => ({ kty: 'RSA', n, e: exponent })),
      { ...good, alg: 'RS256' },
      { ...good, x: good.y },
      { kty: 'EC', crv: 'P-256', x: good.x },
      { kty: 'RSA', n },
      { kty: 'oct', k: 'AAAA' },
      { ...good, x5u: 'https://evil.example' },
      { ...good, crv: 'P-384' },
      'key',
    ])
      expect(await create('server', { publicKeys: [key] }), JSON.stringify(key)).toBe('invalid_request');
    const named = { ...good, kid: 'mine' };
    expect(await create('server', { publicKeys: [named, named] })).toBe('invalid_request');
    expect(await create('service', { publicKeys: [named, { ...named, kid: 'next' }, good] })).toBe('ok');
    expect(await create('service', { publicKeys: [{ kty: 'RSA', n, e: 'Aw' }] })).toBe('ok');
    expect(await create('server', { publicKeys: Array.from({ length: 6 }, () => good) })).toBe('invalid_request');
    expect(await create('browser', { publicKeys: [good] })).toBe('invalid_request');
    expect(await create('browser', { keysEndAt: null })).toBe('invalid_request');
    expect(await create('service', { requirePushedAuthorization: true })).toBe('invalid_request');
    expect(await create('browser', { idTokenAlgorithm: 'HS256' })).toBe('invalid_request');
    expect(await create('service', { publicKeys: [good, { kty: 'RSA', n, e, alg: 'PS256' }] })).toBe('ok');
  });

  test('of another application is not found', async () => {
    const other = await licet.owned();
    const { items } = await licet.call('clients.list', licet.admin, { params });
    const at = { params: { application: other.key, client: items[0]?.id ?? '' } };
    expect(await licet.outcome('clients.remove', other.owner, at)).toBe('not_found');
  });
});

describe('a back-channel logout address', () => {
  const faults = (kind: OpenIdClient['kind'], backchannelLogoutUri: string) =>
    faultsOf(kind, { ...none, redirectUris: kind === 'service' ? [] : ['https://a.example/'], backchannelLogoutUri });

  test.each(['https://a.example/logout', 'http://localhost:3000/logout', 'https://a.example/logout?tenant=1'])(
    'may be %s',
    (uri) => expect(faults('server', uri)).toEqual([]),
  );

  test.each([
    'http://a.example/logout',
    'https://me@a.example/',
    'https://a.example/#x',
    'org.example.app:/x',
    'javascript:x',
    '',
  ])('may not be %j', (uri) => expect(faults('server', uri)).toMatchObject([{ pointer: '/backchannelLogoutUri' }]));

  test.each(['browser', 'service'] as const)('is refused for a client of kind %s', (kind) =>
    expect(faults(kind, 'https://a.example/logout')).toMatchObject([{ pointer: '/backchannelLogoutUri' }]),
  );
});
