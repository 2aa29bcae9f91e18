// Writes `packages/api/cases`. It signs tokens and proofs with new keys, and discards the keys. Usage: `node
// packages/api/src/verify/make-cases.testing.ts`
import { createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { CompactSign, type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Expected, VerifierCase } from './cases.testing.ts';

const now = 1_800_000_000;
const issuer = 'https://id.example';
const audience = 'ledger';
const ada = '01980f3e-6b1c-7c55-9c8f-0d3c7e1f2a4b';
const front = '01980f3e-6b1c-7c55-9c8f-0d3c7e1f2a4c';
const address = `${issuer}/invoices`;

interface Key {
  readonly kid: string;
  readonly jwk: JWK;
  readonly secret: JWK;
  readonly privateKey: CryptoKey;
  readonly thumbprint: string;
}

async function newKey(kid: string, alg = 'ES256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const thumbprint = await calculateJwkThumbprint(jwk);
  return { kid, jwk, secret: await exportJWK(privateKey), privateKey, thumbprint };
}

const keys = {
  issuer: await newKey('current'),
  stranger: await newKey('stranger'),
  browser: await newKey('browser'),
  other: await newKey('other'),
  edwards: await newKey('edwards', 'Ed25519'),
  rsa: await newKey('rsa', 'RS256'),
  p384: await newKey('p384', 'ES384'),
};

type Fields = Record<string, unknown>;
const claims: Fields = {
  iss: issuer,
  aud: audience,
  sub: ada,
  client_id: front,
  sid: 'session',
  roles: ['clerk'],
  permissions: ['invoices.read'],
  ver: 10,
  iat: now - 60,
  exp: now + 240,
  jti: 'token',
};
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

const signText = (payload: string, header: Fields, key: CryptoKey = keys.issuer.privateKey) =>
  new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: 'ES256', ...header })
    .sign(key, { crit: { exp: true } });
const token = (changed: Fields = {}, header: Fields = {}, key?: CryptoKey) =>
  signText(JSON.stringify({ ...claims, ...changed }), { typ: 'at+jwt', kid: keys.issuer.kid, ...header }, key);
let count = 0;
const proof = (of: string, changed: Fields = {}, header: Fields = {}, key = keys.browser) => {
  count += 1;
  const fields = { jti: `proof-${count}`, htm: 'GET', htu: address, iat: now - 1, ath: sha256(of), ...changed };
  return signText(JSON.stringify(fields), { typ: 'dpop+jwt', jwk: key.jwk, ...header }, key.privateKey);
};
const bearer = async (name: string, made: string | Promise<string>, expect: Expected): Promise<VerifierCase> => ({
  name,
  authorization: `Bearer ${await made}`,
  expect,
});
const refused = (reason: string, code = 'token_invalid'): Expected => ({ code, reason });

const good = await token();
const [head = '', payload = '', signature = ''] = good.split('.');
const hmac = (secret: string) => {
  const signed = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: keys.issuer.kid })}.${payload}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};
const changed = (reason: string, list: readonly [string, Fields][], code?: string) =>
  list.map(([name, fields]) => bearer(name, token(fields), refused(reason, code)));

const authorization = await Promise.all([
  { name: 'a good token', authorization: `Bearer ${good}`, expect: 'accepted' } as const,
  { name: 'the name of the scheme in other case', authorization: `bEARER ${good}`, expect: 'accepted' } as const,
  { name: 'no Authorization header', expect: refused('missing', 'unauthenticated') },
  ...[
    ['the scheme alone', 'Bearer'],
    ['the token alone', good],
    ['another scheme', `Basic ${good}`],
    ['two spaces', `Bearer  ${good}`],
    ['something after the token', `Bearer ${good} x`],
    ['two tokens', `Bearer ${good}, Bearer ${good}`],
    ['a token in quotes', `Bearer "${good}"`],
    ['two parts', `Bearer ${head}.${payload}`],
    ['four parts', `Bearer ${good}.x`],
    ['empty parts', 'Bearer ..'],
    ['no signature', `Bearer ${head}.${payload}.`],
    ['padding', `Bearer ${good}=`],
  ].map(([name = '', authorization = '']) => ({ name, authorization, expect: refused('malformed') })),
  {
    name: 'longer than any that Licet issues',
    authorization: `Bearer ${'a'.repeat(12_289)}`,
    expect: refused('too-long'),
  },
]);

