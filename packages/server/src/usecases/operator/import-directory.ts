import { type DirectoryProgress, type DirectoryReport, licetApplication, limits } from '@licet/contract';
import { directoryOf } from '../../identity/connections/external-provider.ts';
import { totpAbout } from '../../identity/keys/secrets.ts';
import { problemForStream } from '../../refusal.ts';
import { readDirectory } from '../../store/directory-import/read.ts';
import { type DirectoryOrder, writeDirectory } from '../../store/directory-import/write.ts';
import { refreshStatistics } from '../../store/import/run.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { reasonOf } from '../access/import.ts';
import { begun } from '../access/stream.ts';
import { requireConnection, requireReadable } from '../connections/read.ts';
import { importEntries } from '../connections/sync/import-entries.ts';
import { inPlace, takePlace } from '../place.ts';
import { type Asked, answering, changeAs } from '../use-case.ts';

/**
 * Streams an import: its progress, then the result. The import begins immediately. At its end, `leave` frees the
 * server's slot for large jobs.
 * @param disconnected ends the work of a dry run whose client has disconnected
 */
const streamReport = (
  leave: () => void,
  disconnected: AbortSignal | undefined,
  work: (onProgress: (progress: DirectoryProgress) => void) => Promise<DirectoryReport>,
): AsyncIterable<string> =>
  begun<string>(async (give) => {
    const say = (said: DirectoryProgress) => give(`${JSON.stringify(said)}\n`);
    // The import continues if the client disconnects.
    let last: DirectoryProgress | undefined;
    const onProgress = (progress: DirectoryProgress) => {
      disconnected?.throwIfAborted();
      last = progress;
      void say(progress).catch(() => undefined);
    };
    // A statement may take minutes, and proxies close a connection that is silent for two.
    const saying = setInterval(() => last && say(last).catch(() => undefined), limits.liveHeartbeat.value);
    const said = await work(onProgress)
      .then(
        (report) => ({ report }),
        (error: unknown) => ({ problem: problemForStream(error) }),
      )
      .finally(() => {
        clearInterval(saying);
        leave();
      });
    await say(said);
  });

/**
 * Imports the export of another system: users with their old password hashes, groups and roles, in one change, or
 * nothing. Unreadable input is refused before the stream begins.
 */
export const importDirectory = answering('operator.importDirectory', async (asked) => {
  const { query, hashing, secrets } = asked;
  const reason = reasonOf(query.name);
  const { read: parsed, leave } = await inPlace(asked, readDirectory);
  const order = {
    parsed,
    create: query.create === 'true',
    reason,
    keeping: {
      password: hashing.keep,
      totp: (secret: string, userId: string) => secrets.seal(secret, totpAbout(userId)),
    },
  };
  return streamReport(leave, query.dryRun === 'true' ? asked.disconnected : undefined, async (onProgress) => {
    const { lines } = order.parsed;
    onProgress({ phase: 'reading', done: lines, total: lines });
    return perform(asked, { ...order, onProgress });
  });
});

async function perform(asked: Asked<'operator.importDirectory'>, order: DirectoryOrder): Promise<DirectoryReport> {
  const dryRun = asked.query.dryRun === 'true';
  const report = await changeAs(
    'operator.importDirectory',
    asked,
    async ({ change }) => {
      const outcome = await writeDirectory(change, order);
      const { new: _, known: __, namesakes: ___, leftOut, ...counts } = outcome;
      const { system, digest, leftOut: leftOutBefore } = order.parsed.end;
      const left = leftOut.reduce((sum, { count }) => sum + count, leftOutBefore);
      change.record({
        action: 'licet.imported',
        target: { kind: 'application', id: licetApplication, name: 'Licet' },
        after: { system, reason: order.reason, ...counts, leftOut: left, digest },
      });
      return { ...outcome, dryRun, change: dryRun ? null : change.no };
    },
    dryRun,
  );
  // The import is complete even if updating the statistics fails.
  if (!dryRun) await refreshStatistics(asked.database).catch(() => undefined);
  return report;
}

/**
 * Creates users from directory entries in one change, all or none. Each user is linked by the entry's permanent id, so
 * a later sign-in finds the same user. Linked users gain missing groups. No account is taken over or removed.
 */
export const importPeople = answering('operator.importPeople', async (asked) => {
  const { database, secrets, upstream, params, query } = asked;
  const dryRun = query.dryRun === 'true';
  const found = await readNow(database, (snapshot) => requireConnection(snapshot, params.connection));
  const disconnected = dryRun ? asked.disconnected : undefined;
  return streamReport(takePlace(asked), disconnected, async (onProgress) => {
    const connection = requireReadable(found);
    const directory = await directoryOf(poolOf(database), secrets, connection);
    const mapped = connection.groupMappings.map(({ value }) => value);
    const people = await upstream.directories.read(directory, {
      mapped,
      ...(disconnected && { signal: disconnected }),
      onRead: (done) => onProgress({ phase: 'reading', done, total: null }),
    });
    return changeAs(
      'operator.importPeople',
      asked,
      async ({ change }) => {
        const { report } = await importEntries(change, connection, { people }, onProgress);
        return { ...report, dryRun, change: dryRun ? null : change.no };
      },
      dryRun,
    );
  });
});
