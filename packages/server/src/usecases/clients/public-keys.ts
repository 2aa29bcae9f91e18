import { createPublicKey } from 'node:crypto';
import type { FieldError, OpenIdClient, PublicKey } from '@licet/contract';
import { fault } from '../../refusal.ts';
import { keepsSecret } from './kinds.ts';

/** The faults in the public keys of a new client. */
export function faultsOfKeys(kind: OpenIdClient['kind'], publicKeys: readonly PublicKey[]): FieldError[] {
  if (!keepsSecret(kind) && publicKeys.length > 0)
    return [fault({ pointer: '/publicKeys' }, 'client_without_keys', {})];
  return publicKeys.flatMap((key, index) =>
    faultsOfOne({ pointer: `/publicKeys/${index}` }, publicKeys.slice(0, index), key),
  );
}

/** The fault of one key beside the client's existing ones. */
export function faultsOfKeyBeside(others: readonly PublicKey[], key: PublicKey): FieldError[] {
  return faultsOfOne({ pointer: '/publicKey' }, others, key);
}

type At = { readonly pointer: string };

function faultsOfOne(at: At, others: readonly PublicKey[], key: PublicKey): FieldError[] {
  if (others.some(({ kid }) => kid !== undefined && kid === key.kid)) return [fault(at, 'key_id_taken', {})];
  const found = faultOfKey(at, key);
  return found ? [found] : [];
}

function faultOfKey(at: At, jwk: PublicKey): FieldError | undefined {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey({
      key: Object.fromEntries(Object.entries(jwk)),
      format: 'jwk',
    });
    if ((jwk.alg === undefined ? type : typeOf(jwk.alg)) !== type) return fault(at, 'key_of_other_type', {});
    return type === 'rsa' ? faultOfRsa(at, details?.modulusLength ?? 0, details?.publicExponent ?? 0n) : undefined;
  } catch {
    return fault(at, 'key_form', {});
  }
}

/**
 * With an exponent of 1 anybody can sign; a long exponent or key makes verification slow (FIPS 186-5 appendix A.1.1
 * requires an odd exponent above 2^16; 3 is in use).
 */
function faultOfRsa(at: At, bits: number, exponent: bigint): FieldError | undefined {
  if (bits < rsaBits.least) return fault(at, 'key_too_short', { least: rsaBits.least });
  if (bits > rsaBits.most) return fault(at, 'key_too_long', { most: rsaBits.most });
  return exponent < 3n || exponent > 2n ** 32n || exponent % 2n === 0n ? fault(at, 'key_exponent', {}) : undefined;
}

const rsaBits = { least: 2048, most: 8192 };

const typeOf = (algorithm: string) => (algorithm === 'ES256' ? 'ec' : 'rsa');
