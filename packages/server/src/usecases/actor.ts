import type { Actor } from '@licet/contract';
import { refuse } from '../refusal.ts';
import { read } from '../store/kernel/snapshot.ts';
import { findUser } from '../store/users/users.ts';
import type { Context } from './context.ts';

/** Who makes a change, for the audit chain: by name, so that it can still be read when the user is long gone. */
export async function actorOf({ caller, database }: Context): Promise<Actor> {
  if (caller.kind === 'operator') return { kind: 'operator', id: null, name: 'operator' };
  if (caller.kind === 'service')
    return refuse('token_invalid', 'The token is a program’s; changes are made by people.');
  if (caller.kind === 'anonymous') return refuse('unauthenticated', 'This call needs a signed-in user.');
  const user = await read(database, (snapshot) => findUser(snapshot, caller.userId));
  if (!user) return refuse('unauthenticated', 'The user of this token is not there any more.');
  return { kind: 'user', id: user.id, name: user.name };
}
