import type { KnownToken } from './known-token.ts';
import { createRecentTokens } from './recent-tokens.ts';
import { createBoundedCache, sha256 } from './verify/index.ts';

/** The verified tokens by their SHA-256, and in front of them those of the last seconds by themselves. */
export interface TokenCache {
  /** The known data of a token: learnt on first use, once for any number of simultaneous requests. */
  find(token: string): KnownToken | Promise<KnownToken>;
  /** Forgets everything, including tokens that are being learnt. */
  clear(): void;
}

export interface TokenCacheParts {
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
    const begun = cleared;
    const learnt = await learn(token, hash);
    if (most > 0 && begun === cleared) known.set(hash, learnt);
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
 * The number of tokens that are stored themselves, and for how many milliseconds. Others are known only by their hash.
 */
const mostRecent = 1000;
const recently = 30_000;
