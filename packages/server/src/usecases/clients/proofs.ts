import { createPublicKey } from 'node:crypto';
import type { FieldError, OpenIdClient } from '@licet/contract';

/** How a client proves what it does, and how it is proved to. */
export type Proofs = Pick<
  OpenIdClient,
  'requirePkce' | 'idTokenAlgorithm' | 'requirePushedAuthorization' | 'publicKeys'
>;

type Said = { readonly [Name in keyof Proofs]?: Proofs[Name] | undefined };

/** What is said of it, over what was so before, or what is usual. */
export const proofsOf = (said: Said, before: Proofs = usual): Proofs => ({
  requirePkce: said.requirePkce ?? before.requirePkce,
  idTokenAlgorithm: said.idTokenAlgorithm ?? before.idTokenAlgorithm,
  requirePushedAuthorization: said.requirePushedAuthorization ?? before.requirePushedAuthorization,
  publicKeys: said.publicKeys ?? before.publicKeys,
});

export function faultsOfProofs(kind: OpenIdClient['kind'], proofs: Proofs): FieldError[] {
  return [...faultsOfPkce(kind, proofs), ...faultsOfPushing(kind, proofs), ...faultsOfKeys(kind, proofs)];
}

const usual: Proofs = {
  requirePkce: true,
  idTokenAlgorithm: 'ES256',
  requirePushedAuthorization: false,
  publicKeys: [],
};

/** Only a client with a secret may leave PKCE out: its secret is another proof that the code is its own (RFC 9700 section 2.1.1). */
function faultsOfPkce(kind: OpenIdClient['kind'], { requirePkce }: Proofs): FieldError[] {
  if (requirePkce || kind === 'server') return [];
  const detail =
    kind === 'browser'
      ? 'A client in the browser keeps no secret: PKCE alone proves that a code is its own. Leave it on.'
      : `A ${kind} redeems no codes that came through a browser. Leave this out.`;
  return [{ pointer: '/requirePkce', detail }];
}

function faultsOfPushing(kind: OpenIdClient['kind'], { requirePushedAuthorization: pushed }: Proofs): FieldError[] {
  if (!pushed || kind === 'browser' || kind === 'server') return [];
  const detail = `A ${kind} begins no sign-ins by addresses, so it pushes no requests. Leave this out.`;
  return [{ pointer: '/requirePushedAuthorization', detail }];
}

function faultsOfKeys(kind: OpenIdClient['kind'], { publicKeys }: Proofs): FieldError[] {
  if ((kind === 'browser' || kind === 'device') && publicKeys.length > 0)
    return [
      { pointer: '/publicKeys', detail: 'A client in the browser, or on a device, keeps no key. Leave this out.' },
    ];
  return publicKeys.flatMap((key, index) => {
    const twice = key.kid !== undefined && publicKeys.findIndex(({ kid }) => kid === key.kid) < index;
    const detail = twice ? 'Another key in the list has the same kid.' : faultOfKey(key);
    return detail === undefined ? [] : [{ pointer: `/publicKeys/${index}`, detail }];
  });
}

function faultOfKey(jwk: Proofs['publicKeys'][number]): string | undefined {
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
