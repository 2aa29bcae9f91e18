import type { JWK } from 'jose';
import { type Acting, change } from '../../store/kernel/change.ts';
import type { Database } from '../../store/kernel/database.ts';
import { addFirstKeys, advanceKeys, keysInUse, type NewKey, type SigningAlgorithm } from '../../store/sign-in/keys.ts';
import { makeKey, type SigningKey, signingAlgorithms } from './key-ring.ts';
import { encrypt, openWith } from './secrets.ts';

/** Reads the signing keys that are to be published, their private halves decrypted. */
export async function readKeys(database: Database, ...serverKeys: readonly Buffer[]): Promise<SigningKey[]> {
  const keys = await keysInUse(database);
  return keys.map(({ kid, state, algorithm, privateKey }) => ({
    kid,
    state,
    algorithm,
    jwk: readJwk(openWith(serverKeys, privateKey, kid)),
  }));
}

/** Makes the first two signing keys of each algorithm, once for all processes. */
export async function ensureFirstKeys(database: Database, serverKey: Buffer): Promise<void> {
  const keys = await keysInUse(database);
  const missing = signingAlgorithms.filter((wanted) => !keys.some(({ algorithm }) => algorithm === wanted));
  for (const algorithm of missing) {
    const [current, next] = await Promise.all([newKey(serverKey, algorithm), newKey(serverKey, algorithm)]);
    await addFirstKeys(database, current, next);
  }
}

/** Signs with the next keys from now on, of every algorithm. One change of the audit chain; every process hears of it. */
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
