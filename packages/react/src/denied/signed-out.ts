import type { Words } from './words.ts';

/** Why no user is signed in, and what the user can do about it. */
export interface SignedOut {
  readonly text: (words: Words) => string;
  /** For a sign-in that could not begin: begins it again. */
  readonly again?: () => Promise<void>;
  /** Whether no server answered: then it is begun again automatically. */
  readonly unanswered?: boolean;
}
