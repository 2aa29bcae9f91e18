import { queue } from '../../queue.ts';
import { exportAccess } from '../../store/access/export.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { requireSameApplication } from '../authorise.ts';
import { answering } from '../use-case.ts';
import { requireSubject } from './read.ts';
import { streamOf } from './stream.ts';

/**
 * Streams the effective access of all users in an application, from one snapshot. With `at`, the snapshot is that of a
 * past instant. Each export holds a database connection, so few run at a time and stalled readers are disconnected.
 */
export const exportPairs = answering('access.export', async ({ database, access, params, query }) => {
  await read(
    database,
    async (snapshot) => {
      await requireSameApplication(snapshot, access, 'access.export', params);
      await requireSubject(snapshot, params.application);
    },
    query.at,
  );
  const produce = (give: (piece: string) => Promise<void>) =>
    read(
      database,
      async (snapshot) => {
        const application = await requireSubject(snapshot, params.application);
        for await (const chunk of exportAccess(snapshot, application.id, query.format ?? 'tsv', query.delimiter))
          await give(chunk);
      },
      query.at,
    );
  return streamOf<string>((give) => inTurn(() => produce(give)), patience);
});

const inTurn = queue(2);
/** Milliseconds that a reader may take for a chunk of 64 kB. */
const patience = 30_000;
