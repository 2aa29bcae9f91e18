import { refuse } from '../../refusal.ts';
import { listRounds, type RoundOf, roundNamed } from '../../store/invitations/rounds.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { invitationOf } from '../../store/users/invitation.ts';
import { requireUser } from '../require.ts';
import { reading } from '../use-case.ts';

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
