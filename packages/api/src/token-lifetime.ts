import { clockDrift } from './verify/index.ts';

/** Where a token that was verified is in its lifetime. */
export type TokenLifetime = 'in force' | 'expired' | 'early';

export interface TokenLifetimeParts {
  /** Seconds since the epoch, as the token says them. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Seconds since the epoch. */
  readonly now: () => number;
}

/**
 * The lifetime of a token, from its verification on. Besides the clock, which may be set back, the time that has really passed
 * is measured: a token that has run out does not come back.
 */
export function beginTokenLifetime({ issuedAt, expiresAt, now }: TokenLifetimeParts): () => TokenLifetime {
  const end = performance.now() + (expiresAt - now()) * 1000;
  return () => {
    const at = now();
    if (!(at < expiresAt) || performance.now() >= end) return 'expired';
    return issuedAt > at + clockDrift ? 'early' : 'in force';
  };
}
