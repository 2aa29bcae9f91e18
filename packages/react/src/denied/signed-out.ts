import type { Words } from './words.ts';

/** Why nobody is signed in, and what can be done about it there. */
export interface SignedOut {
  readonly text: (words: Words) => string;
  /** Of a sign-in that could not begin: begins it again. */
  readonly again?: () => Promise<void>;
  /** Whether nobody has answered: then it is begun again without the person. */
  readonly unanswered?: boolean;
}
