import type { PoolClient } from 'pg';
import type { Database } from './kernel/database.ts';

/**
 * Records each statement that is sent to a database from now on, by its name or, without a name, by its first words.
 */
export function writeStatementsDown({ pool }: Pick<Database, 'pool'>): { readonly taken: () => string[] } {
  const known = new WeakSet<PoolClient>();
  let sent: string[] = [];
  pool.on('acquire', (connection) => {
    if (known.has(connection)) return;
    known.add(connection);
    const { query } = connection;
    connection.query = function written(this: PoolClient, ...args: unknown[]) {
      sent.push(nameOf(args[0]));
      return Reflect.apply(query, this, args);
    } as PoolClient['query'];
  });
  return {
    taken: () => {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}

/** The statements without a name, except begin and commit. */
export const unnamed = (statements: readonly string[]): string[] =>
  statements.filter((it) => it.startsWith('unnamed') && !/^unnamed: (begin|commit)\b/.test(it));

function nameOf(statement: unknown): string {
  if (typeof statement === 'object' && statement !== null && 'name' in statement && statement.name)
    return String(statement.name);
  const text = typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement;
  return `unnamed: ${String(text).replace(/\s+/g, ' ').trim().slice(0, 90)}`;
}
