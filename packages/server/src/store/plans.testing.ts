import pg from 'pg';
import type { Database } from './kernel/database.ts';

/** A node of a plan, as returned by `EXPLAIN (ANALYZE, FORMAT JSON)`. */
interface PlanNode {
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  /** The rows per execution. */
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** PostgreSQL's plan of a statement. */
export interface Explained {
  readonly text: string;
  /** The indexes that were read. */
  readonly indexes: readonly string[];
  /** The largest number of rows that one node of the plan read from a table or an index. */
  readonly rows: number;
  /**
   * The largest number of rows that one node of the plan read from this table. A small table may be read completely.
   */
  readonly rowsOf: (table: string) => number;
}

/**
 * Whether to plan for the given values, or for any values, as PostgreSQL does for a named statement from its sixth
 * execution on.
 */
export type PlannedFor = 'its values' | 'any values';

/** The plan of each statement that `work` sends to a database, with its values. */
export async function explained(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<unknown>,
  planned: PlannedFor = 'its values',
): Promise<Explained[]> {
  const sent: { readonly text: string; readonly values: unknown[] }[] = [];
  const connection = await pool.connect();
  connection.release();
  const prototype = Object.getPrototypeOf(connection);
  const { query } = prototype;
  prototype.query = function written(...args: unknown[]) {
    const [statement] = args as [Partial<(typeof sent)[number]> | string];
    if (typeof statement === 'object' && statement.text !== undefined)
      sent.push({ text: statement.text, values: statement.values ?? [] });
    return Reflect.apply(query, this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  const found: Explained[] = [];
  for (const { text, values } of sent) {
    const { rows } = await (planned === 'its values'
      ? pool.query(`explain (analyze, format json) ${text}`, values)
      : forAnyValues(pool, text, values));
    const nodes = flat(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node['Actual Loops'] > 0);
    found.push({
      text,
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      rows: Math.max(...nodes.map(readBy)),
      rowsOf: (table) => Math.max(0, ...nodes.filter((node) => node['Relation Name'] === table).map(readBy)),
    });
  }
  return found;
}

/** For a statement without values, EXECUTE has no parentheses. */
async function forAnyValues(pool: Database['pool'], text: string, values: readonly unknown[]) {
  const connection = await pool.connect();
  try {
    await connection.query('set plan_cache_mode = force_generic_plan');
    await connection.query(`prepare explained as ${text}`);
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    return await connection.query(`explain (analyze, format json) execute explained${given}`);
  } finally {
    connection.release(true); // destroys the connection, and with it its prepared statements
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

const readBy = (node: PlanNode) =>
  node['Relation Name'] === undefined && node['Index Name'] === undefined
    ? 0
    : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];
