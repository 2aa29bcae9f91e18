import { directoryOf } from '../../identity/connections/connection-secrets.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { requireConnection, requireReadable } from '../connections/read.ts';
import { bringPeople } from '../connections/sync/bring-people.ts';
import { takePlace } from '../place.ts';
import { answering, changeAs } from '../use-case.ts';
import { streamReport } from './stream-report.ts';

/**
 * Makes users of the people of a directory who are not here yet, in one change, or nothing: known by what names them for good, so that whoever
 * signs in later is the same. Whoever is linked already gets the groups that they lack; nobody is taken over, and nobody removed.
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