const accessToken = await Promise.all([
  bearer('an audience in a list of one', token({ aud: [audience] }), 'accepted'),
  bearer('a type with application/ before it', token({}, { typ: 'application/AT+JWT' }), 'accepted'),
  bearer('an empty list of permissions', token({ permissions: [] }), 'accepted'),
  bearer(
    'a program that acts for itself',
    token({ sub: front, sid: undefined, roles: [], permissions: [] }),
    'accepted',
  ),
  bearer('issued ten seconds ahead of this clock', token({ iat: now + 10 }), 'accepted'),
  bearer('in its last second', token({ exp: now + 1 }), 'accepted'),
  ...['none', 'nOnE', 'es256', '', undefined].map((alg) =>
    bearer(
      `the algorithm ${JSON.stringify(alg) ?? 'left out'}`,
      `${encode({ alg, typ: 'at+jwt', kid: keys.issuer.kid })}.${payload}.${signature}`,
      refused('signature'),
    ),
  ),
  bearer('HS256 with the public key as its secret', hmac(JSON.stringify(keys.issuer.jwk)), refused('signature')),
  bearer('signed with an RSA key', token({}, { alg: 'RS256' }, keys.rsa.privateKey), refused('signature')),
  bearer('signed with ES384', token({}, { alg: 'ES384' }, keys.p384.privateKey), refused('signature')),
  bearer('signed with Ed25519', token({}, { alg: 'Ed25519' }, keys.edwards.privateKey), refused('signature')),
  bearer('signed with another key', token({}, {}, keys.stranger.privateKey), refused('signature')),
  bearer(
    'the signature of another token',
    `${(await token({ jti: 'x' })).split('.').slice(0, 2).join('.')}.${signature}`,
    refused('signature'),
  ),
  bearer('a key id that the issuer does not have', token({}, { kid: 'unknown' }), refused('signature')),
  bearer('no key id', token({}, { kid: undefined }), refused('signature')),
  bearer('a key that it brings', token({}, { jwk: keys.stranger.jwk }, keys.stranger.privateKey), refused('signature')),
  bearer('a critical extension', token({}, { crit: ['exp'], exp: 1 }), refused('signature')),
  ...['JWT', 'logout+jwt', 'permissions+jwt', 'dpop+jwt', undefined].map((typ) =>
    bearer(`the type ${typ ?? 'left out'}`, token({}, { typ }), refused('type')),
  ),
  ...changed('issuer', [
    ['another issuer', { iss: 'https://evil.example' }],
    ['the issuer with a slash', { iss: `${issuer}/` }],
    ['no issuer', { iss: undefined }],
  ]),
  ...changed('audience', [
    ['another audience', { aud: 'shop' }],
    ['the audience in other case', { aud: 'Ledger' }],
    ['several audiences', { aud: [audience, 'shop'] }],
    ['no audience', { aud: undefined }],
    ['an empty list of audiences', { aud: [] }],
  ]),
  ...changed('time', [
    ['no end', { exp: undefined }],
    ['an end that is a text', { exp: String(now + 60) }],
    ['an end that is null', { exp: null }],
    ['no beginning', { iat: undefined }],
    ['a not-before that is a text', { nbf: 'now' }],
    ['a longer life than Licet issues', { exp: now + 241 }],
    ['an end before its beginning', { exp: now - 60 }],
    ['issued eleven seconds ahead of this clock', { iat: now + 11 }],
    ['not before a minute from now', { nbf: now + 60 }],
  ]),
  ...changed('expired', [['expired this very second', { exp: now }]], 'token_expired'),
  bearer(
    'an end that is infinite',
    signText(JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999'), { typ: 'at+jwt', kid: keys.issuer.kid }),
    refused('time'),
  ),
  ...changed('content', [
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject in a list', { sub: [ada] }],
    ['no client', { client_id: undefined }],
    ['no roles', { roles: undefined }],
    ['roles that are a text', { roles: 'admin' }],
    ['permissions that are an object', { permissions: { 0: 'invoices.read' } }],
    ['permissions and a reference to them', { permissions_ref: 'x' }],
    ['neither permissions nor a reference', { permissions: undefined }],
    ['a reference that is a number', { permissions: undefined, permissions_ref: 7 }],
    ['a version that is a text', { ver: '10' }],
    ['no version', { ver: undefined }],
    ['a session that is a number', { sid: 7 }],
    ['a user without a session', { sid: undefined }],
  ]),
  ...['[]', 'null', '"x"', '{', '['.repeat(2000)].map((text) =>
    bearer(
      `the content ${text.slice(0, 8)}`,
      signText(text, { typ: 'at+jwt', kid: keys.issuer.kid }),
      refused('content'),
    ),
  ),
  ...changed('binding', [
    ['bound to nothing', { cnf: {} }],
    ['bound to an empty thumbprint', { cnf: { jkt: '' } }],
    ['bound to a certificate', { cnf: { 'x5t#S256': 'x' } }],
    ['bound to null', { cnf: null }],
  ]),
]);

const bound = await token({ cnf: { jkt: keys.browser.thumbprint } });
const dpop = async (
  name: string,
  made: string | Promise<string>,
  expect: Expected,
  more: Partial<VerifierCase> = {},
): Promise<VerifierCase> => ({
  name,
  authorization: `DPoP ${bound}`,
  dpop: await made,
  expect,
  ...more,
});
const unfit = (reason = 'proof') => refused(reason, 'proof_invalid');
const edwardsToken = await token({ cnf: { jkt: keys.edwards.thumbprint } });
const one = await proof(bound);
const proofs = await Promise.all([
  dpop('a good proof, once', one, 'accepted', { again: unfit('replay') }),
  dpop('query and fragment do not count', proof(bound, { htu: `${address}?x=1#y` }), 'accepted', {
    target: '/invoices?page=2',
  }),
  dpop(
    'the address in other case, with its port',
    proof(bound, { htu: 'HTTPS://ID.example:443/invoices' }),
    'accepted',
  ),
  dpop('made five minutes ago', proof(bound, { iat: now - 300 }), 'accepted'),
  dpop('made ten seconds ahead of this clock', proof(bound, { iat: now + 10 }), 'accepted'),
  {
    name: 'a bound token as Bearer',
    authorization: `Bearer ${bound}`,
    dpop: await proof(bound),
    expect: unfit('binding'),
  },
  {
    name: 'a token that is not bound as DPoP',
    authorization: `DPoP ${good}`,
    dpop: await proof(good),
    expect: unfit('binding'),
  },
  { name: 'no proof', authorization: `DPoP ${bound}`, expect: unfit() },
  dpop('two proofs', `${await proof(bound)}, ${await proof(bound)}`, unfit()),
  dpop('no JWT', 'nonsense', unfit()),
  dpop('longer than any proof', 'a'.repeat(8193), unfit()),
  dpop('another type', proof(bound, {}, { typ: 'JWT' }), unfit()),
  dpop('no key', proof(bound, {}, { jwk: undefined }), unfit()),
  dpop('a private key', proof(bound, {}, { jwk: keys.browser.secret }), unfit()),
  dpop('another key than the token is bound to', proof(bound, {}, {}, keys.other), unfit('binding')),
  dpop('the right key, signed with another', proof(bound, {}, { jwk: keys.browser.jwk }, keys.other), unfit()),
  dpop(
    'the algorithm none',
    `${encode({ alg: 'none', typ: 'dpop+jwt', jwk: keys.browser.jwk })}.${one.split('.')[1]}.AA`,
    unfit(),
  ),
  {
    name: 'Ed25519, with the token bound to that key',
    authorization: `DPoP ${edwardsToken}`,
    dpop: await proof(edwardsToken, {}, { alg: 'Ed25519' }, keys.edwards),
    expect: unfit(),
  },
  dpop('another method', proof(bound, { htm: 'POST' }), unfit()),
  dpop('the method in other case', proof(bound, { htm: 'get' }), unfit()),
  dpop('another path', proof(bound, { htu: `${issuer}/payments` }), unfit()),
  dpop('another origin', proof(bound, { htu: 'https://evil.example/invoices' }), unfit()),
  dpop('no address', proof(bound, { htu: 'not an address' }), unfit()),
  dpop('a target with dot segments', proof(bound), unfit(), { target: '/x/../invoices' }),
  dpop('a target that names a host', proof(bound), unfit(), { target: `//${new URL(issuer).host}/invoices` }),
  dpop('made five minutes and a second ago', proof(bound, { iat: now - 301 }), unfit()),
  dpop('made eleven seconds ahead of this clock', proof(bound, { iat: now + 11 }), unfit()),
  dpop('made at a time that is a text', proof(bound, { iat: 'now' }), unfit()),
  dpop('made at no time', proof(bound, { iat: undefined }), unfit()),
  dpop('for another token', proof(good), unfit()),
  dpop('for no token', proof(bound, { ath: undefined }), unfit()),
  dpop('no id', proof(bound, { jti: undefined }), unfit()),
  dpop('an empty id', proof(bound, { jti: '' }), unfit()),
]);

function write(theme: string, about: string, cases: readonly VerifierCase[]): void {
  const lines = cases.map((each) => `    ${JSON.stringify(each)}`).join(',\n');
  const text = `{\n  "$schema": "./schema.json",\n  "theme": "${theme}",\n  "about": "${about}",\n  "cases": [\n${lines}\n  ]\n}\n`;
  writeFileSync(new URL(`../../cases/${theme}.json`, import.meta.url), text);
}

const published = { keys: [{ ...keys.issuer.jwk, kid: keys.issuer.kid, alg: 'ES256', use: 'sig' }] };
const setUp = { issuer, audience, now, jwks: published };
writeFileSync(new URL('../../cases/setup.json', import.meta.url), `${JSON.stringify(setUp, null, 2)}\n`);
write('authorization', 'How a request carries an access token.', authorization);
write('access-token', 'What an access token must be.', accessToken);
write('proof', 'What a DPoP proof must be, and that it is used once.', proofs);
