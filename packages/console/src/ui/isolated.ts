const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const FIRST_STRONG_ISOLATE = '\u2068';

/**
 * Prepares a name for a plain-text sentence: isolates a right-to-left name, so that it does not reorder the words
 * around it.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) && !name.startsWith(FIRST_STRONG_ISOLATE) ? `\u2068${name}\u2069` : name;
}
