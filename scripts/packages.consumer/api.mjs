// The packed verifier accepts only tokens of its issuer.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { AccessRefused, createVerifier } from '@licet/api';
import { guard } from '@licet/api/fetch';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const own = await generateKeyPair('ES256');
const foreign = await generateKeyPair('ES256');
const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
const server = createServer((request, response) => {
  const metadata = { issuer, jwks_uri: `${issuer}/jwks`, token_endpoint: `${issuer}/token` };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(request.url === '/jwks' ? { keys: [jwk] } : metadata));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;

const verifier = createVerifier({ issuer, audience: 'ledger' });
await verifier.ready();
const good = await sign(own.privateKey);
const access = await verifier.verify(good);
assert.equal(access.userId, 'ada');
assert.equal(access.can('invoices.read'), true);
assert.equal(access.can('invoices.refund'), false);

const refusedAs = (code, reason) => (error) =>
  error instanceof AccessRefused && error.code === code && error.reason === reason;
const [head, body, signature] = good.split('.');
const raised = Buffer.from(body, 'base64url').toString().replace('invoices.read', 'invoices.refund');
const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'one' })).toString('base64url');
for (const forged of [
  await sign(foreign.privateKey),
  `${head}.${Buffer.from(raised).toString('base64url')}.${signature}`,
  `${none}.${body}.${signature}`,
])
  await assert.rejects(verifier.verify(forged), refusedAs('token_invalid', 'signature'));
await assert.rejects(
  verifier.verify(await sign(own.privateKey, { aud: 'ward' })),
  refusedAs('token_invalid', 'audience'),
);
await assert.rejects(verifier.verify('x'), AccessRefused);

const handler = guard(verifier).requirePermission('invoices.refund', () => new Response('refunded'));
const asked = (token) => handler(new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } }));
assert.equal((await asked(good)).status, 403);
assert.equal((await asked(await sign(foreign.privateKey))).status, 401);
assert.equal((await asked(await sign(own.privateKey, { roles: ['admin'] }))).status, 200);
await verifier.close();
server.close();

function sign(key, claims = {}) {
  const now = Math.floor(Date.now() / 1000);
  const held = { roles: ['clerk'], permissions: ['invoices.read'], client_id: 'web', sid: 'session', ver: 7 };
  return new SignJWT({ iss: issuer, aud: 'ledger', sub: 'ada', iat: now, exp: now + 300, ...held, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'one' })
    .setJti(crypto.randomUUID())
    .sign(key);
}
