import type { Calls } from '@licet/contract';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayManage } from '../mayGive.ts';
import { requireUser } from '../require.ts';
import { userTarget } from '../targets.ts';

export const endSessions: Handler<Calls['users']['endSessions']> = async (context, { params }) => {
  await changeAs(context, 'users.endSessions', params, async (change, caller) => {
    const user = await requireUser(change, params.user);
    await requireMayManage(change, caller, user);
    const ended = await endSessionsOf(change.connection, user.id);
    change.record({ action: 'user.sessions_ended', target: userTarget(user), after: { ended } });
  });
  return undefined;
};
