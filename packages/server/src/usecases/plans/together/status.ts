import type { User } from '@licet/contract';
import { ableToSignIn } from '../../../store/credentials/credentials.ts';
import { replaceEntities } from '../../../store/kernel/many.ts';
import { anyWaits } from '../../../store/plan/hanging.ts';
import { endSessionsOfAll } from '../../../store/sign-in/sessions.ts';
import { findUsers, userRow } from '../../../store/users/users.ts';
import { requireMayManage } from '../../may-give.ts';
import { userTarget } from '../../require.ts';
import { type AskedTogether, missing, type Together, theirs } from './together.ts';

export const suspendUsers: Together<'users.suspend'> = async (asked) => {
  const { many } = asked;
  const users = await usersOf(asked);
  const ids = users.map(({ id }) => id);
  if (users.some(({ status }) => status === 'suspended') || (await anyWaits(many.connection, ids, many.atOf(0))))
    missing();
  await replaceEntities(
    many,
    'users',
    users.map((user, place) => ({ place, fields: withStatus(user, 'suspended') })),
  );
  await many.sideEffects(() => endSessionsOfAll(many, ids));
  return users.map((user) => ({
    action: 'user.suspended',
    target: userTarget(user),
    before: { status: user.status },
    after: { status: 'suspended' },
  }));
};

export const reactivateUsers: Together<'users.reactivate'> = async (asked) => {
  const { many } = asked;
  const users = await usersOf(asked);
  if (users.some(({ status }) => status !== 'suspended')) missing();
  const able = await ableToSignIn(
    many.connection,
    users.map(({ id }) => id),
  );
  const statusOf = ({ id }: User) => (able.has(id) ? 'active' : 'invited');
  await replaceEntities(
    many,
    'users',
    users.map((user, place) => ({ place, fields: withStatus(user, statusOf(user)) })),
  );
  return users.map((user) => ({
    action: 'user.reactivated',
    target: userTarget(user),
    before: { status: user.status },
    after: { status: statusOf(user) },
  }));
};

/** The user of each step, whom the caller may manage. Each user occurs once: a second change of status is refused. */
async function usersOf({
  many,
  steps,
  access,
}: AskedTogether<'users.suspend'> | AskedTogether<'users.reactivate'>): Promise<User[]> {
  const ids = steps.map(({ params }) => params.user.toLowerCase());
  if (new Set(ids).size < ids.length) missing();
  const users = theirs(new Map((await findUsers(many, ids)).map((user) => [user.id, user])), ids, steps);
  const [first] = users;
  if (first) await requireMayManage(many, access, first, ids);
  return users;
}

const withStatus = (user: User, status: User['status']) => ({
  id: user.id,
  ...userRow({ ...user, status }),
});
