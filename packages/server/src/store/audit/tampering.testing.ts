import { hashOfChange } from '@licet/contract/audit-chain';
import type { Connection } from '../kernel/database.ts';
import { sha256 } from '../kernel/sha256.ts';
import { changesAfter, factsOf } from './chained-changes.ts';

/**
 * An attacker who knows how the chain is built: recomputes digests and hashes of changes from the stored rows, as
 * Licet would. With another version than the change's own, it is a change of an older server.
 */
export async function rehash(
  connection: Connection,
  first: number,
  last: number,
  version = 3,
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
