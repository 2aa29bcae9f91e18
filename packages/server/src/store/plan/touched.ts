import { raw, type Sql, sql, Value } from '../kernel/sql.ts';

/** Which facts are looked at: those that a draft began and ended, or those that changes did. */
export interface Touched {
  /** Of the statements that are made with it. */
  readonly name: string;
  /** Columns of the facts of a table. */
  readonly of: (columns: string, table: string) => Sql;
  /** Those whose own grants, groups or status are touched. */
  readonly principals: Sql;
  /** Roles with another name or other contents, and permissions with another name. */
  readonly contents: Sql;
}

const touchedBy = (name: string, of: Touched['of']): Touched => ({
  name,
  of,
  principals: sql`
    (${of('principal_id', 'grants')}) union (${of('member_id', 'memberships')}) union (${of('id', 'users')}) union (${of('id', 'clients')})`,
  contents: sql`
    (${of('role_id', 'inclusions')}) union (${of('role_id', 'role_permissions')})
    union (${of('id', 'roles')}) union (${of('id', 'permissions')})`,
});

export const byDraft = touchedBy('plan', (columns, table) =>
  raw(`select ${columns} from pg_temp.ended_${table} union select ${columns} from pg_temp.opened_${table}`),
);

export function byChanges(first: number, last: number): Touched {
  const [from, to] = [new Value(first), new Value(last)];
  return touchedBy('changes', (columns, table) => {
    const facts = raw(`select ${columns} from public.${table} f`);
    return sql`${facts} where f.no_from between ${from} and ${to} union ${facts} where f.no_to between ${from} and ${to}`;
  });
}

export const touchedPrincipals = ({ principals }: Touched): Sql =>
  sql`touched_principals(id) as materialized (${principals})`;
