import type { Calls } from '@licet/contract';
import { updateUser } from '../../store/users/users.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayManage } from '../mayGive.ts';
import { requireUser, requireVersion } from '../require.ts';
import { userTarget, userTold } from '../targets.ts';

export const update: Handler<Calls['users']['update']> = (context, { params, body, ifMatch }) =>
  changeAs(context, 'users.update', params, async (change, caller) => {
    const before = await requireUser(change, params.user);
    requireVersion(before, ifMatch);
    await requireMayManage(change, caller, before);
    const { username, email, name } = body;
    const after = await updateUser(change, before, {
      username: username ?? before.username,
      email: email === undefined ? before.email : email,
      name: name ?? before.name,
    });
    change.record({
      action: 'user.changed',
      target: userTarget(after),
      before: userTold(before),
      after: userTold(after),
    });
    return after;
  });
