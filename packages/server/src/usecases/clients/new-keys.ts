import { createPublicKey } from 'node:crypto';
import {
  type ClientKey,
  type FieldError,
  limits,
  type newClient,
  type OpenIdClient,
  type PublicKey,
} from '@licet/contract';
import type * as z from 'zod';
import { fault, refuseFault } from '../../refusal.ts';
import { type ClientKeyFields, type NewSecret, newSecret } from '../../store/applications/client-keys.ts';
import { later } from '../../store/kernel/instants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { requireInstant } from '../grants/change.ts';

type First = Pick<z.output<typeof newClient>, 'kind' | 'publicKeys' | 'keysEndAt' | 'secret'>;

/**
 * Returns the first keys of a client: the given public keys, or else a new secret. Returns none if `secret` is false or
 * this kind of client cannot keep a secret.
 */
export function firstKeys(
  snapshot: Snapshot,
  { kind, publicKeys = [], keysEndAt, secret }: First,
): (Omit<ClientKeyFields, 'secret'> & { readonly secret: NewSecret | null })[] {
  if (!keepsSecret(kind)) {
    if (keysEndAt !== undefined)
      refuseFault('invalid_request', fault({ pointer: '/keysEndAt' }, 'client_without_secret', {}));
    return [];
  }
  const endsAt = endOf(snapshot, keysEndAt, '/keysEndAt');
  if (publicKeys.length === 0 && secret === false) return [];
  if (publicKeys.length === 0) return [{ name: usualName([], null), secret: newSecret(), publicKey: null, endsAt }];
  return publicKeys.map((publicKey, place) => ({
    name: publicKey.kid ?? `Key ${place + 1}`,
    secret: null,
    publicKey,
    endsAt,
  }));
}

/**
 * Returns the expiry of a key: the given one, or that of the default lifetime.
 * @throws Refusal `in_the_past`
 */
export function endOf({ clock }: Snapshot, said: string | null | undefined, pointer: string): string | null {
  if (said === null) return null;
  if (said === undefined) return later(clock, limits.clientKeyLifetime.value * 86_400);
  const at = requireInstant(said, pointer);
  if (at <= clock) refuseFault('in_the_past', fault({ pointer }, 'client_key_end', {}));
  return at;
}

/** “Secret 3”, or the name of the public key. */
export function usualName(all: readonly ClientKey[], publicKey: PublicKey | null): string {
  if (publicKey?.kid !== undefined) return publicKey.kid;
  const kind = publicKey ? 'Key' : 'Secret';
  const numbers = all.map(({ name }) => Number(new RegExp(`^${kind} (\\d{1,6})$`).exec(name)?.[1] ?? 0));
  return `${kind} ${Math.max(0, ...numbers) + 1}`;
}

/** Whether a program can keep a secret or a key: one in a browser or on a user's device cannot. */
export const keepsSecret = (kind: OpenIdClient['kind']): boolean => kind === 'server' || kind === 'service';

/** The faults in the public keys of a new client. */
export function faultsOfKeys(kind: OpenIdClient['kind'], publicKeys: readonly PublicKey[]): FieldError[] {
  if (!keepsSecret(kind) && publicKeys.length > 0)
    return [fault({ pointer: '/publicKeys' }, 'client_without_keys', {})];
  return publicKeys.flatMap((key, index) =>
    faultsOfOne({ pointer: `/publicKeys/${index}` }, publicKeys.slice(0, index), key),
  );
}

/** The fault of a key that is added to the client's existing ones. */
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
