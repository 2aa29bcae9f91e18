import { access, constants } from 'node:fs/promises';
import { checkpointsIn } from '../audit/places.ts';
import { backupsIn } from '../backup/folder.ts';
import type { BackupSettings } from '../backup/settings.ts';
import type { Config } from '../config.ts';
import { machineNow } from '../machine-clock.ts';

/** A folder that Licet writes to by itself. */
export interface FolderSeen {
  /** Why it cannot be used, as the system says (`EACCES`); null when it can. A folder that is not there yet will be made. */
  readonly fault: string | null;
  /** Seconds since the newest of what it holds; null when it holds none, or is not known. */
  readonly newestSeconds: number | null;
  /** Seconds between two; null where none are due at any time. */
  readonly everySeconds: number | null;
}

/** What the server's own folders look like at this moment; null where there is none. */
export interface Folders {
  readonly backups: () => Promise<FolderSeen | null>;
  readonly checkpoints: () => Promise<FolderSeen | null>;
}

export const foldersOf = ({ backups, audit }: Pick<Config, 'backups' | 'audit'>): Folders => ({
  backups: async () => (backups ? lookAtBackups(backups) : null),
  checkpoints: async () => (audit.folder === undefined ? null : lookAtCheckpoints(audit.folder)),
});

/** The folder of the backups that are made by themselves. */
const lookAtBackups = ({ folder, every }: Pick<BackupSettings, 'folder' | 'every'>): Promise<FolderSeen> =>
  looked(folder, every, async () => {
    const [newest] = await backupsIn(folder);
    return newest ? machineNow() - Date.parse(newest.madeAt) / 1000 : null;
  });

/** The folder that checkpoints of the audit chain are handed to. */
const lookAtCheckpoints = (folder: string): Promise<FolderSeen> =>
  looked(folder, null, async () => {
    await checkpointsIn(folder);
    return null;
  });

async function looked(
  folder: string,
  everySeconds: number | null,
  newest: () => Promise<number | null>,
): Promise<FolderSeen> {
  try {
    const newestSeconds = await newest();
    await access(folder, constants.W_OK).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
    return { fault: null, newestSeconds, everySeconds };
  } catch (error) {
    return { fault: codeOf(error), newestSeconds: null, everySeconds };
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
