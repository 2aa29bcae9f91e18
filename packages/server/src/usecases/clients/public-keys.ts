import { createPublicKey } from 'node:crypto';
import type { FieldError, OpenIdClient, PublicKey } from '@licet/contract';
import { keepsSecret } from './kinds.ts';

/** What is wrong with the public keys of a client that is made with them. */
export function faultsOfKeys(kind: OpenIdClient['kind'], publicKeys: readonly PublicKey[]): FieldError[] {
  if (!keepsSecret(kind) && publicKeys.length > 0)
    return [
      { pointer: '/publicKeys', detail: 'A client in the browser, or on a device, keeps no key. Leave this out.' },
    ];
  return publicKeys.flatMap((key, index) => {
    const detail = publicKeys.slice(0, index).some((other) => sameKid(other, key)) ? sameKidDetail : faultOfKey(key);
    return detail === undefined ? [] : [{ pointer: `/publicKeys/${index}`, detail }];
  });
}

/** What is wrong with one key beside those that the client has. */
export function faultsOfKeyBeside(others: readonly PublicKey[], key: PublicKey): FieldError[] {
  const detail = others.some((other) => sameKid(other, key)) ? sameKidDetail : faultOfKey(key);
  return detail === undefined ? [] : [{ pointer: '/publicKey', detail }];
}

const sameKid = (one: PublicKey, other: PublicKey) => one.kid !== undefined && one.kid === other.kid;
const sameKidDetail = 'Another key of the client has the same kid.';

function faultOfKey(jwk: PublicKey): string | undefined {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey({
      key: Object.fromEntries(Object.entries(jwk)),
      format: 'jwk',
    });
    if ((jwk.alg === undefined ? type : typeOf(jwk.alg)) !== type) return 'The key is of another type than its alg.';
    return type === 'rsa' ? faultOfRsa(details?.modulusLength ?? 0, details?.publicExponent ?? 0n) : undefined;
  } catch {
    return 'That is not a public key. It looks like {"kty":"EC","crv":"P-256","x":"…","y":"…"}.';
  }
}

/**
 * With an exponent of 1 anybody signs; a long one, or a longer key, makes each proof of it slow (FIPS 186-5 appendix A.1.1 wants an
 * odd exponent above 2^16; 3 is in use).
 */
function faultOfRsa(bits: number, exponent: bigint): string | undefined {
  if (bits < 2048) return 'An RSA key needs at least 2048 bits.';
  if (bits > 8192) return 'An RSA key may have 8192 bits at the most.';
  return exponent < 3n || exponent > 2n ** 32n || exponent % 2n === 0n
    ? 'The exponent e of an RSA key is an odd number from 3 to 2^32, usually AQAB (65537).'
    : undefined;
}

const typeOf = (algorithm: string) => (algorithm === 'ES256' ? 'ec' : 'rsa');
