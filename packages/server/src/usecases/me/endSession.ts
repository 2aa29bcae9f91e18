import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { endSession as end } from '../../store/sign-in/sessions.ts';
import { logSignIn } from '../../store/sign-in/signIns.ts';
import { callerId } from '../context.ts';
import type { Handler } from '../handler.ts';

/** Signs out one of one's own browsers; somebody else's is not there. */
export const endSession: Handler<Calls['me']['endSession']> = async (context, { params }) => {
  const { database, caller, origin } = context;
  const userId = callerId(context);
  const from = caller.kind === 'user' && caller.sessionId === params.session ? 'itself' : 'elsewhere';
  if (!(await end(poolOf(database), userId, params.session, from)))
    refuse('not_found', 'You are not signed in there, or not any more.');
  const { address, agent } = origin;
  await logSignIn(poolOf(database), { userId, outcome: 'signed_out', client: null, address, agent });
  return undefined;
};
