import { checks } from '../../packages/server/src/store/checks.ts';
import { refreshStatistics } from '../../packages/server/src/store/import/statistics.ts';
import { type Database, openDatabase, withConnection } from '../../packages/server/src/store/kernel/database.ts';
import { migrate } from '../../packages/server/src/store/kernel/migrate.ts';
import { ensureLicet } from '../../packages/server/src/store/licet/licet.ts';
import { type Sizes, whole } from './catalogue.ts';
import { writeChain, writeFacts } from './write.ts';
import { makeYear } from './year.ts';

export interface Making {
  readonly connectionString: string;
  /** The share of the whole size; 1 by default. */
  readonly share?: number;
  readonly seed?: number;
  readonly say?: (line: string) => void;
}

/**
 * Fills an empty database with an organisation and the year that ends now. The caller must own the database, because this needs a
 * superuser.
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
    throw new Error('This database holds something already. Name an empty one, or a folder that is not there yet.');
}
