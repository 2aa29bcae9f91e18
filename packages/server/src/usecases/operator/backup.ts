import type { BackupSecret } from '../../backup/secret.ts';
import { writeBackup } from '../../backup/write-backup.ts';
import type { Database } from '../../store/kernel/database.ts';
import { answering } from '../use-case.ts';

export const backup = answering('operator.backup', async ({ database, body }) =>
  piecesOf(
    database,
    'key' in body
      ? { kind: 'key', key: Buffer.from(body.key, 'base64') }
      : { kind: 'passphrase', passphrase: body.passphrase },
  ),
);

/** Nothing is taken hold of before it is read: whoever asks may be gone by then. */
async function* piecesOf(database: Database, secret: BackupSecret): AsyncGenerator<Uint8Array> {
  yield* (await writeBackup(database, secret)).pieces;
}
