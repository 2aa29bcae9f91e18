import { ownAuditKeys, rotateAuditKey as rotate } from '../../audit/audit-keys.ts';
import { exportChain } from '../../store/audit/export-chain.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { streamOf } from '../access/stream.ts';
import { readOutside, verified } from '../audit/read.ts';
import { answering } from '../use-case.ts';

export const verifyAudit = answering('operator.verifyAudit', async (asked) => {
  const outside = await readOutside(asked);
  return streamOf<string>((give) =>
    read(asked.database, async (snapshot) => {
      // Does nothing if the client has disconnected.
      const say = (line: object) => give(`${JSON.stringify(line)}\n`);
      const onProgress = (done: number) => void say({ done, total: snapshot.no }).catch(() => undefined);
      await say({ report: await verified(asked, outside, snapshot, onProgress) });
    }),
  );
});

export const exportAudit = answering('operator.exportAudit', async ({ database }) =>
  streamOf<string>((give) =>
    read(database, async ({ connection }) => {
      for await (const lines of exportChain(connection)) await give(lines);
    }),
  ),
);

export const rotateAuditKey = answering('operator.rotateAuditKey', async ({ database, secrets, access: { actor } }) => {
  if (actor) await rotate({ database, secrets }, actor);
  const keys = await ownAuditKeys(poolOf(database), secrets);
  return { items: keys.map(({ sealed: _, ...key }) => key) };
});
