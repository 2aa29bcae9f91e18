import { refuse } from '../../refusal.ts';
import { setDeletionAsked } from '../../store/users/users.ts';
import { callerId } from '../context.ts';
import { requireUser } from '../require.ts';
import { userTarget } from '../targets.ts';
import { changing } from '../use-case.ts';

/**
 * Users cannot delete themselves: an administrator sees what depends on the account, and that an administrator
 * remains.
 */
export const ask = changing('me.askDeletion', async ({ change, caller }) => {
  const user = await requireUser(change, callerId(caller));
  if (!(await setDeletionAsked(change, user.id, true))) refuse('wrong_state', 'deletion_asked', {});
  change.record({ action: 'user.deletion_asked', target: userTarget(user) });
  return requireUser(change, user.id);
});

export const withdraw = changing('me.withdrawDeletion', async ({ change, caller }) => {
  const user = await requireUser(change, callerId(caller));
  if (!(await setDeletionAsked(change, user.id, false))) refuse('wrong_state', 'deletion_not_asked', {});
  change.record({ action: 'user.deletion_withdrawn', target: userTarget(user) });
  return requireUser(change, user.id);
});
