import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { foldIdentity, type ImportLine, type ImportReport } from '@licet/contract';
import { from as copyFrom } from 'pg-copy-streams';
import type { Change } from '../kernel/change.ts';
import type { Connection, Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';
import { asRecorded } from '../walk/walk.ts';
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
  /** Called with the number of new users before any other row refers to them. It may throw a refusal. */
  readonly onNewUsers?: (count: number) => void;
}

export type Progress = Extract<ImportLine, { phase: string }>;

/** The result of an import, without the fields that only the caller knows. */
export type ImportOutcome = Omit<ImportReport, 'dryRun' | 'change'>;

/**
 * Writes what the file contains and the database does not: users, permissions, roles, permissions of roles, and grants
 * from now on without end. Existing facts stay. If an equal grant with a later start exists, the new grant ends at that
 * start.
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

/** Updates the planner's statistics of every table. Call it after all tables were filled. */
export async function analyzeAll(database: Database): Promise<void> {
  await database.pool.query('analyze');
}

/** Updates the planner's statistics after many new rows, and marks their pages as all-visible for index-only scans. */
export async function refreshStatistics(database: Database): Promise<void> {
  await database.pool.query(
    'vacuum (analyze) users, credentials, groups, memberships, permissions, roles, inclusions, role_permissions, grants',
  );
}

type Row = readonly (string | number | null)[];

/** Copies rows into a table, in PostgreSQL's text format and in batches. Values are texts, numbers or null. */
export async function copyInto(connection: Connection, table: string, rows: Iterable<Row>): Promise<void> {
  const left = rows[Symbol.iterator]();
  for (let next = left.next(); !next.done; next = left.next()) {
    const stream = connection.query(copyFrom(`copy ${table} from stdin`));
    await pipeline(Readable.from(chunks(some(next.value, left))), stream);
  }
}

/**
 * Yields a row and a batch of the rows after it. Batches are limited because one statement may take at most a minute.
 */
function* some(first: Row, left: Iterator<Row>): Generator<Row> {
  yield first;
  for (let count = 1; count < copiedAtOnce; count += 1) {
    const next = left.next();
    if (next.done) return;
    yield next.value;
  }
}

const copiedAtOnce = 50_000;

const chunkLength = 262_144;

function* chunks(rows: Iterable<Row>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    for (const [index, value] of row.entries()) chunk += (index === 0 ? '' : '\t') + field(value);
    chunk += '\n';
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function field(value: string | number | null): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return special.test(value) ? value.replace(every, (character) => escapes[character] ?? character) : value;
}

const special = /[\\\t\n\r]/;
const every = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/**
 * The number of rows that one statement writes. More rows would exceed `statement_timeout` on a slow or busy machine;
 * on a busy one, a grant took up to 200 µs.
 */
export const rowsAtOnce = 10_000;

/** The parts of `total` rows, in order. */
export function* partsOf(total: number): Generator<{ readonly from: number; readonly to: number }> {
  for (let from = 0; from < total; from += rowsAtOnce) yield { from, to: Math.min(total, from + rowsAtOnce) };
}
