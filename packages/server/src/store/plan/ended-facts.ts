import type { Connection } from '../kernel/database.ts';
import type { Draft } from '../kernel/draft.ts';
import { present } from '../kernel/facts.ts';
import { draftTables } from '../kernel/overlay.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, join, type Sql, sql } from '../kernel/sql.ts';

/**
 * A digest of all facts that a draft ends, with their versions, and of the lines of open reviews about the grants among
 * them. The same draft of the same facts always has the same digest.
 */
export const digestOfEnded = ({ connection }: Draft): Promise<string> =>
  digestOf(connection, (table) => fragment(`pg_temp.ended_${table} f`));

/** A digest of all facts that changes of this transaction end. Leaves out facts that these changes also created. */
export const digestOfEndedBy = (
  { connection }: Snapshot,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<string> =>
  digestOf(
    connection,
    (table) =>
      sql`${identifier(`public.${table}`)} f where f.no_to between ${first} and ${last} and f.no_from < ${first}`,
  );

async function digestOf(connection: Snapshot['connection'], ended: (table: string) => Sql): Promise<string> {
  const each = Object.entries(draftTables).map(([table, columns]) => {
    const fact = [...columns, 'no_from'].map((column) => `f.${column}`).join(', ');
    return sql`select concat_ws(' ', ${fragment(`'${table}', ${fact}`)}) collate "C" as fact from ${ended(table)}`;
  });
  const reviewed = sql`
    select concat_ws(' ', 'review', i.review_id, i.line, i.state, i.shorten_to) collate "C" as fact
    from reviews r join review_items i on i.review_id = r.id and r.closed_no is null
    where i.grant_id in (select f.id from ${ended('grants')})`;
  const { rows } = await connection.query<{ facts: string }>(sql`
    select encode(sha256(convert_to(coalesce(string_agg(fact, ',' order by fact), ''), 'UTF8')), 'hex') as facts
    from (${join([...each, reviewed], ' union all ')}) e`);
  const [row] = rows;
  if (!row) throw new Error('The facts that were ended could not be read.');
  return row.facts;
}

/**
 * Something that one of several changes ends: a grant, a membership, or an entity with everything that refers to it.
 */
export interface Ended {
  readonly grant?: string | undefined;
  readonly role?: string | undefined;
  readonly permission?: string | undefined;
  /** The id of a user or a group. */
  readonly principal?: string | undefined;
  readonly group?: string | undefined;
  readonly member?: string | undefined;
  /** The position of the change in the order of writing. */
  readonly rank: number;
  /** The position of the change in the order of the request. */
  readonly place: number;
}

/**
 * Whether a different change would end a fact if the changes were written in the order of `rank` instead of `place`.
 */
export async function endsOutOfOrder(connection: Connection, ended: readonly Ended[]): Promise<boolean> {
  const { rows } = await connection.query<{ differs: boolean }>(sql`
    with ended as materialized (
      select * from json_to_recordset(${JSON.stringify(ended)}::json) r (
        "grant" uuid, role uuid, permission uuid, principal uuid, "group" uuid, member uuid, rank int, place int)
    ),
    ends(fact, rank, place) as materialized (
      ${endedBy('grants', 'x.id::text', 'x.id = g."grant"')}
      union all ${endedBy('grants', 'x.id::text', 'x.principal_id = g.principal')}
      union all ${endedBy('grants', 'x.id::text', 'x.role_id = g.role')}
      union all ${endedBy('grants', 'x.id::text', 'x.permission_id = g.permission')}
      union all ${endedBy('memberships', link('group_id', 'member_id'), 'x.group_id = g."group" and x.member_id = g.member')}
      union all ${endedBy('memberships', link('group_id', 'member_id'), 'x.group_id = g.principal')}
      union all ${endedBy('memberships', link('group_id', 'member_id'), 'x.member_id = g.principal')}
      union all ${endedBy('role_permissions', link('role_id', 'permission_id'), 'x.role_id = g.role')}
      union all ${endedBy('role_permissions', link('role_id', 'permission_id'), 'x.permission_id = g.permission')}
    )
    select exists (select from ends a join ends b on b.fact = a.fact and a.rank < b.rank and a.place > b.place) as differs`);
  return rows[0]?.differs ?? true;
}

const link = (one: string, other: string) => `x.${one} || ' ' || x.${other}`;

/** SQL for the present facts of a table that satisfy `condition` for a row `g` of `ended`. Uses an index. */
const endedBy = (table: string, fact: string, condition: string): Sql => sql`
  select x.fact, g.rank, g.place from ended g cross join lateral (
    select ${fragment(fact)} as fact from ${identifier(table)} x where ${fragment(condition)} and ${present('x')} offset 0
  ) x`;
