import { clockDrift } from './verify/index.ts';

/** Whether a verified token is before, within or after its lifetime. */
export type TokenLifetime = 'in force' | 'expired' | 'early';

export interface TokenLifetimeParts {
  /** Seconds since the epoch, from the token. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Seconds since the epoch. */
  readonly now: () => number;
}

/**
 * The lifetime of a token, from its verification on. Besides the clock, which may be set back, it measures the elapsed
 * time: an expired token does not become valid again.
 */
export function beginTokenLifetime({ issuedAt, expiresAt, now }: TokenLifetimeParts): () => TokenLifetime {
  const end = performance.now() + (expiresAt - now()) * 1000;
  return () => {
    const at = now();
    if (!(at < expiresAt) || performance.now() >= end) return 'expired';
    return issuedAt > at + clockDrift ? 'early' : 'in force';
  };
}
