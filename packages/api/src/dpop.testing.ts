import { createHash, randomUUID } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** A browser's key to which a token can be bound. */
export interface DpopKey {
  readonly thumbprint: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
  /** Returns a DPoP proof for a request with the token. `claims` and `header` override the correct values. */
  proof(
    request: { readonly method?: string; readonly url: string; readonly token: string },
    claims?: Record<string, unknown>,
    header?: Record<string, unknown>,
  ): Promise<string>;
}

export async function newDpopKey(): Promise<DpopKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return {
    privateKey,
    jwk,
    thumbprint: await calculateJwkThumbprint(jwk),
    proof: ({ method = 'GET', url, token }, claims = {}, header = {}) =>
      new SignJWT({
        jti: randomUUID(),
        iat: Math.floor(Date.now() / 1000),
        htm: method,
        htu: url,
        ath: createHash('sha256').update(token).digest('base64url'),
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
        .sign(privateKey),
  };
}
