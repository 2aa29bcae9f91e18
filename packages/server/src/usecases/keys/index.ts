import type { Calls } from '@licet/contract';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { listKeys } from '../../store/sign-in/keys.ts';
import { actorOf } from '../actor.ts';
import type { Handler, Handlers, Reply } from '../handler.ts';

const list: Handler<Calls['keys']['list']> = ({ database }) => shown(database);

const rotate: Handler<Calls['keys']['rotate']> = async (context) => {
  await context.rotateKeys(await actorOf(context));
  return shown(context.database);
};

export const keys: Handlers<'keys'> = { list, rotate };

async function shown(database: Database): Promise<Reply<Calls['keys']['list']>> {
  const stored = await listKeys(poolOf(database));
  return { items: stored.map(({ publicKey: _, privateKey: __, ...key }) => key) };
}
