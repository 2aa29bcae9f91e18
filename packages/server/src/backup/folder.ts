import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { instantIn, nameOf } from './names.ts';
import type { BackupPlace } from './place.ts';
import { verifyBackup } from './read-backup.ts';

/** A folder of this machine; one that is not there yet is made. */
export const folderPlace = (folder: string): BackupPlace => ({
  async list() {
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
  },
  async keep({ header, pieces, close }, secret, signal) {
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
      // A file gets its name only after it was read to its end.
      const { tables } = await verifyBackup(createReadStream(draft, { signal }), secret);
      await rename(draft, file);
      return { file, tables };
    } finally {
      await close();
      await rm(draft, { force: true });
    }
  },
  remove: ({ file }) => rm(file, { force: true }),
});
