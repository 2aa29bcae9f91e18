import { present } from '../kernel/facts.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { lasting, started, type Walk } from '../walk/walk.ts';

/** SQL that selects the ids of those in whose place a user decides at an instant: they named them, and may act themselves. */
export const standsInFor = (walk: Walk, userId: unknown): Sql => sql`
  select d.user_id from delegations d join users u on u.id = d.user_id and ${walk.active('u')}
  where d.delegate_id = ${userId} and ${present('d')} and ${started('d', walk.at)} and ${lasting('d', walk.at)}`;
