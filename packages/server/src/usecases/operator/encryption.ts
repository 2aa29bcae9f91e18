import { change } from '../../store/kernel/change.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { hasFingerprint, moveFingerprint } from '../../store/sealed/sealed.ts';
import { streamOf } from '../access/stream.ts';
import { answering } from '../use-case.ts';
import { resealAll, type SealedCount } from './reseal.ts';

/**
 * With several keys, counts the values that are not under the first. With a single key nothing is counted; only a
 * re-encryption finds values that it cannot open.
 */
export const encryption = answering('operator.encryption', async ({ database, secrets }) => {
  const columns = secrets.keys === 1 ? [] : await resealAll({ database: poolOf(database), secrets, countOnly: true });
  return {
    keys: secrets.keys,
    ...summed(columns),
    columns: columns.filter(({ former, unreadable }) => former + unreadable > 0),
  };
});

/** Reseals everything, then once more: another server may have sealed with the old key during the first pass. */
export const rotateEncryption = answering(
  'operator.rotateEncryption',
  async ({ database, secrets, access: { actor } }) =>
    streamOf<string>(async (give) => {
      const say = (line: object) => give(`${JSON.stringify(line)}\n`);
      const parts = { database: poolOf(database), secrets };
      const done = await resealAll({ ...parts, onProgress: (column) => say({ column }) });
      const left = await resealAll({ ...parts, countOnly: true });
      const { former, unreadable } = summed(left);
      const resealed = summed(done).former;
      if (actor && former === 0 && !(await hasFingerprint(parts.database, secrets.fingerprint)))
        await change(database, actor, async (handle) => {
          await moveFingerprint(handle.connection, secrets.fingerprint);
          handle.record({
            action: 'key.encryption_rotated',
            target: { kind: 'key', id: 'encryption', name: 'encryption' },
            after: { resealed, unreadable },
          });
        });
      await say({ report: { keys: secrets.keys, resealed, former, unreadable } });
    }),
);

const summed = (columns: readonly SealedCount[]) => ({
  former: columns.reduce((sum, { former }) => sum + former, 0),
  unreadable: columns.reduce((sum, { unreadable }) => sum + unreadable, 0),
});
