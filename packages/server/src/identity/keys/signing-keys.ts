import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { Refusal } from '../../refusal.ts';
import { type Acting, change } from '../../store/kernel/change.ts';
import type { Database } from '../../store/kernel/database.ts';
import {
  addFirstKeys,
  advanceKeys,
  keysInUse,
  type NewKey,
  type SigningAlgorithm,
  type StoredKey,
} from '../../store/sign-in/keys.ts';
import { encrypt, openWith } from './secrets.ts';

/** Reads the signing keys to publish, with their private halves decrypted. */
export async function readKeys(database: Database, ...serverKeys: readonly Buffer[]): Promise<SigningKey[]> {
  const keys = await keysInUse(database);
  return keys.map(({ kid, state, algorithm, privateKey }) => ({
    kid,
    state,
    algorithm,
    jwk: readJwk(openWith(serverKeys, privateKey, kid)),
  }));
}

/** Creates the first two signing keys of each algorithm, once for all processes. */
export async function ensureFirstKeys(database: Database, serverKey: Buffer): Promise<void> {
  const keys = await keysInUse(database);
  const missing = signingAlgorithms.filter((needed) => !keys.some(({ algorithm }) => algorithm === needed));
  for (const algorithm of missing) {
    const [current, next] = await Promise.all([newKey(serverKey, algorithm), newKey(serverKey, algorithm)]);
    await addFirstKeys(database, current, next);
  }
}

/** Switches to the next signing key of every algorithm. It is one change of the audit chain, and every process is notified. */
export async function rotate(database: Database, serverKey: Buffer, actor: Acting): Promise<void> {
  const [added, addedRsa] = await Promise.all([newKey(serverKey, 'ES256'), newKey(serverKey, 'RS256')]);
  await change(database, actor, async (handle) => {
    const { retired, current } = await advanceKeys(handle, added);
    const rsa = await advanceKeys(handle, addedRsa);
    handle.record({
      action: 'key.rotated',
      target: { kind: 'key', id: current, name: current },
      before: { current: retired, next: current, rsaCurrent: rsa.retired, rsaNext: rsa.current },
      after: {
        current,
        next: added.kid,
        retired,
        rsaCurrent: rsa.current,
        rsaNext: addedRsa.kid,
        rsaRetired: rsa.retired,
      },
    });
  });
}

async function newKey(serverKey: Buffer, algorithm: SigningAlgorithm): Promise<NewKey> {
  const { kid, publicKey, privateKey } = await makeKey(algorithm);
  return {
    kid,
    algorithm,
    publicKey: { ...publicKey },
    privateKey: encrypt(serverKey, JSON.stringify(privateKey), kid),
  };
}

function readJwk(text: string): JWK {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('kty' in value)) throw new Error('A stored key is not a JWK.');
  return { ...value } as JWK;
}

/** A signing key from the store, with its private half decrypted. */
export interface SigningKey {
  readonly kid: string;
  readonly state: StoredKey['state'];
  readonly algorithm: SigningAlgorithm;
  readonly jwk: JWK;
}

/** The keys of this process. They are read again on request, and when an unknown key id arrives. */
export interface KeyRing {
  /** The published keys by algorithm; the first ES256 key signs access tokens. */
  readonly published: () => readonly SigningKey[];
  /**
   * Returns the ES256 public key with this id; access tokens may use no other algorithm. An unknown id makes it read
   * the keys again, but at most once in a few seconds.
   */
  readonly verifying: (kid: string) => Promise<CryptoKey | Uint8Array | undefined>;
  readonly signing: (algorithm?: SigningAlgorithm) => Promise<{
    readonly kid: string;
    readonly algorithm: SigningAlgorithm;
    readonly key: CryptoKey | Uint8Array;
  }>;
  readonly reload: () => Promise<void>;
  /** Whether the last read succeeded and found a key that signs. */
  readonly readable: () => boolean;
}

/** @param load reads the keys to publish @param onChange called after the keys have changed, to create a new provider */
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
      wasRead = error instanceof Refusal && wasRead; // an unreachable database does not mean that the keys are unreadable
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

/**
 * Creates a signing key, named by its thumbprint (RFC 7638). RSA keys have 2048 bits, because their signatures are
 * valid for only five minutes.
 */
async function makeKey(algorithm: SigningAlgorithm): Promise<{ kid: string; publicKey: JWK; privateKey: JWK }> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const privateKey = { ...jwk, kid, alg: algorithm, use: 'sig' };
  return { kid, publicKey: publicHalf(privateKey), privateKey };
}

const isEs256 = ({ algorithm }: SigningKey) => algorithm === 'ES256';

/** The public members of a key (RFC 7518 section 6). */
function publicHalf({ kty, crv, x, y, n, e, kid, alg, use }: JWK): JWK {
  const members = Object.entries({ kty, crv, x, y, n, e, kid, alg, use }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members);
}

const nameOf = ({ kid, state }: SigningKey) => `${kid} ${state}`;

/** Milliseconds between reads of the store, however many unknown key ids arrive. */
const cooldown = 5000;
