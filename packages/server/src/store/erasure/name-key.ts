import { type Sql, sql } from '../kernel/sql.ts';

// Erasure compares names and addresses by this key, in JavaScript and in PostgreSQL alike. They differ in `lower`:
// JavaScript turns a final Σ into ς, and İ into i with a dot above.

/** The key of a text: lower case, with one lower-case letter for Σ and for İ. */
export const nameKey = (text: string): string => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ');

/** The same in SQL. */
export const nameKeyOf = (text: Sql): Sql => sql`translate(lower(translate(${text}, 'İ', 'i')), 'ς', 'σ')`;
