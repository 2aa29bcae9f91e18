/** The provider's tokens of the last sign-in or renewal. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  /** The ID token (OpenID Connect Core 1.0 section 2). */
  readonly id: string;
  /** Seconds by which the server's clock is ahead of this machine's. */
  readonly offset: number;
}

/** Where tokens are stored: until the tab is closed, in the browser, or until the page is unloaded. */
export type TokenPlace = 'session' | 'local' | 'memory';

/** Stores the tokens under a name. Blocked storage stores nothing. */
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
 * The tokens in a value of unknown origin. An offset of more than a day is ignored: the next renewal learns it again.
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
