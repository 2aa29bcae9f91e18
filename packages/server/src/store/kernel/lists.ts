import type { Search } from './matching.ts';
import type { Order, PageQuery, SortKey } from './paging.ts';
import { raw, type Sql, sql } from './sql.ts';

/** What every list of the contract takes. */
export interface ListQuery extends PageQuery {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
}

/** SQL of a name in the order in which people look for it: the root collation of Unicode, whatever the language (migration 0103). */
export const inNameOrder = (name: Sql) => sql`${name} collate names`;

export const byName = (column: string): SortKey => ({ sql: inNameOrder(raw(column)), type: 'text' });

export const byId = (column: string): SortKey => ({ sql: raw(column), type: 'uuid' });

/** The order of a search without a sort: what fits best first, then as the list is sorted anyway. */
export function rankedOrder(search: Search | undefined, text: Sql, sort: string | undefined, otherwise: Order): Order {
  if (!search || sort !== undefined) return otherwise;
  const keys: SortKey[] = [{ sql: search.rank(text), type: 'int8' }, ...otherwise.keys];
  return { name: 'rank', keys, descending: false };
}
