import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomUUID,
  sign,
} from 'node:crypto';

/** The private key to which a sign-in of the command line is bound (RFC 9449), as a JWK (RFC 7517). */
export type ProofKey = JsonWebKey;

export const newProofKey = (): ProofKey =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

/** Returns a DPoP proof for one request, which shows that the sender has the key (RFC 9449). */
export function proofOf(key: ProofKey, method: string, address: string, token?: string): string {
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const { kty, crv, x, y } = createPublicKey(privateKey).export({ format: 'jwk' });
  const { origin, pathname } = new URL(address);
  return signed(
    privateKey,
    'ES256',
    { typ: 'dpop+jwt', jwk: { kty, crv, x, y } },
    {
      jti: randomUUID(),
      htm: method,
      htu: `${origin}${pathname}`,
      iat: seconds(),
      ...(token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }),
    },
  );
}

/** Returns a client assertion (`private_key_jwt`, RFC 7523). The key is a PEM or a JWK. */
export function assertionOf(keyText: string, clientId: string, issuer: string): string {
  const text = keyText.trim();
  const jwk = text.startsWith('{') ? (JSON.parse(text) as JsonWebKey & { kid?: string }) : undefined;
  const key = jwk ? createPrivateKey({ key: jwk, format: 'jwk' }) : createPrivateKey(text);
  const now = seconds();
  const claims = { iss: clientId, sub: clientId, aud: issuer, iat: now, exp: now + 60, jti: randomUUID() };
  return signed(key, key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256', jwk?.kid ? { kid: jwk.kid } : {}, claims);
}

function signed(
  key: ReturnType<typeof createPrivateKey>,
  alg: 'ES256' | 'RS256',
  header: Readonly<Record<string, unknown>>,
  claims: Readonly<Record<string, unknown>>,
): string {
  const text = [{ alg, ...header }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const seconds = () => Math.floor(Date.now() / 1000);
