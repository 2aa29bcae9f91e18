import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { StoredKey } from '../store/sign-in/keys.ts';

/** A signing key as it is read from the store: its private half in the clear. */
export interface SigningKey {
  readonly kid: string;
  readonly state: StoredKey['state'];
  readonly jwk: JWK;
}

/** The keys of this process: reads them anew when told to, and when asked for one that it does not know. */
export interface KeyRing {
  /** Those to be published, the signing one first. */
  readonly published: () => readonly SigningKey[];
  /** The public key with that id; asks the store at most once a while for ids that it does not know. */
  readonly verifying: (kid: string) => Promise<CryptoKey | Uint8Array | undefined>;
  readonly signing: () => Promise<{ readonly kid: string; readonly key: CryptoKey | Uint8Array }>;
  readonly reload: () => Promise<void>;
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
  const reload = async () => {
    const loaded = await load();
    const same = loaded.map(nameOf).join() === keys.map(nameOf).join();
    if (same) return;
    imported = new Map(
      await Promise.all(loaded.map(async ({ kid, jwk }) => [kid, await importJWK(publicHalf(jwk), 'ES256')] as const)),
    );
    keys = loaded;
    onChange(loaded);
  };
  await reload();
  return {
    published: () => keys,
    verifying: async (kid) => {
      if (!imported.has(kid) && performance.now() - askedAt > cooldown) {
        askedAt = performance.now();
        await reload();
      }
      return imported.get(kid);
    },
    signing: async () => {
      const current = keys.find(({ state }) => state === 'current');
      if (!current) throw new Error('There is no current signing key.');
      return { kid: current.kid, key: await importJWK(current.jwk, 'ES256') };
    },
    reload,
  };
}

/** Makes a signing key: ES256, named by its thumbprint (RFC 7638). */
export async function makeKey(): Promise<{ kid: string; publicKey: JWK; privateKey: JWK }> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const privateKey = { ...jwk, kid, alg: 'ES256', use: 'sig' };
  return { kid, publicKey: publicHalf(privateKey), privateKey };
}

function publicHalf({ d: _, ...jwk }: JWK): JWK {
  return jwk;
}

const nameOf = ({ kid, state }: SigningKey) => `${kid} ${state}`;

/** However many unknown key ids come in, the store is asked for them once in so many milliseconds. */
const cooldown = 5000;
