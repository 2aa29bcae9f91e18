import { type Actor, licetApplication } from '@licet/contract';
import type { BackupSecret } from '../../backup/secret.ts';
import { writeBackup } from '../../backup/write-backup.ts';
import { change } from '../../store/kernel/change.ts';
import type { Database } from '../../store/kernel/database.ts';
import { actorOf } from '../authorise.ts';
import { answering } from '../use-case.ts';

export const backup = answering('operator.backup', async ({ database, body, access }) =>
  piecesOf(
    database,
    actorOf(access),
    'key' in body
      ? { kind: 'key', key: Buffer.from(body.key, 'base64') }
      : { kind: 'passphrase', passphrase: body.passphrase },
  ),
);

/** Acquires nothing before the first read, because the caller may have disconnected before it. */
async function* piecesOf(database: Database, actor: Actor, secret: BackupSecret): AsyncGenerator<Uint8Array> {
  // Recorded before the first byte is sent: a caller who disconnects may already have received the data.
  await change(database, actor, async (handle) =>
    handle.record({
      action: 'licet.backed_up',
      target: { kind: 'application', id: licetApplication, name: 'Licet' },
      after: { lock: secret.kind },
    }),
  );
  yield* (await writeBackup(database, secret)).pieces;
}
