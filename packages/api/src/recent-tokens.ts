import { unref } from './waiting.ts';

/** The results for recent tokens, by the tokens themselves. */
export interface RecentTokens<Value> {
  get(token: string): Value | undefined;
  set(token: string, value: Value): void;
  clear(): void;
}

/**
 * A small cache before one that is keyed by hashes, because hashing a token costs more than everything else for a
 * known one. It holds tokens themselves, therefore few and not for long: it is emptied when it holds `most`, and
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

// The end of the signature: looking up a string hashes all of it, which for a token takes as long as SHA-256, while
// comparing takes next to nothing.
const tailOf = (token: string) => token.slice(-32);
