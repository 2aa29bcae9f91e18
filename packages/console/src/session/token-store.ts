/** What the provider gave out at the last sign-in or renewal. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly idToken: string;
  /** When a person signed in, ms since the epoch. Renewals keep it. */
  readonly signedInAt: number;
}

/** The tokens of this tab, or null. They are bound to the key of key-store.ts: a copy is of no use elsewhere. */
export function readTokens(): Tokens | null {
  if (held !== undefined) return held;
  held = parse(sessionStorage.getItem(NAME));
  return held;
}

/** Keeps the tokens for this tab, through reloads; null forgets them. */
export function writeTokens(tokens: Tokens | null): void {
  held = tokens;
  if (tokens) sessionStorage.setItem(NAME, JSON.stringify(tokens));
  else sessionStorage.removeItem(NAME);
  for (const listener of listeners) listener();
}

/** Hears of every change of the tokens. Returns how to stop. */
export function subscribeTokens(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NAME = 'licet.tokens';
let held: Tokens | null | undefined;
const listeners = new Set<() => void>();

function parse(text: string | null): Tokens | null {
  if (text === null) return null;
  try {
    const found: unknown = JSON.parse(text);
    return isTokens(found) ? found : null;
  } catch {
    return null;
  }
}

function isTokens(value: unknown): value is Tokens {
  if (typeof value !== 'object' || value === null) return false;
  const { accessToken, refreshToken, idToken, signedInAt } = value as Record<keyof Tokens, unknown>;
  return (
    typeof accessToken === 'string' &&
    (refreshToken === null || typeof refreshToken === 'string') &&
    typeof idToken === 'string' &&
    typeof signedInAt === 'number'
  );
}
