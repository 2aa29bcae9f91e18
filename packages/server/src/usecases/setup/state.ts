import { needsSetup } from '../../store/administrators/administrators.ts';
import { databaseVersion } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { listKeys } from '../../store/sign-in/keys.ts';
import type { Context } from '../context.ts';

export const state = async ({ database }: Pick<Context, 'database'>) => {
  const needed = await read(database, needsSetup);
  // After setup, these details are not public.
  if (!needed) return { needed, database: '', signingKey: '' };
  const current = (await listKeys(database)).find((key) => key.state === 'current');
  return { needed, database: await databaseVersion(poolOf(database)), signingKey: current?.algorithm ?? '' };
};
