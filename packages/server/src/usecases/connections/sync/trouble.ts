import { queueMail } from '../../../mail/queue-mail.ts';
import { administratorIds } from '../../../store/administrators/administrators.ts';
import type { StoredDirectory } from '../../../store/connections/connections.ts';
import { takeTrouble } from '../../../store/connections/syncs.ts';
import { copyingNames } from '../../../store/erasure/copying.ts';
import type { Database } from '../../../store/kernel/database.ts';
import { newest } from '../../../store/kernel/snapshot.ts';

/**
 * Mails the administrators of Licet if a scheduled run failed or waits for a confirmation: once for each kind of
 * trouble, until a run succeeds. After a run by hand, the user who started it sees the result.
 */
export async function tellTrouble(database: Database, { id, name }: StoredDirectory): Promise<void> {
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
