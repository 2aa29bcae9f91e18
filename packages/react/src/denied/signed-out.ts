import type { Words } from './words.ts';

/** The reason why no user is signed in, and what the user can do about it. */
export interface SignedOut {
  readonly text: (words: Words) => string;
  /** Retries a sign-in that could not begin. */
  readonly again?: () => Promise<void>;
  /** True if no server responded. In this case, the sign-in is retried automatically. */
  readonly unanswered?: boolean;
}
