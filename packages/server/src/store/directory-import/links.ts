import { copyInto, partsOf } from '../import/run.ts';
import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import { inNameOrder } from '../kernel/lists.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { asRecorded } from '../walk/walk.ts';
import { type LinkKind, linkKinds, type ParsedDirectory } from './parsed.ts';

/** Counts of one kind: how many were created, and how many existed. */
export interface Made {
  readonly made: number;
  readonly there: number;
}

interface LinksOrder {
  readonly parsed: ParsedDirectory;
  /** The reason of the grants. */
  readonly reason: string;
  /** Called with the number of processed links. */
  readonly onWritten: (count: number) => void;
}

/** Writes memberships, inclusions and grants. Links of users who were left out are skipped. */
export async function writeLinks(change: Change, order: LinksOrder) {
  return {
    inclusions: await link(change, order, ['inclusion'], writeInclusions),
    memberships: await link(change, order, ['nesting', 'membership'], writeMemberships),
    grants: await link(change, order, ['groupGrant', 'userGrant'], (handle, part) =>
      writeGrants(handle, part, order.reason),
    ),
  };
}

/** A batch of links of one kind. */
interface LinksPart {
  readonly kind: LinkKind;
  readonly from: number;
  readonly to: number;
}

type WritePart = (change: Change, part: LinksPart) => Sql;

async function link(
  change: Change,
  { parsed, onWritten }: LinksOrder,
  kinds: readonly LinkKind[],
  write: WritePart,
): Promise<Made> {
  let made = 0;
  let all = 0;
  for (const kind of kinds) {
    const people = kind === 'membership' || kind === 'userGrant';
    const { rows } = await change.connection.query<{ count: number }>(
      sql`select count(*)::int as count from import_links l where l.kind = ${placeOf(kind)}
       ${people ? sql`and not exists (select from import_users u where u.n = l.a and u.taken)` : sql``}`,
    );
    all += rows[0]?.count ?? 0;
    for (const { from, to } of partsOf(parsed.links[kind].length)) {
      made += (await change.connection.query(write(change, { kind, from, to }))).rowCount ?? 0;
      onWritten(to - from);
    }
  }
  return { made, there: all - made };
}

const placeOf = (kind: LinkKind) => linkKinds.indexOf(kind);
const within = ({ kind, from, to }: LinksPart) => sql`l.kind = ${placeOf(kind)} and l.n >= ${from} and l.n < ${to}`;

const writeInclusions: WritePart = ({ no }, part) => sql`
  insert into inclusions (role_id, included_id, no_from)
  select a.id, b.id, ${no} from import_links l join import_roles a on a.n = l.a join import_roles b on b.n = l.b
  where ${within(part)} and not exists (
    select from inclusions x where x.role_id = a.id and x.included_id = b.id and ${present('x')})`;

const writeMemberships: WritePart = ({ no }, part) => sql`
  insert into memberships (group_id, member_id, member_kind, no_from)
  select g.id, m.id, ${part.kind === 'nesting' ? 'group' : 'user'}, ${no} from import_links l join import_groups g on g.n = l.b
  join ${part.kind === 'nesting' ? sql`import_groups m on m.n = l.a` : sql`import_users m on m.n = l.a and not m.taken`}
  where ${within(part)} and not exists (
    select from memberships x where x.group_id = g.id and x.member_id = m.id and ${present('x')})`;

/**
 * Writes grants that start now and have no end. If an equal grant with a later start exists, the new grant ends at that
 * start.
 */
function writeGrants({ no, at, actor }: Change, part: LinksPart, reason: string): Sql {
  const people = part.kind === 'userGrant';
  const known = sql`grants g where g.principal_id = p.id and g.role_id = r.id`;
  return sql`
    insert into grants (id, app_id, principal_id, principal_kind, role_id, starts, ends, reason, granted_by, created_no, no_from)
    select l.id, r.app_id, p.id, ${people ? 'user' : 'group'}, r.id, ${at}::timestamptz, coalesce((
             select min(g.starts) from ${known} and ${present('g')} and g.starts > ${at}::timestamptz
           ), 'infinity'), ${reason}, ${actor.name}, ${no}::int8, ${no}::int8
    from import_links l join import_roles r on r.n = l.b
    join ${people ? sql`import_users p on p.n = l.a and not p.taken` : sql`import_groups p on p.n = l.a`}
    where ${within(part)} and not exists (select from ${known} and ${asRecorded(at).granted('g')})`;
}

/** The external accounts of the users of this import, in the order of the users. */
export interface ImportedAccounts {
  readonly connectionId: string;
  readonly issuer: string;
  readonly accounts: readonly { readonly subject: string; readonly name: string }[];
}

/**
 * Links the users of this import to their external accounts, so that they can sign in without an invitation. Returns
 * the number of linked users.
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

/** The users created by this import, by name. */
export async function peopleImported({ connection }: Change): Promise<ImportedPerson[]> {
  const { rows } = await connection.query<ImportedPerson>(
    sql`select username, name, email from import_users where not known and not taken order by ${inNameOrder(sql`name`)}, n`,
  );
  return rows;
}

function* rowsOf({ accounts }: ImportedAccounts): Generator<(string | number)[]> {
  for (const [n, { subject, name }] of accounts.entries()) yield [n, newId(), subject, name.slice(0, 255)];
}
