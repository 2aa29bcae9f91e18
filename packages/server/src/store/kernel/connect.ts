import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { ConnectionBroken } from './clients.ts';

/**
 * Returns a function that takes connections from a pool. While the database is unavailable, for example during a
 * failover, callers wait up to `patience` milliseconds. One of them retries for all. No statement was sent yet, so
 * nothing is executed twice.
 */
export function connecting(pool: pg.Pool, patience: number): () => Promise<pg.PoolClient> {
  let returning: Promise<boolean> | undefined;
  const comesBack = async () => {
    for (const end = performance.now() + patience; performance.now() < end && !pool.ending; ) {
      await pause(between);
      const connection = await pool.connect().catch(() => undefined);
      connection?.release();
      if (connection) return true;
    }
    return false;
  };
  return async () => {
    try {
      return await pool.connect();
    } catch (error) {
      if (!lost(error) || isFull(error)) throw error;
      returning ??= comesBack().finally(() => {
        returning = undefined;
      });
      if (!(await returning)) throw error;
      return pool.connect();
    }
  };
}

/** Whether an error means that the database is unavailable or shutting down, and not that the statement was wrong. */
export function lost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    error instanceof ConnectionBroken ||
    // 25006: the server is a standby now.
    /^(08|57P|53|25006)/.test(code) ||
    /^E(CONN|PIPE|NOENT|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND)/.test(code) ||
    /^(Connection terminated|timeout exceeded|Query read timeout|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/** Every connection of the pool is in use. The database is available, so retrying does not help. */
export const isFull = (error: unknown) => error instanceof Error && error.message.startsWith('timeout exceeded');

/** 57014: PostgreSQL cancels statements beyond `statement_timeout`, even if the client has gone. */
export const timedOut = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014';

/** Milliseconds between two attempts. */
const between = 150;
