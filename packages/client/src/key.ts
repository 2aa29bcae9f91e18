/**
 * Returns this browser's key for proofs of possession (RFC 9449). The key uses ES256, is created once, and is not
 * extractable. IndexedDB stores it, so scripts of this origin can use the key but not read it. If IndexedDB is
 * blocked, or does not respond within five seconds, the key lives as long as the page.
 */
export const keyPair = async (name: string): Promise<CryptoKeyPair> => {
  const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<CryptoKeyPair>((resolve) => {
    timer = setTimeout(() => resolve(made), patience);
  });
  // Some browsers block IndexedDB in private windows or if storage is disabled.
  const kept = keep(name, made).catch(() => made);
  return Promise.race([kept, late]).finally(() => clearTimeout(timer));
};

/**
 * The timeout for IndexedDB, in ms. In some browsers, opening a database sometimes neither succeeds nor fails. A
 * sign-in must not hang then.
 */
const patience = 5000;

/**
 * Stores the new pair under the name, unless another pair is already stored there.
 * @returns the stored pair
 */
const keep = async (name: string, made: CryptoKeyPair): Promise<CryptoKeyPair> => {
  const opening = indexedDB.open('licet', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
  const database = await answer(opening);
  try {
    // Use one transaction, so that two tabs that start at the same moment get the same key.
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
