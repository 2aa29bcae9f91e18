import type { Calls } from '@licet/contract';
import { removeCredentials } from '../../store/sign-in/credentials.ts';
import { endLinksMadeBy } from '../../store/sign-in/links.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { deleteUser } from '../../store/users/users.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayManage } from '../mayGive.ts';
import { requireUser, requireVersion } from '../require.ts';
import { userTarget, userTold } from '../targets.ts';

export const remove: Handler<Calls['users']['remove']> = async (context, { params, ifMatch }) => {
  await changeAs(context, 'users.remove', params, async (change, caller) => {
    const user = await requireUser(change, params.user);
    requireVersion(user, ifMatch);
    await requireMayManage(change, caller, user);
    await deleteUser(change, user.id);
    await removeCredentials(change.connection, user.id);
    await endSessionsOf(change.connection, user.id);
    await endLinksMadeBy(change.connection, user.id);
    change.record({ action: 'user.deleted', target: userTarget(user), before: userTold(user) });
  });
  return undefined;
};
