import type { Calls } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { listSignIns } from '../../store/sign-in/signIns.ts';
import type { Handler } from '../handler.ts';
import { requireUser } from '../require.ts';

export const signIns: Handler<Calls['users']['signIns']> = ({ database }, { params, query }) =>
  read(database, async (snapshot) => {
    const user = await requireUser(snapshot, params.user);
    return listSignIns(snapshot, { ...query, userId: user.id });
  });
