import { unref } from './waiting.ts';

/** What was found for tokens that came just now, by the tokens themselves. */
export interface RecentTokens<Value> {
  get(token: string): Value | undefined;
  set(token: string, value: Value): void;
  clear(): void;
}

/**
 * A small memory before one that is keyed by hashes, because the hash of a token costs more than everything else that is done
 * for a known one. It does hold the tokens as they came, and therefore few of them and not for long: it is emptied when it
 * holds `most`, and `milliseconds` after its first entry whether it is used or not.
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

// The end of the signature: to look a string up the whole of it is hashed, which for a token takes as long as SHA-256, whereas
// comparing it takes next to nothing.
const tailOf = (token: string) => token.slice(-32);
