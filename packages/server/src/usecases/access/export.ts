import { exportAccess } from '../../store/access/export.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { type CallerAccess, requireSameApplication } from '../authorise.ts';
import { turns } from '../in-turn.ts';
import { answering } from '../use-case.ts';
import { requireSubject } from './read.ts';
import { streamOf } from './stream.ts';

/**
 * Streams the effective access of all users in an application, from one snapshot. With `at`, the snapshot is that of a
 * past instant. Each export holds a database connection, so few run at a time, and stalled readers are disconnected.
 */
export const exportPairs = answering('access.export', async (asked) => {
  const { database, access, params, query } = asked;
  await read(
    database,
    async (snapshot) => {
      await requireSameApplication(snapshot, access, 'access.export', params);
      await requireSubject(snapshot, params.application);
    },
    query.at,
  );
  const produce = (access: CallerAccess, give: (piece: string) => Promise<void>) =>
    read(
      database,
      async (snapshot) => {
        await requireSameApplication(snapshot, access, 'access.export', params);
        const application = await requireSubject(snapshot, params.application);
        for await (const chunk of exportAccess(snapshot, application.id, query.format ?? 'tsv', query.delimiter))
          await give(chunk);
      },
      query.at,
    );
  return streamOf<string>((give) => inTurn('access.export', asked, (access) => produce(access, give)), patience);
});

const inTurn = turns();
/** Milliseconds that a reader may take for a chunk of 64 kB. */
const patience = 30_000;
