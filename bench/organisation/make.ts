import {
  type ChainedChange,
  digestOfFacts,
  type FactsDigest,
  hashOfChange,
  newestVersion,
} from '@licet/contract/audit-chain';
import { checks } from '../../packages/server/src/store/checks.ts';
import { copyInto, refreshStatistics } from '../../packages/server/src/store/import/run.ts';
import { digested } from '../../packages/server/src/store/kernel/chain.ts';
import {
  type Connection,
  type Database,
  openDatabase,
  withConnection,
} from '../../packages/server/src/store/kernel/database.ts';
import { migrate } from '../../packages/server/src/store/kernel/migrate.ts';
import { sha256 } from '../../packages/server/src/store/kernel/sha256.ts';
import { sql } from '../../packages/server/src/store/kernel/sql.ts';
import { ensureLicet } from '../../packages/server/src/store/licet/licet.ts';
import { type Sizes, whole } from './catalogue.ts';
import { columnsOf, type History, instant, type Made, type Table } from './history.ts';
import { makeYear } from './year.ts';

/** Copies the facts without indexes and creates the indexes afterwards, which takes a third of the time. Triggers do not run. */
async function writeFacts(connection: Connection, { rows }: History): Promise<void> {
  await connection.query(`set session_replication_role = replica; set maintenance_work_mem = '256MB'`);
  const away = await takeIndexes(connection, Object.keys(columnsOf));
  for (const table of Object.keys(columnsOf) as Table[])
    await copyInto(connection, `${table} (${columnsOf[table]}, no_from, no_to)`, rows[table]);
  for (const made of away) await connection.query(made);
  await connection.query(sql`
    insert into grant_counts (app_id, total)
    select app_id, count(*) from grants g where g.no_to = 9223372036854775807 group by app_id
    on conflict (app_id) do update set total = excluded.total`);
}

/** Drops all indexes and constraints except primary keys. Returns the statements that create them again. */
async function takeIndexes(connection: Connection, tables: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ drop: string; make: string }>(sql`
    select format('alter table %I drop constraint %I', t.relname, c.conname) as drop,
      format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) as make
    from pg_constraint c join pg_class t on t.oid = c.conrelid where t.relname = any(${[...tables]}) and c.contype = 'x'
    union all
    select format('drop index %I', i.relname), pg_get_indexdef(x.indexrelid)
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relname = any(${[...tables]}) and not exists (select from pg_constraint c where c.conindid = x.indexrelid)`);
  for (const { drop } of rows) await connection.query(drop);
  return rows.map(({ make }) => make);
}

/** Appends the changes to the audit chain. The database computes the digest of each change's facts. */
async function writeChain(writer: Connection, reader: Connection, history: History): Promise<void> {
  const { made } = history;
  const [first] = await lastOf(writer);
  let previous = first.hash;
  const away = await takeIndexes(writer, ['change']);
  let digests = digestsOf(reader, first.no + 1, first.no + atOnce);
  for (let from = 0; from < made.length; from += atOnce) {
    const facts = await digests;
    digests = digestsOf(reader, first.no + 1 + from + atOnce, first.no + from + 2 * atOnce);
    const changes = made.slice(from, from + atOnce).map((it, index) => {
      const number = first.no + 1 + from + index;
      const change = chained(
        it,
        number,
        previous,
        facts.get(number) ?? digestOfFacts(sha256, []),
        history.draws.hex(16),
      );
      previous = change.hash;
      return change;
    });
    await copyInto(writer, `change (${changeColumns})`, rowsOf(changes));
  }
  await digests;
  for (const it of away) await writer.query(it);
}

const atOnce = 10_000;

async function lastOf(connection: Connection): Promise<[{ no: number; hash: string }]> {
  const { rows } = await connection.query<{ no: number; hash: string }>(
    sql`select no, encode(hash, 'hex') as hash from change order by no desc limit 1`,
  );
  return [rows[0] ?? { no: 0, hash: '' }];
}

