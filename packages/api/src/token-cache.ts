import type { KnownToken } from './known-token.ts';
import { createBoundedCache, sha256 } from './verify/index.ts';
import { unref } from './waiting.ts';

/** Caches verified tokens by their SHA-256. A small cache in front of it is keyed by the recent tokens themselves. */
export interface TokenCache {
  /** The known data of a token: learnt on first use, once for any number of simultaneous requests. */
  find(token: string): KnownToken | Promise<KnownToken>;
  /** Forgets everything, including tokens that are being learnt. */
  clear(): void;
}

interface TokenCacheParts {
  /** 0 learns each token again. */
  readonly most: number;
  readonly learn: (token: string, hash: string) => Promise<KnownToken>;
}

export function createTokenCache({ most, learn }: TokenCacheParts): TokenCache {
  const known = createBoundedCache<KnownToken>(most);
  const recent = createRecentTokens<KnownToken>(Math.min(most, mostRecent), recently);
  const underWay = new Map<string, Promise<KnownToken>>();
  let cleared = 0;
  const learnAndKeep = async (token: string, hash: string) => {
    const clearedBefore = cleared;
    const learnt = await learn(token, hash);
    if (most > 0 && clearedBefore === cleared) known.set(hash, learnt);
    return learnt;
  };
  const byHash = (token: string, hash: string): Promise<KnownToken> => {
    const waiting = underWay.get(hash);
    if (waiting) return waiting;
    const learning = learnAndKeep(token, hash).finally(() => underWay.delete(hash));
    underWay.set(hash, learning);
    return learning;
  };
  return {
    find(token) {
      const latest = recent.get(token);
      if (latest) return latest;
      const hash = sha256(token);
      const kept = known.get(hash);
      if (!kept) return byHash(token, hash);
      recent.set(token, kept);
      return kept;
    },
    clear() {
      cleared += 1;
      known.clear();
      recent.clear();
    },
  };
}

/**
 * The most tokens to store in clear, and for how many milliseconds. Other tokens are stored only as hashes.
 */
const mostRecent = 1000;
const recently = 30_000;

/** The results of recent tokens, keyed by the tokens themselves. */
interface RecentTokens<Value> {
  get(token: string): Value | undefined;
  set(token: string, value: Value): void;
  clear(): void;
}

/**
 * A small cache in front of one that is keyed by hashes: for a known token, hashing costs more than everything else. It
 * contains tokens in clear, so it keeps only a few, for a short time. It is emptied when it contains `most`, and
 * `milliseconds` after its first entry.
 */
export function createRecentTokens<Value>(most: number, milliseconds: number): RecentTokens<Value> {
  const known = new Map<string, Entry<Value>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    known.clear();
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    get(token) {
      const entry = known.get(tailOf(token));
      return entry?.token === token ? entry.value : undefined;
    },
    set(token, value) {
      if (most === 0) return;
      if (known.size >= most) clear();
      if (!timer) {
        timer = setTimeout(clear, milliseconds);
        unref(timer);
      }
      known.set(tailOf(token), { token, value });
    },
    clear,
  };
}

interface Entry<Value> {
  readonly token: string;
  readonly value: Value;
}

// The end of the signature. A map hashes the whole string at a lookup, which for a token takes as long as SHA-256;
// comparing takes almost no time.
const tailOf = (token: string) => token.slice(-32);
