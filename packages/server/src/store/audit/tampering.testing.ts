import { type ChainFindings, hashOfChange, newestVersion } from '@licet/contract/audit-chain';
import type { Connection, Database } from '../kernel/database.ts';
import { sha256 } from '../kernel/sha256.ts';
import { changesAfter, factsOf } from './chained-changes.ts';
import { verifyChain } from './verify.ts';

/** Runs `work` as a superuser with triggers off, and rolls it back unless `keep` is true. */
export async function asSuperuser<Result>(
  { pool }: Database,
  work: (connection: Connection) => Promise<Result>,
  keep = false,
): Promise<Result> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query('set local session_replication_role = replica');
    const result = await work(connection);
    if (keep) await connection.query('commit');
    return result;
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

/** The findings of a verification after a superuser has tampered with the database. The tampering is rolled back. */
export const verifyAfter = (
  database: Database,
  tamper: (connection: Connection) => Promise<unknown> = async () => undefined,
): Promise<ChainFindings> =>
  asSuperuser(database, async (connection) => {
    await tamper(connection);
    return verifyChain({ connection });
  });

/**
 * Recomputes the digests and hashes of changes from the stored rows, as Licet would. This simulates an attacker who
 * knows how the chain is built. An older `version` makes the changes look like those of an older server.
 */
export async function rehash(
  connection: Connection,
  first: number,
  last: number,
  version = newestVersion,
  factsFrom?: number,
): Promise<void> {
  for (let no = first; no <= last; no += 1) {
    const from = version === 1 ? null : (factsFrom ?? no);
    await connection.query(
      `update change set version = $2::int, facts_from = $3, opened = $4, closed = $4, facts = $5, committed = null,
         salt = case when $2::int >= 3 then coalesce(salt, sha256('salt')) end where no = $1`,
      [no, version, from, version === 1 ? null : 0, version === 1 ? null : Buffer.alloc(0)],
    );
    const [previous] = no === 1 ? [] : await changesAfter(connection, no - 2, 1);
    const [change] = await changesAfter(connection, no - 1, 1);
    if (!change) continue;
    const none = { opened: 0, closed: 0, facts: sha256('', '') };
    const facts = version === 1 ? {} : ((await factsOf(connection, [change])).get(no) ?? none);
    const made = { ...change, ...facts, previousHash: previous?.hash ?? '' };
    await connection.query(
      `update change set previous_hash = decode($2, 'hex'), hash = decode($3, 'hex'), opened = $4, closed = $5, facts = decode($6, 'hex') where no = $1`,
      [no, made.previousHash, hashOfChange(sha256, made), made.opened, made.closed, made.facts],
    );
  }
}
