import type { JobHandler } from '../jobs/jobs.ts';
import type { S3Settings } from '../s3/settings.ts';
import { queueBackup } from '../store/backup/schedule.ts';
import { readClock } from '../store/kernel/clock.ts';
import { type Database, transaction } from '../store/kernel/database.ts';
import { backupPlace, forgetOld } from './place.ts';
import { readSecret } from './secret.ts';
import type { BackupSettings } from './settings.ts';
import { writeBackup } from './write-backup.ts';

export interface ScheduledParts {
  readonly database: Database;
  readonly settings: BackupSettings;
  readonly s3: S3Settings;
  readonly log: { info(fields: object, sentence: string): void };
}

/** Makes a backup whenever one is due, on any server that has a place for it, and removes old backups. */
export function backupHandler({ database, settings, s3, log }: ScheduledParts): JobHandler {
  const { keep, lock, every } = settings;
  const place = backupPlace(settings.folder, s3);
  const queueNext = () => queueBackups(database, settings, 'next');
  return {
    atOnce: 1,
    outlastsLease: true,
    run: async ({ data }, signal) => {
      await queueNext();
      // After a restart, the server queues the backup of the current period again, even if it exists.
      const due = dueOf(data);
      const [newest] = await place.list(signal);
      if (newest && newest.madeAt >= due) return;
      const secret = readSecret(lock.kind, lock.file);
      const { file } = await place.keep(await writeBackup(database, secret), secret, signal);
      const old = await forgetOld(place, keep);
      log.info({ event: 'backup_made', file, every, forgotten: old.length }, 'A backup was made, and read again.');
    },
    givenUp: queueNext,
  };
}

/** Queues the backup of the current period, or of the next one. */
export async function queueBackups(
  database: Database,
  { every }: BackupSettings,
  which: 'now' | 'next',
): Promise<void> {
  const clock = await readClock(database);
  await transaction(database, 'begin', (connection) => queueBackup({ connection, clock }, every, which));
}

const dueOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'due' in data && typeof data.due === 'string' ? data.due : '';
