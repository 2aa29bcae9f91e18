import type { Calls } from '@licet/contract';
import type { Database } from '../../store/kernel/database.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { listKeys } from '../../store/sign-in/keys.ts';
import { actingOf } from '../authorise.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { answering, type Reply } from '../use-case.ts';

export const list = answering('keys.list', ({ database }) => shown(database));

export const rotate = answering('keys.rotate', async (asked) => {
  const { database, rotateKeys, caller, access } = asked;
  if (caller.kind !== 'operator')
    await readNow(database, (snapshot) => requireFreshSignIn(snapshot, caller, 'signing_keys'));
  if (access.actor) await rotateKeys(actingOf(asked));
  return shown(database);
});

async function shown(database: Database): Promise<Reply<Calls['keys']['list']>> {
  const stored = await listKeys(database);
  return { items: stored.map(({ publicKey: _, privateKey: __, ...key }) => key) };
}
