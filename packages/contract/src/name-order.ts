// English uses the unchanged root collation of Unicode. `und` would mean the language of the machine.
const root = new Intl.Collator('en');

/**
 * Compares two names in the sort order of all lists, in which Ä is next to A. PostgreSQL's collation `names` has the
 * same order.
 */
export const compareNames = (one: string, other: string): number =>
  root.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
