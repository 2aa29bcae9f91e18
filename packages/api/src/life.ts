/** How a token that was verified stands in time. */
export type LifeStanding = 'in force' | 'expired' | 'early';

export interface LifeParts {
  /** Seconds since the epoch, as the token says them. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Seconds since the epoch. */
  readonly now: () => number;
}

/**
 * The life of a token, from its verification on. Besides the clock, which may be set back, the time that has really passed is
 * measured: a token that has run out does not come back.
 */
export function beginLife({ issuedAt, expiresAt, now }: LifeParts): () => LifeStanding {
  const end = performance.now() + (expiresAt - now()) * 1000;
  return () => {
    const at = now();
    if (!(at < expiresAt) || performance.now() >= end) return 'expired';
    return issuedAt > at + drift ? 'early' : 'in force';
  };
}

/** Seconds by which the clock of the issuer or of a client may be ahead. None for the end: a token never lives longer than it says. */
export const drift = 10;
