import type { Actor, AppliedPlan, Page } from '@licet/contract';
import { mapPage, orderOf, type PageQuery, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/** A page of change sets. @param by the id of the one whose are asked for; undefined: everybody’s. @throws Refusal `invalid_cursor` */
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
  return mapPage(rows, appliedOf);
}

/** The change set with that number. */
export async function findApplied({ connection }: Snapshot, no: number): Promise<AppliedPlan | undefined> {
  const { rows } = await connection.query<Row>(
    sql`select ${columns} from change c where c.no = ${no} and c.action = 'plan.applied'`,
  );
  return rows[0] && appliedOf(rows[0]);
}

/** By the number of a change the change set that it was made in, with its reason: the next one, if it began before. */
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
  readonly reverted: AppliedPlan['revertedBy'];
}

// Change sets that revert something are few; each says what.
const columns = sql`
  c.no, c.at, c.actor_kind, c.actor_id, c.actor_name, coalesce((c.after->>'changes')::int, 0) as changes,
  coalesce((c.after->>'first')::int8, c.no) as first, coalesce(c.after->>'reason', '') as reason, c.after->>'set' as set,
  coalesce(c.after->'reverts', '[]') as reverts,
  (select json_build_object('no', r.no, 'at', r.at, 'actor', json_build_object('kind', r.actor_kind, 'id', r.actor_id, 'name', r.actor_name))
   from change r where r.action = 'plan.applied' and r.no > c.no and r.after->>'reverts' is not null
     and (r.after->'reverts')::jsonb @> to_jsonb(c.no) order by r.no desc limit 1) as reverted`;

const appliedOf = ({ actor_kind: kind, actor_id: id, actor_name: name, reverted, ...row }: Row): AppliedPlan => ({
  ...row,
  actor: { kind, id, name },
  revertedBy: reverted && { ...reverted, at: inUtc(reverted.at) },
});

/** JSON writes an instant with the offset of the session. */
const inUtc = (text: string) => text.replace(/\+00:00$/, 'Z').replace(/T(\d\d:\d\d:\d\d)Z$/, 'T$1.000000Z');
