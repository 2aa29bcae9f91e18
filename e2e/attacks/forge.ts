import { createHash, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { readKeys } from '../../packages/server/src/identity/keys/signing-keys.ts';
import type { Attacked } from './attacked.ts';

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the claims of a JWT without verifying the JWT. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** Reads the server’s own signing key, which never leaves the server. */
export async function signingKey({ database, serverKey }: Attacked): Promise<JWK> {
  const keys = await readKeys(database, serverKey);
  const found = keys.find(({ state, algorithm }) => state === 'current' && algorithm === 'ES256');
  if (!found) throw new Error('There is no signing key.');
  return { ...found.jwk, kid: found.kid };
}

/** Signs a token that only a faulty Licet could issue, or that a foreign key signed. */
export async function forge(
  claims: Record<string, unknown>,
  key: JWK,
  header: Record<string, unknown> = {},
): Promise<string> {
  const alg = typeof header.alg === 'string' ? header.alg : 'ES256';
  return new SignJWT(claims)
    .setProtectedHeader({ alg, typ: 'at+jwt', ...(key.kid && { kid: key.kid }), ...header })
    .sign(await importJWK(key, alg));
}

export interface ProofKey {
  /** Creates a DPoP proof for a request (RFC 9449 section 4.2). Further claims replace the valid claims. */
  prove(
    method: string,
    url: string,
    token?: string,
    further?: Record<string, unknown>,
    header?: Record<string, unknown>,
  ): Promise<string>;
  readonly publicKey: JWK;
}

export async function newProofKey(): Promise<ProofKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return {
    publicKey: jwk,
    prove: (htm, htu, token, further = {}, header = {}) =>
      new SignJWT({
        jti: randomBytes(12).toString('hex'),
        htm,
        htu,
        iat: Math.floor(Date.now() / 1000),
        ...(token !== undefined && { ath: createHash('sha256').update(token).digest('base64url') }),
        ...further,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
        .sign(privateKey),
  };
}
