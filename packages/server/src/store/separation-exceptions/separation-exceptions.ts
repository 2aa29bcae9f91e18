import type { Page, SeparationException } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, insertEntity, present, recorded, replaceEntity } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { byId, type ListQuery } from '../kernel/lists.ts';
import { orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';

export interface ExceptionsQuery extends ListQuery {
  readonly holder?: string | undefined;
}

/**
 * A page of the exceptions to a separation rule, latest end first.
 * @throws Refusal `invalid_cursor`
 */
export function listExceptions(
  snapshot: Snapshot,
  separation: string,
  { holder, ...query }: ExceptionsQuery,
): Promise<Page<SeparationException>> {
  return page<SeparationException>(
    snapshot,
    {
      name: `exceptions ${separation} ${holder ?? ''}`,
      select: columns(snapshot),
      alias: 'x',
      from: sql`separation_exceptions x`,
      joins,
      where: [
        sql`x.separation_id = ${separation}`,
        recorded(snapshot, 'x'),
        ...(holder === undefined ? [] : [sql`x.holder_id = ${holder}`]),
      ],
      order: orderOf({ ends: [{ sql: sql`x.ends`, type: 'timestamptz' }, byId('x.id')] }, query.sort ?? '-ends'),
    },
    query,
  );
}

/** An exception that was not withdrawn. */
export async function findException(
  snapshot: Snapshot,
  separation: string,
  id: string,
): Promise<SeparationException | undefined> {
  const { rows } = await snapshot.connection.query<SeparationException>(sql`
    select ${columns(snapshot)} from separation_exceptions x ${joins}
    where x.id = ${id} and x.separation_id = ${separation} and ${recorded(snapshot, 'x')}`);
  return rows[0];
}

/** SQL that joins the columns of {@link ExceptionColumns} to an exception `x`, as `ex`. */
export const exceptionColumns = (snapshot: Snapshot): Sql => sql`
  left join lateral (
    select ${recordedColumns(snapshot, 'e')} from separation_exceptions e ${creationOf('e')}
    where e.id = x.id and e.no_from = x.no_from and x.separation_id is not null
  ) ex on true`;

/** The columns that {@link exceptionColumns} adds. */
export type ExceptionColumns = Pick<SeparationException, 'since' | 'by' | 'reason' | 'state' | 'separation' | 'holder'>;

/** Whether a principal has an exception that has not ended. */
export async function hasException({ connection, at }: Snapshot, separation: string, holder: string): Promise<boolean> {
  const { rows } = await connection.query(sql`
    select from separation_exceptions x
    where x.separation_id = ${separation} and x.holder_id = ${holder} and ${present('x')} and x.ends > ${at}`);
  return rows.length > 0;
}

/** Whether an instant is in the past, or more than `longest` seconds ahead. */
export async function placeOfEnd(
  { connection, at }: Snapshot,
  ends: string,
  longest: number,
): Promise<{ readonly past: boolean; readonly far: boolean }> {
  const { rows } = await connection.query<{ past: boolean; far: boolean }>(sql`
    select ${ends}::timestamptz <= ${at}::timestamptz as past, ${ends}::timestamptz > ${later(at, longest)} as far`);
  return rows[0] ?? { past: true, far: true };
}

export const insertException = (change: Change, separation: string, holder: string, ends: string): Promise<string> =>
  insertEntity(change, 'separation_exceptions', { separation_id: separation, holder_id: holder, ends });

/** Changes the end of an exception. */
export const moveException = (
  change: Change,
  { id, separation, holder }: SeparationException,
  ends: string,
): Promise<void> =>
  replaceEntity(change, 'separation_exceptions', id, { separation_id: separation.id, holder_id: holder.id, ends });

export const endException = (change: Change, id: string): Promise<number> =>
  endFacts(change, 'separation_exceptions', { id: [id] });

/** Ends the exceptions of a deleted principal. */
export const endExceptionsOf = (change: Change, holder: string): Promise<number> =>
  endFacts(change, 'separation_exceptions', { holder_id: [holder] });

// Joins the change that created an exception. Only its event contains the maker and the reason, because they can be
// erased there.
const creationOf = (alias: string): Sql =>
  sql`left join change creation on creation.no = ${identifier(alias)}.created_no`;
const joins = creationOf('x');

const columns = (snapshot: Snapshot): Sql => sql`x.id, x.ends, x.no_from as version, ${recordedColumns(snapshot, 'x')}`;

const recordedColumns = (snapshot: Snapshot, alias: string): Sql => {
  const x = identifier(alias);
  return sql`
  coalesce(creation.at, ${snapshot.at}::timestamptz) as since,
  coalesce(creation.actor_name, '') as by, coalesce(creation.after ->> 'reason', '') as reason,
  case when ${x}.ends > ${snapshot.at} then 'active' else 'ended' end as state,
  (select json_build_object('id', s.id, 'name', s.name) from separations s where s.id = ${x}.separation_id and s.no_from <= ${snapshot.no}
   order by s.no_to desc limit 1) as separation,
  coalesce(
    (select json_build_object('kind', 'user', 'id', u.id, 'name', u.name, 'detail', u.username) from users u
     where u.id = ${x}.holder_id and u.no_from <= ${snapshot.no} order by u.no_to desc limit 1),
    (select json_build_object('kind', 'client', 'id', c.id, 'name', c.name) from clients c
     where c.id = ${x}.holder_id and c.no_from <= ${snapshot.no} order by c.no_to desc limit 1)
  ) as holder`;
};
