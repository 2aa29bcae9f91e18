import { copyInto } from '../import/copy.ts';
import type { Change } from '../kernel/change.ts';
import { newId } from '../kernel/ids.ts';
import { sql } from '../kernel/sql.ts';

/** The external accounts of the users of this import, in the same order. */
export interface ImportedAccounts {
  readonly connectionId: string;
  readonly issuer: string;
  readonly accounts: readonly { readonly subject: string; readonly name: string }[];
}

/**
 * Links the users of this import with their external accounts, so they can sign in without an invitation. Returns how
 * many.
 */
export async function linkImported(change: Change, imported: ImportedAccounts): Promise<number> {
  const { connection, no, at } = change;
  await connection.query(
    'create temp table import_accounts (n int primary key, id uuid, subject text, name text) on commit drop',
  );
  await copyInto(connection, 'import_accounts (n, id, subject, name)', rowsOf(imported));
  const { rowCount } = await connection.query(sql`
    insert into identities (id, user_id, connection_id, issuer, subject, name, linked_at)
    select a.id, u.id, ${imported.connectionId}, ${imported.issuer}, a.subject, a.name, ${at}::timestamptz
    from import_accounts a join import_users u on u.n = a.n where not u.known and not u.taken`);
  await connection.query(sql`
    update users x set status = 'active' from import_accounts a join import_users u on u.n = a.n
    where x.id = u.id and x.no_from = ${no} and x.status = 'invited' and not u.known and not u.taken`);
  return rowCount ?? 0;
}

/** A user created by an import. */
export interface ImportedPerson {
  readonly username: string;
  readonly name: string;
  readonly email: string | null;
}

/** The first users created by this import, in its order. */
export async function peopleImported({ connection }: Change, most: number): Promise<ImportedPerson[]> {
  const { rows } = await connection.query<ImportedPerson>(
    sql`select username, name, email from import_users where not known and not taken order by n limit ${most}`,
  );
  return rows;
}

function* rowsOf({ accounts }: ImportedAccounts): Generator<(string | number)[]> {
  for (const [n, { subject, name }] of accounts.entries()) yield [n, newId(), subject, name.slice(0, 255)];
}
