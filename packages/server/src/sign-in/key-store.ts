import type { Actor } from '@licet/contract';
import type { JWK } from 'jose';
import { makeKey, type SigningKey } from '../oidc/key-ring.ts';
import { change } from '../store/kernel/change.ts';
import type { Database } from '../store/kernel/database.ts';
import { addFirstKeys, advanceKeys, keysInUse, type NewKey } from '../store/sign-in/keys.ts';
import { decrypt, encrypt } from './secrets.ts';

/** Reads the signing keys that are to be published, their private halves decrypted. */
export async function readKeys(database: Database, serverKey: Buffer): Promise<SigningKey[]> {
  const keys = await keysInUse(database);
  return keys.map(({ kid, state, privateKey }) => ({
    kid,
    state,
    jwk: readJwk(decrypt(serverKey, privateKey, kid)),
  }));
}

/** Makes the first two signing keys, once for all processes. */
export async function ensureFirstKeys(database: Database, serverKey: Buffer): Promise<void> {
  const keys = await keysInUse(database);
  if (keys.length === 0) await addFirstKeys(database, await newKey(serverKey), await newKey(serverKey));
}

/** Signs with the next key from now on. One change of the audit chain; every process hears of it. */
export async function rotate(database: Database, serverKey: Buffer, actor: Actor): Promise<void> {
  const added = await newKey(serverKey);
  await change(database, actor, async (handle) => {
    const { retired, current } = await advanceKeys(handle, added);
    handle.record({
      action: 'key.rotated',
      target: { kind: 'key', id: current, name: current },
      before: { current: retired, next: current },
      after: { current, next: added.kid, retired },
    });
  });
}

async function newKey(serverKey: Buffer): Promise<NewKey> {
  const { kid, publicKey, privateKey } = await makeKey();
  return {
    kid,
    algorithm: 'ES256',
    publicKey: { ...publicKey },
    privateKey: encrypt(serverKey, JSON.stringify(privateKey), kid),
  };
}

function readJwk(text: string): JWK {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('kty' in value)) throw new Error('A stored key is not a JWK.');
  return { ...value } as JWK;
}
