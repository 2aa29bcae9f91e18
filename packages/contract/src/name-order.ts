// English sorts by the root collation of Unicode, unchanged; `und` would mean the language of the machine.
const root = new Intl.Collator('en');

/**
 * Compares two names in the order in which every list sorts them: Ä next to A. PostgreSQL's collation `names` is the
 * same.
 */
export const compareNames = (one: string, other: string): number =>
  root.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
