import type { Invited, User } from '@licet/contract';
import { queueMail } from '../../mail/queue-mail.ts';
import { Refusal } from '../../refusal.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { findUsers } from '../../store/users/users.ts';
import type { CallerAccess } from '../authorise.ts';
import { requireFreshToBecome } from '../credentials/fresh.ts';
import { requireMayBecome } from '../may-give.ts';
import { userTarget } from '../targets.ts';
import { answering, changeAs } from '../use-case.ts';

type Skipped = Invited['skipped'][number];

/**
 * Mails each a link to come in with. It rests on the right of whoever invites: that is asked here for each, before the change that
 * others wait for, and once more by the rule of links at the moment of use.
 */
export const invite = answering('users.invite', async (asked) => {
  const { database, body, access, caller } = asked;
  const ids = [...new Set(body.users)];
  const refused = await readNow(database, async (snapshot) => {
    const found = await findUsers(snapshot, ids);
    const skipped: Skipped[] = [];
    for (const user of found) {
      if (!access.isAdmin && !(await mayBecome(snapshot, access, user))) skipped.push(skip(user, 'may_not'));
      else await requireFreshToBecome(snapshot, caller, user);
    }
    return skipped;
  });
  const first = await readNow(database, (snapshot) => lookUp(snapshot, ids, refused));
  if (first.invited.length === 0) return { queued: 0, skipped: first.skipped };
  return changeAs('users.invite', asked, async ({ change }) => {
    const { invited, skipped } = await lookUp(change, ids, refused);
    await queueMail(change, {
      to: invited.map(({ id }) => id),
      template: 'invitation',
      data: { by: access.userId === null ? null : (access.actor?.name ?? null) },
      language: body.language,
      madeBy: access.userId,
    });
    const [only] = invited;
    change.record({
      action: 'user.invited',
      target:
        only && invited.length === 1
          ? userTarget(only)
          : { kind: 'users', id: 'users', name: `${invited.length} users` },
      after: { users: invited.map(({ username }) => username) },
    });
    return { queued: invited.length, skipped };
  });
});

/** Who of them was not in yet and can be written to; of the others, why not. */
async function lookUp(snapshot: Snapshot, ids: readonly string[], refused: readonly Skipped[]) {
  const found = new Map((await findUsers(snapshot, ids)).map((user) => [user.id, user]));
  const mayNot = new Set(refused.map(({ user }) => user.id));
  const skipped = [...refused];
  const invited: User[] = [];
  for (const id of ids.filter((each) => !mayNot.has(each))) {
    const user = found.get(id);
    if (!user) skipped.push({ user: { id, name: id }, why: 'gone' });
    else if (user.status !== 'invited') skipped.push(skip(user, 'not_invited'));
    else if (user.email === null) skipped.push(skip(user, 'no_address'));
    else invited.push(user);
  }
  return { invited, skipped };
}

const skip = ({ id, name }: User, why: Skipped['why']): Skipped => ({ user: { id, name }, why });

async function mayBecome(snapshot: Snapshot, access: CallerAccess, user: User): Promise<boolean> {
  try {
    await requireMayBecome(snapshot, access, user);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.problem.code === 'may_not_grant') return false;
    throw error;
  }
}
