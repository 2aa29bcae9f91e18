import type { Actor, AppliedPlan, Page } from '@licet/contract';
import { mapPage, orderOf, type PageQuery, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/**
 * A page of change sets.
 * @param by the id of the user whose change sets are listed; undefined for all users
 * @throws Refusal `invalid_cursor`
 */
export async function listApplied(
  snapshot: Snapshot,
  query: PageQuery & { readonly sort?: string | undefined },
  by: string | undefined,
): Promise<Page<AppliedPlan>> {
  const rows = await page<Row>(
    snapshot,
    {
      name: 'applied plans',
      select: columns,
      alias: 'c',
      from: sql`change c`,
      where: [sql`c.action = 'plan.applied'`, ...(by === undefined ? [] : [sql`c.actor_id = ${by}`])],
      order: orderOf({ no: [{ sql: sql`c.no`, type: 'int8' }] }, query.sort ?? '-no'),
    },
    query,
  );
  const reverted = await lastReverts(
    snapshot,
    rows.items.map(({ no }) => no),
  );
  return mapPage(rows, (row) => appliedOf(row, reverted));
}

/** The change set with that number. */
export async function findApplied(snapshot: Snapshot, no: number): Promise<AppliedPlan | undefined> {
  const { rows } = await snapshot.connection.query<Row>(
    sql`select ${columns} from change c where c.no = ${no} and c.action = 'plan.applied'`,
  );
  return rows[0] && appliedOf(rows[0], await lastReverts(snapshot, [no]));
}

/**
 * For each change number, the change set that contains it, with its reason. This is the next `plan.applied` event,
 * unless the first change of that event comes after the number.
 */
export async function changeSetsOf(
  { connection }: Snapshot,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, { readonly no: number; readonly reason: string }>> {
  const { rows } = await connection.query<{ of: number; no: number; reason: string }>(sql`
    select n.no as of, p.no, p.reason from unnest(${numbers}::int8[]) n(no) cross join lateral (
      select p.no, coalesce(p.after->>'reason', '') as reason, (p.after->>'first')::int8 as first from change p
      where p.action = 'plan.applied' and p.no > n.no order by p.no limit 1
    ) p where p.first <= n.no`);
  return new Map(rows.map(({ of, ...set }) => [of, set]));
}

interface Row extends Omit<AppliedPlan, 'actor' | 'revertedBy'> {
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string | null;
  readonly actor_name: string;
}

const columns = sql`
  c.no, c.at, c.actor_kind, c.actor_id, c.actor_name, coalesce((c.after->>'changes')::int, 0) as changes,
  coalesce((c.after->>'first')::int8, c.no) as first, coalesce(c.after->>'reason', '') as reason, c.after->>'set' as set,
  coalesce(c.after->'reverts', '[]') as reverts`;

type RevertedBy = NonNullable<AppliedPlan['revertedBy']>;

/**
 * For each given change set, the last one that declares it as reverted. Reads all in one query, because a change set
 * may declare a thousand.
 */
async function lastReverts(
  { connection }: Snapshot,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, RevertedBy>> {
  const { rows } = await connection.query<
    Pick<Row, 'no' | 'at' | 'actor_kind' | 'actor_id' | 'actor_name'> & { of: number }
  >(sql`
    select distinct on (e.of) e.of, r.no, r.at, r.actor_kind, r.actor_id, r.actor_name
    from change r cross join lateral (select value::int8 as of from json_array_elements_text(r.after->'reverts')) e
    where r.action = 'plan.applied' and r.no > (select min(n) from unnest(${numbers}::int8[]) n)
      and r.after->>'reverts' is not null and e.of = any(${numbers}::int8[])
    order by e.of, r.no desc`);
  return new Map(
    rows.map(({ of, no, at, actor_kind: kind, actor_id: id, actor_name: name }) => [
      of,
      { no, at, actor: { kind, id, name } },
    ]),
  );
}

const appliedOf = (
  { actor_kind: kind, actor_id: id, actor_name: name, ...row }: Row,
  reverted: ReadonlyMap<number, RevertedBy>,
): AppliedPlan => ({
  ...row,
  actor: { kind, id, name },
  revertedBy: reverted.get(row.no) ?? null,
});
