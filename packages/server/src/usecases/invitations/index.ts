import type { Withdrawn } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findRound, listRounds, type RoundOf, roundNamed, stopRound } from '../../store/invitations/rounds.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { findUsers, invitationOf, whoHasInvitation, withdrawInvitations } from '../../store/users/users.ts';
import { mayManage } from '../may-give.ts';
import { requireUser, userTarget } from '../require.ts';
import { answering, changeAs, changing, reading } from '../use-case.ts';

export const list = reading('invitations.list', async ({ snapshot }) => ({
  items: await listRounds(snapshot, 'invitations'),
}));

export const get = reading('invitations.get', ({ snapshot, params }) => requireRound(snapshot, params.round));

export const ofUser = reading('invitations.ofUser', async ({ snapshot, params }) => {
  const user = await requireUser(snapshot, params.user);
  return invitationOf(snapshot, user.id);
});

/** @throws Refusal `not_found` */
export async function requireRound(snapshot: Snapshot, id: string, of: RoundOf = 'invitations') {
  return (await roundNamed(snapshot, of, id)) ?? refuse('not_found', 'round_unknown', { id });
}

export const stop = changing('invitations.stop', async ({ change, params }) => {
  const before = await requireRound(change, params.round);
  await findRound(change.connection, before.id, true);
  if (!(await stopRound(change, before.id))) refuse('wrong_state', 'round_done', {});
  const after = await requireRound(change, before.id);
  const target = { kind: 'users', id: 'users', name: `${before.total} users` };
  change.record({ action: 'user.invitations_stopped', target, after: { sent: after.mails.sent, of: after.total } });
  return after;
});

/** Ends the links immediately. This only removes access, so the right to manage the users is enough. */
export const withdraw = answering('invitations.withdraw', async (asked): Promise<Withdrawn> => {
  const { database, access, body } = asked;
  const ids = [...new Set(body.users)];
  const { known, skipped } = await readNow(database, async (snapshot) => {
    const found = new Map((await findUsers(snapshot, ids)).map((user) => [user.id, user]));
    const had = await whoHasInvitation(snapshot, ids);
    const refused: Withdrawn['skipped'] = [];
    const theirs = [];
    for (const id of ids) {
      const user = found.get(id);
      if (!user) refused.push({ user: { id, name: id }, why: 'gone' });
      else if (user.status !== 'invited' || !had.has(id)) refused.push({ user: { id, name: user.name }, why: 'none' });
      else if (!(await mayManage(snapshot, access, user)))
        refused.push({ user: { id, name: user.name }, why: 'may_not' });
      else theirs.push(user);
    }
    return { known: theirs, skipped: refused };
  });
  if (known.length === 0) return { withdrawn: 0, skipped };
  return changeAs('invitations.withdraw', asked, async ({ change }) => {
    const present = await findUsers(
      change,
      known.map(({ id }) => id),
    );
    const invited = present.filter(({ status }) => status === 'invited');
    const had = new Set(
      await withdrawInvitations(
        change,
        invited.map(({ id }) => id),
      ),
    );
    const ended = invited.filter(({ id }) => had.has(id));
    const none = known.filter(({ id }) => !had.has(id));
    const [only] = ended;
    change.record({
      action: 'user.invitation_withdrawn',
      target:
        only && ended.length === 1 ? userTarget(only) : { kind: 'users', id: 'users', name: `${ended.length} users` },
      after: { users: ended.map(({ username }) => username) },
    });
    const nothing = none.map(({ id, name }) => ({ user: { id, name }, why: 'none' as const }));
    return { withdrawn: ended.length, skipped: [...skipped, ...nothing] };
  });
});
