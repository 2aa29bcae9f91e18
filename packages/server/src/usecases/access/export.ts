import { exportAccess } from '../../store/access/export.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { answering } from '../use-case.ts';
import { streamOf } from './stream.ts';
import { requireSubject } from './subjects.ts';

/** Effective access of everyone, streamed from one snapshot. */
export const exportPairs = answering('access.export', async ({ database, params, query }) => {
  await read(database, (snapshot) => requireSubject(snapshot, params.application));
  return streamOf<string>((give) =>
    read(database, async (snapshot) => {
      const application = await requireSubject(snapshot, params.application);
      for await (const chunk of exportAccess(snapshot, application.id, query.format ?? 'tsv')) await give(chunk);
    }),
  );
});
