import { importJWK } from 'jose';
import { discover, type FetchLike, type Issuer, readKeys, type UnreadKey, WrongIssuer } from './issuer.ts';
import { refused } from './refused.ts';
import { createDeferred, unref, within } from './waiting.ts';

/**
 * The issuer's public keys. They are loaded at the start and refreshed in the background. A request fetches keys only
 * if its token names an unknown key.
 */
export interface Keys {
  /**
   * Returns the key with that id. For an unknown id, fetches the keys, but at most once per cooldown.
   * @throws AccessRefused `unavailable` until the issuer has answered
   */
  find(kid: string): CryptoKey | Promise<CryptoKey | undefined>;
  /** Resolves with the issuer's metadata as soon as the issuer has answered. */
  issuer(): Promise<Issuer>;
  /**
   * Waits until the issuer has answered.
   * @throws Error with the last failure if the issuer does not answer within `milliseconds`; WrongIssuer immediately if
   * another issuer answers
   */
  ready(milliseconds: number): Promise<void>;
  close(): void;
}

export interface KeysParts {
  readonly issuer: string;
  readonly fetch: FetchLike;
  /** Called when the set of keys changes. */
  readonly onChange: () => void;
}

export function openKeys({ issuer, fetch, onChange }: KeysParts): Keys {
  let known: ReadonlyMap<string, CryptoKey> = new Map();
  let metadata: Issuer | undefined;
  let failure: unknown;
  let underWay: Promise<void> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const closing = new AbortController();
  const loaded = createDeferred();
  const wrong = createDeferred();

  const load = async () => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(patience)]);
    metadata ??= await discover(issuer, fetch, signal);
    const next = await importAll(await readKeys(metadata.jwksUri, fetch, signal));
    if (next.size === 0) throw new Error(`${metadata.jwksUri} holds no ES256 key.`);
    const changed = next.size !== known.size || [...next.keys()].some((kid) => !known.has(kid));
    known = next;
    if (changed) onChange();
    loaded.resolve();
  };
  // If a refresh fails, the known keys stay in use.
  const refresh = () => {
    underWay ??= load()
      .then(
        () => schedule(refreshEvery),
        (error: unknown) => {
          failure = error;
          if (error instanceof WrongIssuer) wrong.reject(error);
          schedule(known.size === 0 ? firstRetry : cooldown);
        },
      )
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };
  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    timer = setTimeout(refresh, milliseconds * (0.8 + 0.4 * Math.random()));
    unref(timer);
  };
  const ready = (milliseconds: number) =>
    within(
      Promise.race([loaded.promise, wrong.promise]),
      milliseconds,
      () =>
        `Licet does not answer at ${issuer}: ${reasonOf(failure)}. Start it there, or set “issuer” to its public address.`,
    );
  const search = async (kid: string): Promise<CryptoKey | undefined> => {
    if (known.size === 0)
      await ready(patience).catch((cause: unknown) => {
        throw refused('keys_unknown', {}, { cause });
      });
    if (!known.has(kid) && (underWay || performance.now() - askedAt > cooldown)) {
      if (!underWay) askedAt = performance.now();
      await refresh();
    }
    return known.get(kid);
  };
  refresh();
  return {
    find: (kid) => known.get(kid) ?? search(kid),
    issuer: async () => {
      await loaded.promise;
      return metadata ?? Promise.reject(new Error('The verifier is closed.'));
    },
    ready,
    close: () => {
      clearTimeout(timer);
      closing.abort();
      loaded.reject(new Error('The verifier is closed.'));
    },
  };
}

/** Returns the message of an error, with the cause that `fetch` hides, such as ECONNREFUSED. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no answer yet';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
  return `${error.message}${code}`;
};

async function importAll(unread: readonly UnreadKey[]): Promise<ReadonlyMap<string, CryptoKey>> {
  const keys = new Map<string, CryptoKey>();
  for (const { kty, crv, x, y, kid, use, alg } of unread) {
    if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') continue;
    if (typeof kid !== 'string' || (use ?? 'sig') !== 'sig' || (alg ?? 'ES256') !== 'ES256') continue;
    // Skip a point that is not on the curve, so that one faulty key does not affect the others.
    const key = await importJWK({ kty, crv, x, y }, 'ES256').catch(() => undefined);
    if (key && 'algorithm' in key) keys.set(kid, key);
  }
  return keys;
}

/**
 * The interval between two reads of the key set, in milliseconds. A key that was removed from the set stays accepted
 * for at most this long.
 */
const refreshEvery = 600_000;
const cooldown = 30_000;
const firstRetry = 1000;
const patience = 5000;
