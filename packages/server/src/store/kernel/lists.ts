import type { Search } from './matching.ts';
import type { Order, PageQuery, SortKey } from './paging.ts';
import { identifier, type Sql, sql } from './sql.ts';

/** The query of every list of the contract. */
export interface ListQuery extends PageQuery {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
}

/** SQL of a name in sort order: Unicode's root collation, for every language (migration 0103). */
export const inNameOrder = (name: Sql) => sql`${name} collate names`;

export const byName = (column: string): SortKey => ({ sql: inNameOrder(identifier(column)), type: 'text' });

export const byId = (column: string): SortKey => ({ sql: identifier(column), type: 'uuid' });

/** The order of a list. A search without an explicit sort lists the best match first, then the list's usual order. */
export function rankedOrder(search: Search | undefined, text: Sql, sort: string | undefined, otherwise: Order): Order {
  if (!search || sort !== undefined) return otherwise;
  const keys: SortKey[] = [{ sql: search.rank(text), type: 'int8' }, ...otherwise.keys];
  return { name: 'rank', keys, descending: false };
}
