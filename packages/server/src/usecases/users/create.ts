import type { Calls } from '@licet/contract';
import { insertUser } from '../../store/users/users.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { userTarget, userTold } from '../targets.ts';

export const create: Handler<Calls['users']['create']> = (context, { params, body }) =>
  changeAs(context, 'users.create', params, async (change) => {
    const user = await insertUser(change, { ...body, email: body.email ?? null, status: 'invited' });
    change.record({ action: 'user.created', target: userTarget(user), after: userTold(user) });
    return user;
  });
