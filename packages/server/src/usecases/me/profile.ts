import type { Calls } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { hasPassword } from '../../store/sign-in/credentials.ts';
import { updateUser } from '../../store/users/users.ts';
import { callerAccess, changeAs } from '../authorise.ts';
import { callerId } from '../context.ts';
import type { Handler } from '../handler.ts';
import { requireUser } from '../require.ts';
import { userTarget } from '../targets.ts';

export const get: Handler<Calls['me']['get']> = (context) =>
  read(context.database, async (snapshot) => {
    const user = await requireUser(snapshot, callerId(context));
    const { roles, permissions, owns } = await callerAccess(snapshot, context.caller);
    return {
      user,
      roles: [...roles],
      permissions: [...permissions],
      owns: [...owns],
      hasPassword: await hasPassword(snapshot.connection, user.id),
    };
  });

export const update: Handler<Calls['me']['update']> = (context, { params, body }) =>
  changeAs(context, 'me.update', params, async (change) => {
    const before = await requireUser(change, callerId(context));
    const after = await updateUser(change, before, { name: body.name });
    change.record({
      action: 'user.changed',
      target: userTarget(after),
      before: { name: before.name },
      after: { name: after.name },
    });
    return after;
  });
