import { later } from '../kernel/instants.ts';
import type { Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, prepared, sql } from '../kernel/sql.ts';

/** Where processes hear whose sessions or tokens were ended: the message is the user's id. */
export const cutOffChannel = 'licet_cut_off';

/** A session that was ended, or a user whose tokens of before a moment were. */
export interface Ended {
  readonly kind: 'session' | 'user';
  readonly id: string;
  /** The number of the change at that moment. */
  readonly no: number;
  /** The moment, in whole seconds since the epoch. */
  readonly at: number;
}

/** What was ended in the last so many seconds; of these users alone when they are given. */
export async function endedLately(
  { connection, clock }: Snapshot,
  seconds: number,
  users: readonly string[] | null,
): Promise<Ended[]> {
  const { rows } = await connection.query<Ended>(lately(later(clock, -seconds), users));
  return rows;
}

/** Those of the sessions that were ended. */
export async function endedAmong(connection: Queryable, sessions: readonly string[]): Promise<ReadonlySet<string>> {
  if (sessions.length === 0) return new Set();
  const { rows } = await connection.query<{ uid: string }>(
    named('ended-among', sql`select uid from sessions where uid = any(${sessions}::text[]) and ended_at is not null`),
  );
  return new Set(rows.map(({ uid }) => uid));
}

const lately = prepared<[since: string, users: readonly string[] | null]>(
  'ended-lately',
  (since, users) => sql`
    select e.kind, e.id, coalesce((select c.no from change c where c.at <= e.at order by c.at desc limit 1), 0) as no,
      floor(extract(epoch from e.at))::int8 as at
    from (
      select 'session' as kind, uid as id, ended_at as at from sessions
      where ended_at > ${since} and (${users}::text[] is null or user_id = any(${users}::text[]::uuid[]))
      union
      select kind, id, at from cut_offs
      where at > ${since} and (${users}::text[] is null or (kind = 'user' and id = any(${users}::text[])))
    ) e order by e.at, e.kind, e.id`,
);
