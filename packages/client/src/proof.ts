import type { Clock } from './clock.ts';
import { jsonOf, LicetError, reach } from './error.ts';
import { base64url, sha256, utf8 } from './tokens.ts';

/** Sends requests with a proof of possession (RFC 9449), and without cookies. */
export interface Prover {
  /**
   * Sends a copy of the request, so that the original body can be read again, with the token if given. Retries if the
   * server names a nonce, or if this machine's clock turns out to be wrong. Follows no redirect, because the target
   * would receive the token.
   * @throws LicetError `unreachable`, `redirected`
   */
  readonly send: (request: Request, token?: string) => Promise<Response>;
  /** Returns the thumbprint of the key (RFC 7638). Tokens that are bound to the key contain it as `cnf.jkt`. */
  readonly thumbprint: () => Promise<string>;
}

/** @param pair returns the same key at each call */
export const createProver = (pair: () => Promise<CryptoKeyPair>, clock: Clock): Prover => {
  const nonces = new Map<string, string>();
  const publicKey = async () => {
    const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', (await pair()).publicKey);
    return { crv, kty, x, y };
  };
  const prove = async ({ method, url }: Request, token: string | undefined): Promise<string> => {
    const { origin, pathname } = new URL(url);
    const part = (value: object) => base64url(utf8(JSON.stringify(value)));
    const head = part({ typ: 'dpop+jwt', alg: 'ES256', jwk: await publicKey() });
    const claims = part({
      jti: crypto.randomUUID(),
      htm: method,
      htu: origin + pathname,
      iat: Math.floor(clock.now()),
      nonce: nonces.get(origin),
      ath: token && (await sha256(token)),
    });
    const signed = utf8(`${head}.${claims}`);
    const how = { name: 'ECDSA', hash: 'SHA-256' };
    return `${head}.${claims}.${base64url(await crypto.subtle.sign(how, (await pair()).privateKey, signed))}`;
  };
  const send = async (request: Request, token?: string, again = true): Promise<Response> => {
    // The mode “error” would make a redirect indistinguishable from a network failure.
    const proven = new Request(request.clone(), { credentials: 'omit', redirect: 'manual' });
    proven.headers.set('dpop', await prove(request, token));
    if (token) proven.headers.set('authorization', `DPoP ${token}`);
    const left = Date.now();
    const response = await reach(proven);
    if (request.redirect !== 'manual' && isRedirect(response))
      throw new LicetError('redirected', {
        title: 'The answer leads elsewhere.',
        detail: `${new URL(request.url).host} redirects, and the access token does not follow.`,
        next: 'Call the address that it leads to.',
      });
    // RFC 9449 sections 8 and 9: the server may require a nonce in the proof.
    const { origin } = new URL(request.url);
    const nonce = response.headers.get('dpop-nonce');
    const isNew = nonce !== null && nonce !== nonces.get(origin);
    if (nonce) nonces.set(origin, nonce);
    // With these statuses, the server did not carry out the request, perhaps because the proof is invalid. So the
    // request can be sent again.
    if (!again || response.status !== (token ? 401 : 400)) return response;
    return isNew || ((await blamesProof(response)) && clock.learn(dateOf(response), left))
      ? send(request, token, false)
      : response;
  };
  return {
    send: (request, token) => send(request, token),
    thumbprint: async () => sha256(JSON.stringify(await publicKey())),
  };
};

/**
 * Returns whether the response blames the proof, with the code of RFC 9449 section 7.1 or with Licet's own code. The
 * cause may be a wrong clock.
 */
const blamesProof = async (response: Response): Promise<boolean> => {
  const { error, code } = await jsonOf(response);
  return error === 'invalid_dpop_proof' || code === 'proof_invalid';
};

/** Browsers hide the status of a redirect if they were told not to follow it. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || /^30[12378]$/.test(`${status}`);

/**
 * Returns the server's time from the response headers, in seconds since the epoch. Returns NaN if the browser hides the
 * header from other origins.
 */
const dateOf = ({ headers }: Response): number => Date.parse(headers.get('date') ?? '') / 1000;

/**
 * Returns this browser's key for proofs of possession (RFC 9449). The key uses ES256, is created once, and is not
 * extractable. IndexedDB stores it, so scripts of this origin can use the key but not read it. If IndexedDB is blocked
 * or does not respond within five seconds, the key is lost when the page is unloaded.
 */
export const keyPair = async (name: string): Promise<CryptoKeyPair> => {
  const generated = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<CryptoKeyPair>((resolve) => {
    timer = setTimeout(() => resolve(generated), patience);
  });
  // Some browsers block IndexedDB in private windows or if storage is disabled.
  const saved = keep(name, generated).catch(() => generated);
  return Promise.race([saved, late]).finally(() => clearTimeout(timer));
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
const keep = async (name: string, generated: CryptoKeyPair): Promise<CryptoKeyPair> => {
  const opening = indexedDB.open('licet', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
  const database = await answer(opening);
  try {
    // Use one transaction, so that two tabs that start at the same moment get the same key.
    const keys = database.transaction('keys', 'readwrite').objectStore('keys');
    const found = await answer<CryptoKeyPair | undefined>(keys.get(name));
    if (found?.privateKey instanceof CryptoKey) return found;
    await answer(keys.put(generated, name));
    return generated;
  } finally {
    database.close();
  }
};

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