async function digestsOf(connection: Connection, from: number, to: number): Promise<ReadonlyMap<number, FactsDigest>> {
  const { rows } = await connection.query<FactsDigest & { no: number }>(
    sql`select f.no, ${digested(sql`f`)} from facts_of_changes_v4(${from}, ${to}) f group by f.no`,
  );
  return new Map(rows.map((row) => [row.no, row]));
}

function chained(it: Made, number: number, previousHash: string, facts: FactsDigest, salt: string): ChainedChange {
  const [targetKind, targetId, targetName] = it.target;
  const change = {
    no: number,
    at: instant(it.at),
    actorKind: 'operator',
    actorId: null,
    actorName: 'Ada Admin',
    action: it.action,
    application: it.application,
    targetKind,
    targetId,
    targetName,
    before: JSON.stringify(it.before),
    after: JSON.stringify(it.after),
    version: newestVersion,
    factsFrom: number,
    opened: facts.opened,
    closed: facts.closed,
    facts: facts.facts,
    previousHash,
    salt,
    committed: null,
  };
  return { ...change, hash: hashOfChange(sha256, change) };
}

const changeColumns = `no, at, actor_kind, actor_id, actor_name, action, application, target_kind, target_id, target_name, before, after,
  version, facts_from, opened, closed, facts, salt, previous_hash, hash`;

function* rowsOf(changes: readonly ChainedChange[]): Generator<(string | number | null)[]> {
  const bytes = (hex: string | null) => `\\x${hex}`;
  for (const it of changes)
    yield [
      it.no,
      it.at,
      it.actorKind,
      it.actorId,
      it.actorName,
      it.action,
      it.application,
      it.targetKind,
      it.targetId,
      it.targetName,
      it.before,
      it.after,
      it.version,
      it.factsFrom,
      it.opened,
      it.closed,
      bytes(it.facts),
      bytes(it.salt),
      bytes(it.previousHash),
      bytes(it.hash),
    ];
}

export interface Making {
  readonly connectionString: string;
  /** The size of the organisation as a share of the full size. The default is 1. */
  readonly share?: number;
  readonly seed?: number;
  readonly say?: (line: string) => void;
}

/**
 * Fills an empty database with an organisation and its history of the past year. The database must belong to the caller, because this
 * function runs as a superuser.
 */
export async function makeOrganisation({
  connectionString,
  share = 1,
  seed = 1,
  say = () => undefined,
}: Making): Promise<void> {
  const year = 365 * 86_400_000;
  const to = Date.now() - 60_000;
  const database = openDatabase({ checks, connectionString, clockOffset: () => -year, patience: 0, maxConnections: 3 });
  const started = performance.now();
  const progress = (what: string) => say(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  try {
    await migrate(database);
    await requireEmpty(database);
    await ensureLicet(database, 'http://localhost:8080');
    const history = makeYear(sizesOf(share), { seed, no: 1, from: to - year + 120_000, to });
    progress(`a year of ${history.made.length} changes is drawn`);
    await withConnection(database, async (writer) => {
      await writer.query('set synchronous_commit = off');
      await writeFacts(writer, history);
      progress(
        `${Object.entries(history.rows)
          .map(([table, rows]) => `${rows.length} ${table}`)
          .join(', ')} are written`,
      );
      await withConnection(database, (reader) => writeChain(writer, reader, history));
      await writer.query('reset session_replication_role; reset synchronous_commit; reset maintenance_work_mem');
    });
    progress('the chain covers them');
    await refreshStatistics(database);
    await database.pool.query('vacuum (analyze) change, applications, owners');
    progress('made');
  } finally {
    await database.close();
  }
}

const sizesOf = (share: number) =>
  Object.fromEntries(
    Object.entries(whole).map(([name, count]) => [name, Math.max(2, Math.round(count * share))]),
  ) as unknown as Sizes;

async function requireEmpty(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ there: boolean }>('select exists (select from change) as there');
  if (rows[0]?.there)
    throw new Error('This database is not empty. Name an empty one, or a folder that does not exist yet.');
}
