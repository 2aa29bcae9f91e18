import { directoryOf } from '../../identity/connections/connection-secrets.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { requireConnection, requireReadable } from '../connections/read.ts';
import { bringPeople } from '../connections/sync/bring-people.ts';
import { takePlace } from '../place.ts';
import { answering, changeAs } from '../use-case.ts';
import { streamReport } from './stream-report.ts';

/**
 * Creates users from the entries of a directory, in one change, or nothing, linked by the permanent id, so that a
 * later sign-in finds the same user. Linked users gain missing groups; no account is taken over, and none removed.
 */
export const importPeople = answering('operator.importPeople', async (asked) => {
  const { database, secrets, upstream, params, query } = asked;
  const dryRun = query.dryRun === 'true';
  const found = await readNow(database, (snapshot) => requireConnection(snapshot, params.connection));
  return streamReport(takePlace(asked), async (onProgress) => {
    const connection = requireReadable(found);
    const directory = await directoryOf(poolOf(database), secrets, connection);
    const mapped = connection.groupMappings.map(({ value }) => value);
    const people = await upstream.directories.read(directory, {
      mapped,
      onRead: (done) => onProgress({ phase: 'reading', done, total: null }),
    });
    return changeAs(
      'operator.importPeople',
      asked,
      async ({ change }) => {
        const { report } = await bringPeople(change, connection, { people }, onProgress);
        return { ...report, dryRun, change: dryRun ? null : change.no };
      },
      dryRun,
    );
  });
});
