import type { KnownToken } from './known-token.ts';
import { createBoundedCache, sha256 } from './verify/index.ts';
import { unref } from './waiting.ts';

/** Caches verified tokens by their SHA-256 hash. For recent tokens, a small cache avoids the hashing. */
export interface TokenCache {
  /** Returns the verified token. On first use, verifies it once for all simultaneous requests. */
  find(token: string): KnownToken | Promise<KnownToken>;
  /** Removes all tokens, including those that are being verified. */
  clear(): void;
}

interface TokenCacheParts {
  /** The maximum number of tokens. With 0, every request verifies its token. */
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
      const cached = known.get(hash);
      if (!cached) return byHash(token, hash);
      recent.set(token, cached);
      return cached;
    },
    clear() {
      cleared += 1;
      known.clear();
      recent.clear();
    },
  };
}

/**
 * The maximum number of tokens stored in clear text, and how long they are stored, in milliseconds. All other tokens
 * are stored only as hashes.
 */
const mostRecent = 1000;
const recently = 30_000;

/** The cached values of recent tokens, keyed by the tokens themselves. */
interface RecentTokens<Value> {
  get(token: string): Value | undefined;
  set(token: string, value: Value): void;
  clear(): void;
}

/**
 * Creates a small cache in front of the cache that is keyed by hashes. For a known token, computing the hash costs more
 * than all other steps. The small cache stores tokens in clear text, so it holds few tokens for a short time. It is
 * emptied when it contains `most` tokens, and `milliseconds` after its first entry.
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

// Returns the end of the signature as the key of the map. A map lookup hashes the whole key, which for a complete token
// takes as long as SHA-256. Comparing the complete token afterwards takes almost no time.
const tailOf = (token: string) => token.slice(-32);
