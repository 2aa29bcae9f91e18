import { generateKeyPair } from 'oauth4webapi';

/**
 * The key that this browser proves possession of (RFC 9449): ES256, made once, not extractable, kept in IndexedDB where
 * scripts can use it but nobody can read it. Where IndexedDB is closed to us it lives as long as the page.
 */
export function keyPair(): Promise<CryptoKeyPair> {
  loading ??= load();
  return loading;
}

const DATABASE = 'licet';
const STORE = 'keys';
const NAME = 'dpop';
let loading: Promise<CryptoKeyPair> | undefined;

async function load(): Promise<CryptoKeyPair> {
  const made = await generateKeyPair('ES256', { extractable: false });
  try {
    const database = await open();
    try {
      return await keepFirst(database, made);
    } finally {
      database.close();
    }
  } catch {
    return made;
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return answer(request);
}

/** In one transaction, so that two tabs that start at the same moment end up with the same key. */
async function keepFirst(database: IDBDatabase, made: CryptoKeyPair): Promise<CryptoKeyPair> {
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  const found: unknown = await answer(store.get(NAME));
  if (isKeyPair(found)) return found;
  await answer(store.put(made, NAME));
  return made;
}

function isKeyPair(value: unknown): value is CryptoKeyPair {
  return typeof value === 'object' && value !== null && 'privateKey' in value && value.privateKey instanceof CryptoKey;
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
