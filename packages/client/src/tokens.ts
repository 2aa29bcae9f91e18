/** The provider's tokens of the last sign-in or renewal. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  /** The ID token (OpenID Connect Core 1.0 section 2). */
  readonly id: string;
  /** The difference of the server's clock to this machine's clock, in seconds. Positive if the server is ahead. */
  readonly offset: number;
}

/**
 * Where tokens are stored. `session` lasts until the tab is closed, `local` longer, and `memory` until the page is
 * unloaded.
 */
export type TokenPlace = 'session' | 'local' | 'memory';

/** Stores the tokens under a name. If storage is blocked, nothing is stored. */
export interface TokenStore {
  readonly read: () => Tokens | undefined;
  readonly write: (tokens: Tokens | undefined) => void;
}

export const createTokenStore = (place: TokenPlace, name: string): TokenStore => ({
  read: () => attempt(place, (storage) => tokensIn(JSON.parse(storage.getItem(name) ?? '0'))),
  write: (tokens) =>
    attempt(place, (storage) => (tokens ? storage.setItem(name, JSON.stringify(tokens)) : storage.removeItem(name))),
});

/**
 * Returns the tokens in a value of unknown origin. Ignores an offset of more than a day. The next renewal corrects
 * the offset.
 */
export const tokensIn = (value: unknown): Tokens | undefined => {
  const { access, refresh, id, offset } = { ...(value as Tokens) };
  return [access, refresh, id].every((text) => typeof text === 'string') && typeof offset === 'number'
    ? { access, refresh, id, offset: Math.abs(offset) <= 86_400 ? offset : 0 }
    : undefined;
};

const attempt = <T>(place: TokenPlace, work: (storage: Storage) => T): T | undefined => {
  try {
    return place === 'memory' ? undefined : work(place === 'local' ? localStorage : sessionStorage);
  } catch {
    return undefined;
  }
};
