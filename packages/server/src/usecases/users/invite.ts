import type { Invited, User } from '@licet/contract';
import { queueMail } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { beginRound } from '../../store/invitations/rounds.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { findUsers } from '../../store/users/users.ts';
import { personOf } from '../context.ts';
import { requireFreshSignIn, requireFreshToBecome } from '../credentials/fresh.ts';
import { mayBecome } from '../may-give.ts';
import { userTarget } from '../require.ts';
import { type Asked, answering, changeAs } from '../use-case.ts';
import { filtersSet, requireImport, requireMayFilter } from './read.ts';

type Skipped = Invited['skipped'][number];

/**
 * Mails invitation links. They depend on the inviter's rights, which are checked here for each user, before the
 * change that others wait for, and again when a link is used.
 */
export const invite = answering('users.invite', async (asked) => {
  const { body, caller } = asked;
  // The invitation is valid only while its creator keeps the right to create it. So a program may not create one.
  if (caller.kind === 'service') personOf(caller);
  return 'filter' in body ? inviteFound(asked, body) : inviteNamed(asked, body);
});

type Body = Asked<'users.invite'>['body'];

/** Starts a round: stores the users who match the filter. A job then invites them one by one. */
async function inviteFound(asked: Asked<'users.invite'>, body: Extract<Body, { filter: unknown }>): Promise<Invited> {
  return changeAs('users.invite', asked, async ({ change, access, caller }) => {
    if (caller.kind !== 'operator') await requireFreshSignIn(change, caller, 'invitations');
    const { filter, language, again = false } = body;
    requireMayFilter(access, filter);
    await requireImport(change, filter);
    const madeBy = access.userId;
    const byName = access.actor?.name ?? '';
    const { id, total } = await beginRound(change, { filter, language, again, madeBy, byName });
    if (total === 0) refuse('wrong_state', 'nobody_without_password', {});
    change.record({
      action: 'user.invited',
      target: { kind: 'users', id: 'users', name: `${total} users` },
      after: { filter: filtersSet(filter), users: total, again },
    });
    return { queued: 0, skipped: [], round: id };
  });
}

async function inviteNamed(asked: Asked<'users.invite'>, body: Extract<Body, { users: unknown }>): Promise<Invited> {
  const { database, access, caller } = asked;
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
  if (first.invited.length === 0) return { queued: 0, skipped: first.skipped, round: null };
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
    return { queued: invited.length, skipped, round: null };
  });
}

/** Returns the users who have an address and have not signed in yet, and all others with the reason. */
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
