import type { Draft } from '../kernel/draft.ts';
import { draftTables } from '../kernel/overlay.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, join, type Sql, sql } from '../kernel/sql.ts';

/** A digest of all facts that a draft ends, with their versions. The same draft of the same facts always has the same digest. */
export const digestOfEnded = ({ connection }: Draft): Promise<string> =>
  digestOf(connection, (table) => fragment(`pg_temp.ended_${table} f`));

/** The same for changes of this transaction. Leaves out facts that they created and ended again. */
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
  const { rows } = await connection.query<{ facts: string }>(sql`
    select encode(sha256(convert_to(coalesce(string_agg(fact, ',' order by fact), ''), 'UTF8')), 'hex') as facts
    from (${join(each, ' union all ')}) e`);
  const [row] = rows;
  if (!row) throw new Error('The facts that were ended could not be read.');
  return row.facts;
}
