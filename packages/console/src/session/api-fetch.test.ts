import { createHash } from 'node:crypto';
import { DPoP, generateKeyPair } from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { sendWithProof } from './api-fetch.ts';
import { consoleClient } from './provider.ts';

interface Sent {
  url: string;
  headers: Headers;
}

const handle = async () => DPoP(consoleClient, await generateKeyPair('ES256'));
const part = (proof: string, index: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(proof.split('.')[index] ?? '', 'base64url').toString());

function recorder(answers: Response[] = []) {
  const sent: Sent[] = [];
  const fetch = async (url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ url, headers: new Headers(headers) });
    return answers.shift() ?? Response.json({});
  };
  return { sent, fetch };
}

describe('a request with a proof of possession (RFC 9449)', () => {
  it('is signed for its method, its address without the search, and its token', async () => {
    const { sent, fetch } = recorder();
    const url = 'https://id.example/api/v1/users?q=maya&sort=name';
    await sendWithProof('the.access.token', url, { method: 'PATCH', body: '{}' }, { handle: await handle(), fetch });
    const headers = sent[0]?.headers;
    expect(sent[0]?.url).toBe(url);
    expect(headers?.get('authorization')).toBe('DPoP the.access.token');
    const proof = headers?.get('dpop') ?? '';
    expect(part(proof, 0)).toMatchObject({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256' } });
    expect(part(proof, 0).jwk).not.toHaveProperty('d');
    expect(part(proof, 1)).toMatchObject({
      htm: 'PATCH',
      htu: 'https://id.example/api/v1/users',
      ath: createHash('sha256').update('the.access.token').digest('base64url'),
      jti: expect.any(String),
      iat: expect.any(Number),
    });
  });

  it('never uses a proof twice', async () => {
    const { sent, fetch } = recorder();
    const proving = { handle: await handle(), fetch };
    for (let request = 0; request < 3; request += 1)
      await sendWithProof('t', 'https://id.example/api/v1/me', {}, proving);
    expect(new Set(sent.map(({ headers }) => part(headers.get('dpop') ?? '', 1).jti)).size).toBe(3);
  });

  it('sends once more with the nonce that the server asks for', async () => {
    const refusal = new Response(null, {
      status: 401,
      headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'n-1' },
    });
    const { sent, fetch } = recorder([refusal]);
    const response = await sendWithProof('t', 'https://id.example/api/v1/me', {}, { handle: await handle(), fetch });
    expect(response.status).toBe(200);
    expect(sent).toHaveLength(2);
    expect(part(sent[1]?.headers.get('dpop') ?? '', 1).nonce).toBe('n-1');
  });

  it('hands on a refusal as it is', async () => {
    const refusal = Response.json(
      { code: 'token_expired' },
      { status: 401, headers: { 'www-authenticate': 'DPoP error="invalid_token"' } },
    );
    const { sent, fetch } = recorder([refusal]);
    const response = await sendWithProof('t', 'https://id.example/api/v1/me', {}, { handle: await handle(), fetch });
    expect(await response.json()).toEqual({ code: 'token_expired' });
    expect(sent).toHaveLength(1);
  });
});
