import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { hasPassword } from '../../store/sign-in/credentials.ts';
import { endLinksMadeBy } from '../../store/sign-in/links.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { updateUser } from '../../store/users/users.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayManage } from '../mayGive.ts';
import { requireUser, requireVersion } from '../require.ts';
import { userTarget } from '../targets.ts';

export const suspend: Handler<Calls['users']['suspend']> = (context, { params, ifMatch }) =>
  changeAs(context, 'users.suspend', params, async (change, caller) => {
    const before = await requireUser(change, params.user);
    requireVersion(before, ifMatch);
    await requireMayManage(change, caller, before);
    if (before.status === 'suspended') refuse('wrong_state', `${before.name} is suspended already.`);
    const after = await updateUser(change, before, { status: 'suspended' });
    await endSessionsOf(change.connection, after.id);
    await endLinksMadeBy(change.connection, after.id);
    change.record({
      action: 'user.suspended',
      target: userTarget(after),
      before: { status: before.status },
      after: { status: after.status },
    });
    return after;
  });

/** Whoever has a password is active again; who never set one is invited, as before. */
export const reactivate: Handler<Calls['users']['reactivate']> = (context, { params, ifMatch }) =>
  changeAs(context, 'users.reactivate', params, async (change, caller) => {
    const before = await requireUser(change, params.user);
    requireVersion(before, ifMatch);
    await requireMayManage(change, caller, before);
    if (before.status !== 'suspended') refuse('wrong_state', `${before.name} is not suspended, but ${before.status}.`);
    const status = (await hasPassword(change.connection, before.id)) ? 'active' : 'invited';
    const after = await updateUser(change, before, { status });
    change.record({
      action: 'user.reactivated',
      target: userTarget(after),
      before: { status: before.status },
      after: { status: after.status },
    });
    return after;
  });
