import type { BackupSecret } from '../../backup/secret.ts';
import { writeBackup } from '../../backup/write-backup.ts';
import { answering } from '../use-case.ts';

export const backup = answering('operator.backup', async ({ database, body }) => {
  const secret: BackupSecret =
    'key' in body
      ? { kind: 'key', key: Buffer.from(body.key, 'base64') }
      : { kind: 'passphrase', passphrase: body.passphrase };
  return (await writeBackup(database, secret)).pieces;
});
