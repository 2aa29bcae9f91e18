import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { Refusal } from '../../refusal.ts';
import type { SigningAlgorithm, StoredKey } from '../../store/sign-in/keys.ts';

/** A signing key as it is read from the store: its private half in the clear. */
export interface SigningKey {
  readonly kid: string;
  readonly state: StoredKey['state'];
  readonly algorithm: SigningAlgorithm;
  readonly jwk: JWK;
}

/** The keys of this process: reads them anew when told to, and when asked for one that it does not know. */
export interface KeyRing {
  /** Those to be published, by algorithm, the one that signs access tokens first. */
  readonly published: () => readonly SigningKey[];
  /** The ES256 public key with that id: no other verifies an access token. Asks the store at most once a while for ids that it does not know. */
  readonly verifying: (kid: string) => Promise<CryptoKey | Uint8Array | undefined>;
  readonly signing: (algorithm?: SigningAlgorithm) => Promise<{
    readonly kid: string;
    readonly algorithm: SigningAlgorithm;
    readonly key: CryptoKey | Uint8Array;
  }>;
  readonly reload: () => Promise<void>;
  /** Whether they could be read when they were last asked for, and there is one that signs. */
  readonly readable: () => boolean;
}

/**
 * @param load reads those that are to be published
 * @param onChange told after the keys have changed, so that another provider can take over
 */
export async function openKeyRing(
  load: () => Promise<readonly SigningKey[]>,
  onChange: (keys: readonly SigningKey[]) => void,
): Promise<KeyRing> {
  let keys: readonly SigningKey[] = [];
  let imported = new Map<string, CryptoKey | Uint8Array>();
  let askedAt = Number.NEGATIVE_INFINITY;
  let wasRead = false;
  const reload = async () => {
    const loaded = await load().catch((error: unknown) => {
      wasRead = error instanceof Refusal && wasRead; // a database that is gone says nothing of them
      throw error;
    });
    wasRead = true;
    const same = loaded.map(nameOf).join() === keys.map(nameOf).join();
    if (same) return;
    imported = new Map(
      await Promise.all(
        loaded.filter(isEs256).map(async ({ kid, jwk }) => [kid, await importJWK(publicHalf(jwk), 'ES256')] as const),
      ),
    );
    keys = loaded;
    onChange(loaded);
  };
  await reload();
  return {
    published: () => keys,
    verifying: async (kid) => {
      if (!keys.some((key) => key.kid === kid) && performance.now() - askedAt > cooldown) {
        askedAt = performance.now();
        await reload();
      }
      return imported.get(kid);
    },
    signing: async (algorithm = 'ES256') => {
      const current = keys.find((key) => key.algorithm === algorithm && key.state === 'current');
      if (!current) throw new Error('There is no current signing key.');
      return { kid: current.kid, algorithm, key: await importJWK(current.jwk, algorithm) };
    },
    reload,
    readable: () => wasRead && keys.some(({ algorithm, state }) => algorithm === 'ES256' && state === 'current'),
  };
}

export const signingAlgorithms = ['ES256', 'RS256'] as const satisfies readonly SigningAlgorithm[];

/** Makes a signing key, named by its thumbprint (RFC 7638). RSA keys have 2048 bits: what they sign lives five minutes. */
export async function makeKey(algorithm: SigningAlgorithm): Promise<{ kid: string; publicKey: JWK; privateKey: JWK }> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const privateKey = { ...jwk, kid, alg: algorithm, use: 'sig' };
  return { kid, publicKey: publicHalf(privateKey), privateKey };
}

const isEs256 = ({ algorithm }: SigningKey) => algorithm === 'ES256';

/** Everything of a key that may be shown (RFC 7518 section 6). */
function publicHalf({ kty, crv, x, y, n, e, kid, alg, use }: JWK): JWK {
  const members = Object.entries({ kty, crv, x, y, n, e, kid, alg, use }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members);
}

const nameOf = ({ kid, state }: SigningKey) => `${kid} ${state}`;

/** However many unknown key ids come in, the store is asked for them once in so many milliseconds. */
const cooldown = 5000;
