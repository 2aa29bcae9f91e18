/**
 * The key of which this browser proves possession (RFC 9449): ES256, created once and not extractable. IndexedDB stores
 * it, so scripts of this origin can use it but not read it. If IndexedDB is blocked, or does not answer within
 * five seconds, it lives as long as the page.
 */
export const keyPair = async (name: string): Promise<CryptoKeyPair> => {
  const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<CryptoKeyPair>((resolve) => {
    timer = setTimeout(() => resolve(made), patience);
  });
  // Blocked, as in private windows of some browsers or if storage is switched off.
  const kept = keep(name, made).catch(() => made);
  return Promise.race([kept, late]).finally(() => clearTimeout(timer));
};

/**
 * The longest wait for IndexedDB, in ms. In some browsers, opening it sometimes neither succeeds nor fails, and a
 * sign-in must not hang.
 */
const patience = 5000;

/** @returns the pair stored under the name, or else the new one, which is then stored */
const keep = async (name: string, made: CryptoKeyPair): Promise<CryptoKeyPair> => {
  const opening = indexedDB.open('licet', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
  const database = await answer(opening);
  try {
    // One transaction, so that two tabs that start at the same moment get the same key.
    const keys = database.transaction('keys', 'readwrite').objectStore('keys');
    const found = await answer<CryptoKeyPair | undefined>(keys.get(name));
    if (found?.privateKey instanceof CryptoKey) return found;
    await answer(keys.put(made, name));
    return made;
  } finally {
    database.close();
  }
};

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
