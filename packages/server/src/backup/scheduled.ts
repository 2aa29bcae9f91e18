import type { JobHandler } from '../jobs/jobs.ts';
import { queueBackup } from '../store/backup/schedule.ts';
import { readClock } from '../store/kernel/clock.ts';
import { type Database, transaction } from '../store/kernel/database.ts';
import { backupsIn, forgetOld, keepBackup } from './folder.ts';
import { readSecret } from './secret.ts';
import type { BackupSettings } from './settings.ts';
import { writeBackup } from './write-backup.ts';

export interface ScheduledParts {
  readonly database: Database;
  readonly settings: BackupSettings;
  readonly log: { info(fields: object, sentence: string): void };
}

/** Makes a backup each time that one is due, by whichever server with a folder takes the job, and forgets old ones. */
export function backupHandler({ database, settings, log }: ScheduledParts): JobHandler {
  const { folder, keep, lock, every } = settings;
  const queueNext = () => queueBackups(database, settings, 'next');
  return {
    atOnce: 1,
    lasting: true,
    run: async ({ data }, signal) => {
      await queueNext();
      // A server that was started again asks for the backup of the time that is running; it may be there.
      const due = dueOf(data);
      const [newest] = await backupsIn(folder);
      if (newest && newest.madeAt >= due) return;
      const secret = readSecret(lock.kind, lock.file);
      const { file } = await keepBackup(folder, await writeBackup(database, secret), secret, signal);
      const old = await forgetOld(folder, keep);
      log.info({ event: 'backup_made', file, every, forgotten: old.length }, 'A backup was made, and read again.');
    },
    givenUp: queueNext,
  };
}

/** Queues the backup of the time that is running, or the next. */
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
