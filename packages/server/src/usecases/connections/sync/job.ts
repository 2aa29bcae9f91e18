import { limits } from '@licet/contract';
import type { JobHandler } from '../../../jobs/jobs.ts';
import { queueMail } from '../../../mail/queue-mail.ts';
import { Refusal } from '../../../refusal.ts';
import { administratorIds } from '../../../store/administrators/administrators.ts';
import { findConnection, listConnections, type StoredDirectory } from '../../../store/connections/connections.ts';
import { queueSync, type SyncDue, takeTrouble } from '../../../store/connections/syncs.ts';
import { copyingNames } from '../../../store/erasure/referring.ts';
import { change } from '../../../store/kernel/change.ts';
import { readClock } from '../../../store/kernel/clock.ts';
import { type Database, transaction } from '../../../store/kernel/database.ts';
import { readNow } from '../../../store/kernel/read-now.ts';
import { newest } from '../../../store/kernel/snapshot.ts';
import { placeWhenFree } from '../../place.ts';
import { requireReadable } from '../read.ts';
import { type SyncParts, synchronise } from './run.ts';

export interface SyncJobParts extends SyncParts {
  readonly log: { warn(fields: object, sentence: string): void };
}

/**
 * Synchronises a directory when due, on any server that takes the job. If the directory is unreachable, the error is
 * stored with the run, and the next scheduled run tries again.
 */
export function directorySyncHandler(parts: SyncJobParts): JobHandler {
  const { database, log } = parts;
  return {
    atOnce: 1,
    outlastsLease: true,
    run: async ({ data }, signal) => {
      const due = dueIn(data);
      const found = due && (await scheduled(database, due));
      if (!found) return;
      await queueNext(database, found);
      const leave = await placeWhenFree(database, signal);
      try {
        const connection = await scheduled(database, due);
        if (!connection) return;
        const actor = { kind: 'system', id: null, name: connection.name } as const;
        await synchronise(parts, connection, {
          scheduled: true,
          by: null,
          signal,
          makeChange: (work, dryRun) => change(database, actor, work, dryRun),
        }).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          const { code, detail } = error.problem;
          log.warn(
            { event: 'directory_not_synchronised', connection: connection.name, code, detail },
            'A directory was not synchronised.',
          );
        });
        await tellTrouble(database, connection);
      } finally {
        leave();
      }
    },
  };
}

/** Queues the next run of each connection with a schedule. Called when a server starts. */
export async function queueSyncs(database: Database): Promise<void> {
  for (const connection of await readNow(database, listConnections)) await queueNext(database, connection);
}

async function queueNext(database: Database, connection: Parameters<typeof queueSync>[1]): Promise<void> {
  const clock = await readClock(database);
  await transaction(database, 'begin', (client) => queueSync({ connection: client, clock }, connection));
}

/** The connection of a job; undefined if its schedule has changed since the job was queued. */
async function scheduled(
  database: Database,
  { connection: id, minutes }: SyncDue,
): Promise<StoredDirectory | undefined> {
  const found = await readNow(database, (snapshot) => findConnection(snapshot, id));
  if (found?.kind !== 'ldap' || !found.enabled || found.directory.syncMinutes !== minutes) return undefined;
  return requireReadable(found);
}

function dueIn(data: unknown): SyncDue | undefined {
  if (typeof data !== 'object' || data === null || !('connection' in data) || !('minutes' in data)) return undefined;
  const { connection, minutes } = data;
  return typeof connection === 'string' && typeof minutes === 'number' && minutes <= limits.syncMinutesMax.value
    ? { connection, minutes }
    : undefined;
}

/**
 * Mails the administrators of Licet if a scheduled run failed or waits for a confirmation. Each kind of trouble is
 * mailed once until a run succeeds. A manual run sends no mail, because the user who started it sees the result.
 */
async function tellTrouble(database: Database, { id, name }: StoredDirectory): Promise<void> {
  await copyingNames(database, async (connection) => {
    const trouble = await takeTrouble(connection, id);
    if (!trouble) return;
    const snapshot = await newest(database, connection);
    await queueMail(snapshot, {
      to: await administratorIds(snapshot),
      template: 'directory_not_synchronised',
      data: { connection: name, ...trouble },
    });
  });
}
