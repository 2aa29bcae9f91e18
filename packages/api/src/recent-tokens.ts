import { unref } from './waiting.ts';

/** The results of recent tokens, keyed by the tokens themselves. */
export interface RecentTokens<Value> {
  get(token: string): Value | undefined;
  set(token: string, value: Value): void;
  clear(): void;
}

/**
 * A small cache in front of one that is keyed by hashes: for a known token, hashing costs more than everything else. It
 * contains tokens themselves, therefore only a few and not for long. It is emptied when it contains `most`, and
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
