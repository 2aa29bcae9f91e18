import type { Delegations, Ref } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, insertEntity, present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, named, type Sql, sql } from '../kernel/sql.ts';
import { lasting, started, type Walk } from '../walk/walk.ts';

/** SQL that selects the users for whom a user is deputy at an instant: those who appointed this user and are active. */
export const standsInFor = (walk: Walk, userId: unknown): Sql => sql`
  select d.user_id from delegations d join users u on u.id = d.user_id and ${walk.active('u')}
  where d.delegate_id = ${userId} and ${present('d')} and ${started('d', walk.at)} and ${lasting('d', walk.at)}`;

/** The deputy of a user, and the users whose deputy they are, now or later. */
export async function delegationsOf({ connection, at }: Snapshot, userId: string): Promise<Delegations> {
  const name = (id: string) =>
    sql`json_build_object('id', ${identifier(id)}, 'name', (select u.name from users u where u.id = ${identifier(id)} order by u.no_to desc limit 1))`;
  const { rows } = await connection.query<{ own: boolean; to: Ref; from: Ref; starts: string; ends: string }>(
    named(
      'delegations-of',
      sql`select d.user_id = ${userId} as own, ${name('d.delegate_id')} as to, ${name('d.user_id')} as from, d.starts, d.ends
          from delegations d where (d.user_id = ${userId} or d.delegate_id = ${userId}) and ${present('d')} and ${lasting('d', at)}
          order by d.starts, d.id`,
    ),
  );
  const own = rows.find((row) => row.own);
  return {
    own: own ? { to: own.to, starts: own.starts, ends: own.ends } : null,
    others: rows.filter((row) => !row.own).map(({ from, starts, ends }) => ({ from, starts, ends })),
  };
}

/** Replaces the deputy of a user; null removes it. Returns whether there was one. */
export async function replaceDelegation(
  change: Change,
  userId: string,
  to: { readonly delegateId: string; readonly starts: string; readonly ends: string } | null,
): Promise<boolean> {
  const ended = await endFacts(change, 'delegations', { user_id: [userId] });
  if (to) {
    const { delegateId, starts, ends } = to;
    await insertEntity(change, 'delegations', { user_id: userId, delegate_id: delegateId, starts, ends });
  }
  return ended > 0;
}
