import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Connection } from '../kernel/database.ts';
import type { StoredTable } from './tables.ts';

/** A stream of rows into a table. */
export interface CopyIn {
  /**
   * Waits while the database is behind.
   * @throws Error PostgreSQL's message about a row that it rejects
   */
  write(bytes: Buffer): Promise<void>;
  /** Answers how many rows were taken. */
  end(): Promise<number>;
  /** Ends the copy, so that the transaction can be rolled back. */
  abandon(): Promise<void>;
}

/** Starts copying into a table. The connection cannot be used for anything else until it ends. */
export function copyInto(connection: Connection, { name, columns }: StoredTable): CopyIn {
  const quoted = columns.map((column) => connection.escapeIdentifier(column)).join(', ');
  const stream = connection.query(copyFrom(`copy ${connection.escapeIdentifier(name)} (${quoted}) from stdin`));
  let failed: Error | undefined;
  stream.on('error', (error) => {
    failed = error;
  });
  const requireWell = () => {
    if (failed) throw failed;
  };
  return {
    write: async (bytes) => {
      requireWell();
      if (!stream.write(bytes)) await once(stream, 'drain');
    },
    end: async () => {
      requireWell();
      stream.end();
      await finished(stream);
      return stream.rowCount;
    },
    abandon: async () => {
      if (failed || stream.closed || stream.writableFinished) return;
      stream.destroy();
      await finished(stream).catch(() => undefined);
    },
  };
}
