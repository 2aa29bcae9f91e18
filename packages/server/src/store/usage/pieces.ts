import { identifier, type Sql, sql } from '../kernel/sql.ts';

/**
 * Selects `key` and `last_at`: the last use of any of the pairs of user and permission with that key, for those with
 * any use.
 */
export const lastOfPairs = (key: string, pairs: Sql): Sql => sql`
  select asked.${identifier(key)} as key, max(u.last_at) as last_at from (${pairs}) asked
  join usage_users u on u.permission_id = asked.permission_id and u.user_id = asked.user_id group by 1`;

/** SQL for the first day, as an instant, for which an application reported use; null if it never did. */
export const reportedSince = (application: Sql): Sql =>
  sql`(select min(d.day)::timestamp at time zone 'UTC' from usage_days d where d.app_id = ${application})`;
