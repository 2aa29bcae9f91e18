import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';
import { createProver, type Prover } from './proof.ts';

interface Sent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let sent: Sent[] = [];
let answers: { status: number; nonce?: string; date?: string; location?: string; body?: object }[] = [];
let address = '';
let prover: Prover;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  sent.push({ headers: request.headers, body });
  const { status, nonce, date, location, body: answer = {} } = answers.shift() ?? { status: 200 };
  const headers = { ...(nonce && { 'dpop-nonce': nonce }), ...(date && { date }), ...(location && { location }) };
  response.writeHead(status, headers).end(JSON.stringify(answer));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  prover = createProver(async () => pair, createClock());
});
afterAll(() => server.close());
beforeEach(() => {
  sent = [];
  answers = [];
});

const proofIn = ({ headers }: Sent) =>
  jwtVerify(String(headers.dpop), EmbeddedJWK, { typ: 'dpop+jwt', algorithms: ['ES256'] });

describe('a request with a proof of possession (RFC 9449)', () => {
  it('is signed for its method, its address without the query, and its token', async () => {
    const before = Math.floor(Date.now() / 1000);
    const request = new Request(`${address}/a/b?q=1#c`, { method: 'PATCH', body: '{"x":1}' });
    await prover.send(request, 'the.access.token');
    const [only] = sent as [Sent];
    expect(only.headers.authorization).toBe('DPoP the.access.token');
    expect(only.body).toBe('{"x":1}');
    const { payload, protectedHeader } = await proofIn(only);
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'dpop+jwt', jwk: { kty: 'EC', crv: 'P-256' } });
    expect(protectedHeader.jwk).not.toHaveProperty('d');
    expect(payload).toMatchObject({
      htm: 'PATCH',
      htu: `${address}/a/b`,
      ath: createHash('sha256').update('the.access.token').digest('base64url'),
    });
    const after = Math.ceil(Date.now() / 1000);
    expect(payload.iat).toBeGreaterThanOrEqual(before);
    expect(payload.iat).toBeLessThanOrEqual(after);
    expect(await prover.thumbprint()).toBe(await calculateJwkThumbprint(protectedHeader.jwk ?? {}));
  });

  it('never uses a proof twice', async () => {
    for (let turn = 0; turn < 3; turn += 1) await prover.send(new Request(address));
    const ids = await Promise.all(sent.map(async (one) => (await proofIn(one)).payload.jti));
    expect(new Set(ids).size).toBe(3);
    expect(sent[0]?.headers.authorization).toBeUndefined();
  });

  it('is not sent if its key cannot sign', async () => {
    const keyless = createProver(() => Promise.reject(new Error('No key.')), createClock());
    await expect(keyless.send(new Request(address), 'the.access.token')).rejects.toThrow('No key.');
    expect(sent).toEqual([]);
  });

  it('is retried once, with its body and the nonce that the server names', async () => {
    answers = [
      { status: 401, nonce: 'one' },
      { status: 401, nonce: 'two' },
    ];
    const response = await prover.send(new Request(address, { method: 'POST', body: 'all of it' }), 'token');
    expect(response.status).toBe(401);
    expect(sent.map(({ body }) => body)).toEqual(['all of it', 'all of it']);
    expect((await proofIn(sent[1] as Sent)).payload.nonce).toBe('one');
    await prover.send(new Request(address), 'token');
    expect((await proofIn(sent[2] as Sent)).payload.nonce).toBe('two');
  });

  it('is retried with the server’s time if the server rejects its own time', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    answers = [{ status: 401, date, body: { code: 'proof_invalid' } }];
    expect((await prover.send(new Request(address), 'token')).status).toBe(200);
    const serverTime = Math.floor(Date.parse(date) / 1000);
    expect((await proofIn(sent[1] as Sent)).payload.iat).toBeGreaterThanOrEqual(serverTime);
    answers = [{ status: 401, date, body: { code: 'proof_invalid' } }];
    expect((await prover.send(new Request(address), 'token')).status).toBe(401);
  });

  it('is not retried after a refusal without a new nonce', async () => {
    answers = [{ status: 401, nonce: 'two' }];
    await prover.send(new Request(address), 'token');
    expect(sent).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])('fails instead of following a redirect with the token: %i', async (status) => {
    const location = `${address}/elsewhere`;
    answers = [{ status, location }];
    await expect(prover.send(new Request(`${address}/a`), 'token')).rejects.toMatchObject({
      code: 'redirected',
      message: `${new URL(address).host} redirects, and the access token does not follow. Call the address that it leads to.`,
    });
    answers = [{ status, location }];
    const own = await prover.send(new Request(address, { redirect: 'manual' }), 'token');
    expect([own.status, sent.length]).toEqual([status, 2]);
  });

  it('fails with a clear message if the address is unreachable', async () => {
    await expect(prover.send(new Request('http://127.0.0.1:9/'))).rejects.toMatchObject({
      code: 'unreachable',
      message: '127.0.0.1:9 cannot be reached. Check the network and try again.',
    });
  });
});
