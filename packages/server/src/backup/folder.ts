import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupHeader } from './header.ts';
import { verifyBackup } from './read-backup.ts';
import type { BackupSecret } from './secret.ts';
import type { BackupBeingWritten } from './write-backup.ts';

/** A backup in a folder. */
export interface KeptBackup {
  readonly file: string;
  /** When it was made, in ISO 8601 without fractions. */
  readonly madeAt: string;
}

/**
 * Writes a backup into a folder, reads it again to its end, and only then gives it its name. What was begun and not finished is never
 * taken for one.
 */
export async function keepBackup(
  folder: string,
  { header, pieces, close }: BackupBeingWritten,
  secret: BackupSecret,
  signal: AbortSignal,
): Promise<KeptBackup> {
  const file = join(folder, nameOf(header));
  const draft = `${file}.part`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(draft, 'wx', 0o600);
    try {
      for await (const piece of pieces) {
        signal.throwIfAborted();
        await handle.writeFile(piece);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await verifyBackup(createReadStream(draft, { signal }), secret);
    await rename(draft, file);
    return { file, madeAt: instantIn(nameOf(header)) ?? '' };
  } finally {
    await close();
    await rm(draft, { force: true });
  }
}

/** The backups of a folder, newest first; nothing else that lies there is one. */
export async function backupsIn(folder: string): Promise<readonly KeptBackup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const madeAt = instantIn(name);
      return madeAt === undefined ? [] : [{ file: join(folder, name), madeAt }];
    })
    .sort((one, other) => (one.file < other.file ? 1 : -1));
}

/** Removes all but the newest. Answers what went. */
export async function forgetOld(folder: string, keep: number): Promise<readonly KeptBackup[]> {
  const old = (await backupsIn(folder)).slice(keep);
  for (const { file } of old) await rm(file, { force: true });
  return old;
}

const nameOf = ({ madeAt, change, id }: BackupHeader) =>
  `licet-${madeAt.slice(0, 19).replaceAll(':', '')}Z-${change}-${id.slice(0, 8)}.backup`;

function instantIn(name: string): string | undefined {
  const [, day, hour, minute, second] =
    /^licet-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z-\d+-[0-9a-f]{8}\.backup$/.exec(name) ?? [];
  return day && `${day}T${hour}:${minute}:${second}Z`;
}
