import { foldIdentity, type ImportLine, type ImportReport } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';
import { asRecorded } from '../walk/walk.ts';
import { copyInto, partsOf } from './copy.ts';
import type { ImportKind, ParsedImport } from './parsed.ts';

export interface ImportOrder {
  readonly application: { readonly id: string; readonly key: string; readonly name: string };
  readonly kind: ImportKind;
  readonly parsed: ParsedImport;
  /** The reason of the grants, such as “Imported from people.tsv”. */
  readonly reason: string;
  /** SHA-256 of the file. */
  readonly digest: string;
  readonly onProgress?: (progress: Progress) => void;
  /** Called with the number of new users before anything refers to them; may refuse. */
  readonly onNewUsers?: (count: number) => void;
}

export type Progress = Extract<ImportLine, { phase: string }>;

/** The result of an import, without the fields that only the caller knows. */
export type ImportOutcome = Omit<ImportReport, 'dryRun' | 'change'>;

/**
 * Writes what is in the file and not in the database: users, permissions, roles, contents of roles, and grants from now on without end.
 * Existing facts stay. If the same is already granted from a later time on, the new grant ends at that start.
 */
export async function runImport(change: Change, order: ImportOrder): Promise<ImportOutcome> {
  const { application, kind, parsed, digest, onProgress = () => undefined } = order;
  const total = parsed.pairs.left.length;
  onProgress({ phase: 'checking', done: 0, total });
  await stage(change, parsed);
  onProgress({ phase: 'checking', done: total, total });
  const users = await writeUsers(change);
  if (users > 0) order.onNewUsers?.(users);
  const permissions = await writeNamed(change, 'permissions', application.id);
  const roles = await writeNamed(change, 'roles', application.id);
  const linked = await writePairs(change, order, (done) => onProgress({ phase: 'writing', done, total }));
  const catalogue = kind === 'catalogue';
  const outcome: ImportOutcome = {
    lines: parsed.lines,
    created: { users, permissions, roles, rolePermissions: catalogue ? linked : 0, grants: catalogue ? 0 : linked },
    unchanged: parsed.repeated + total - linked,
    digest,
  };
  const { key, name } = application;
  change.record({
    action: 'application.imported',
    application: key,
    target: { kind: 'application', id: application.id, name },
    after: { kind, reason: order.reason, ...outcome },
  });
  return outcome;
}

async function stage({ connection }: Change, { users, permissions, roles, pairs }: ParsedImport): Promise<void> {
  await connection.query(stageQuery);
  await copyInto(connection, 'import_users (n, id, name, key)', named(users, foldIdentity));
  await copyInto(
    connection,
    'import_permissions (n, id, name, title)',
    named(permissions, () => ''),
  );
  const titles = new Map(roles.map(({ name, title }) => [name, title]));
  const names = roles.map(({ name }) => name);
  await copyInto(
    connection,
    'import_roles (n, id, name, title)',
    named(names, (name) => titles.get(name) ?? ''),
  );
  await copyInto(connection, 'import_pairs (n, id, a, b)', numbered(pairs));
  await connection.query('analyze import_users, import_permissions, import_roles, import_pairs');
}

function* named(names: readonly string[], extra: (name: string) => string): Generator<(string | number)[]> {
  for (const [n, name] of names.entries()) yield [n, newId(), name, extra(name)];
}

function* numbered({ left, right }: ParsedImport['pairs']): Generator<(string | number)[]> {
  for (const [n, a] of left.entries()) yield [n, newId(), a, right[n] ?? 0];
}

// `known`: existed before, so the id is the stored one.
const stageQuery = `
  create temp table import_users (n int primary key, id uuid, name text, key text, known boolean not null default false) on commit drop;
  create temp table import_permissions (n int primary key, id uuid, name text collate "C", title text, known boolean not null default false) on commit drop;
  create temp table import_roles (n int primary key, id uuid, name text collate "C", title text, known boolean not null default false) on commit drop;
  create temp table import_pairs (n int primary key, id uuid, a int, b int) on commit drop`;

async function writeUsers({ connection, no }: Change): Promise<number> {
  await connection.query(
    sql`update import_users i set id = u.id, known = true from users u where u.username_key = i.key and ${present('u')}`,
  );
  const { rowCount } = await connection.query(
    sql`insert into users (id, username, username_key, name, status, created_no, no_from)
     select id, name, key, name, 'invited', ${no}, ${no} from import_users where not known`,
  );
  return rowCount ?? 0;
}

async function writeNamed({ connection, no }: Change, table: 'permissions' | 'roles', appId: string): Promise<number> {
  const [staged, stored] = [identifier(`import_${table}`), identifier(table)];
  await connection.query(
    sql`update ${staged} i set id = x.id, known = true from ${stored} x where x.app_id = ${appId} and x.name = i.name and ${present('x')}`,
  );
  const { rowCount } = await connection.query(
    sql`insert into ${stored} (id, app_id, name, title, created_no, no_from)
     select id, ${appId}, name, title, ${no}, ${no} from ${staged} where not known`,
  );
  return rowCount ?? 0;
}

async function writePairs(change: Change, order: ImportOrder, onProgress: (done: number) => void): Promise<number> {
  const { connection } = change;
  const { parsed } = order;
  const total = parsed.pairs.left.length;
  let written = 0;
  onProgress(0);
  for (const { from, to } of partsOf(total)) {
    const { rowCount } = await connection.query(pairsFrom(change, order, from, to));
    written += rowCount ?? 0;
    onProgress(to);
  }
  return written;
}

function pairsFrom(change: Change, { kind, application, reason }: ImportOrder, from: number, to: number): Sql {
  const { no, at, actor } = change;
  if (kind === 'catalogue')
    return sql`
      insert into role_permissions (role_id, permission_id, no_from)
      select r.id, n.id, ${no} from import_pairs p join import_roles r on r.n = p.a join import_permissions n on n.n = p.b
      where p.n >= ${from} and p.n < ${to} and not (r.known and n.known and exists (
        select from role_permissions x where x.role_id = r.id and x.permission_id = n.id and ${present('x')}
      ))`;
  const [names, gives] = [identifier(`import_${kind}`), identifier(kind === 'roles' ? 'role_id' : 'permission_id')];
  const known = sql`grants g where g.principal_id = u.id and g.app_id = ${application.id} and g.${gives} = n.id`;
  return sql`
    insert into grants (id, app_id, principal_id, principal_kind, ${gives}, starts, ends, reason, granted_by, created_no, no_from)
    select p.id, ${application.id}, u.id, 'user', n.id, ${at}, coalesce(case when u.known and n.known then (
             select min(g.starts) from ${known} and ${present('g')} and g.starts > ${at}
           ) end, 'infinity'), ${reason}, ${actor.name}, ${no}, ${no}
    from import_pairs p join import_users u on u.n = p.a join ${names} n on n.n = p.b
    where p.n >= ${from} and p.n < ${to} and not (u.known and n.known and exists (
      select from ${known} and ${asRecorded(at).granted('g')}
    ))`;
}
