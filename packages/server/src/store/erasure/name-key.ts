import { type Sql, sql } from '../kernel/sql.ts';

// By this key erasure compares names and addresses, in JavaScript and in PostgreSQL alike. The two differ in `lower`: JavaScript makes
// a final Σ ς, and İ an i with a dot above it.

/** The key of a text: lower case, with one lower-case letter for Σ and for İ. */
export const nameKey = (text: string): string => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ');

/** The same in SQL. */
export const nameKeyOf = (text: Sql): Sql => sql`translate(lower(translate(${text}, 'İ', 'i')), 'ς', 'σ')`;
