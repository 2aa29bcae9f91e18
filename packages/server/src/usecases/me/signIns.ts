import type { Calls } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { listSignIns } from '../../store/sign-in/signIns.ts';
import { callerId } from '../context.ts';
import type { Handler } from '../handler.ts';

export const signIns: Handler<Calls['me']['signIns']> = (context, { query }) =>
  read(context.database, (snapshot) => listSignIns(snapshot, { ...query, userId: callerId(context) }));
