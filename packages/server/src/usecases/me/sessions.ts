import type { Calls } from '@licet/contract';
import { poolOf } from '../../store/kernel/pool.ts';
import { listSessions } from '../../store/sign-in/sessions.ts';
import { callerId } from '../context.ts';
import type { Handler } from '../handler.ts';

export const sessions: Handler<Calls['me']['sessions']> = async (context) => {
  const { database, caller } = context;
  const current = caller.kind === 'user' ? caller.sessionId : null;
  return { items: await listSessions(poolOf(database), callerId(context), current) };
};
