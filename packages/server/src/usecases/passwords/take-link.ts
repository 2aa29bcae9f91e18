import type { SignIn, User } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Change } from '../../store/kernel/change.ts';
import { type LinkState, useLink } from '../../store/sign-in/links.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { logSignIn } from '../../store/sign-in/sign-ins.ts';
import { noteVerified } from '../../store/users/addresses.ts';
import { updateUser } from '../../store/users/users.ts';
import type { Context } from '../context.ts';
import { requireUser } from '../require.ts';
import { requireMakerStillMay } from './link.ts';

/** The user of a used link, and whether it is their first sign-in. */
export interface Taken {
  readonly user: User;
  readonly invited: boolean;
}

/**
 * Uses up a link, for what is set in the same change. An invited user becomes active, and the user's sessions end.
 * @throws Refusal `link_invalid`
 */
export async function takeLink(change: Change, link: LinkState, token: string): Promise<Taken> {
  if (!(await useLink(change, token))) refuse('link_invalid', 'link_just_used', {});
  const user = await requireUser(change, link.userId);
  if (user.status === 'suspended') refuse('link_invalid', 'link_user_suspended', {});
  if (link.kind === 'invitation' && user.status !== 'invited') refuse('link_invalid', 'invitation_accepted', {});
  if (link.kind === 'reset' && user.status !== 'active') refuse('link_invalid', 'reset_before_first_sign_in', {});
  await requireMakerStillMay(change, link, user);
  const invited = user.status === 'invited';
  if (invited) await updateUser(change, user, { status: 'active' });
  if (link.address !== null && link.address === user.email) await noteVerified(change, user.id, link.address);
  await endSessionsOf(change, user.id);
  return { user, invited };
}

/** Writes to the sign-in log what was set. */
export async function logTaken(
  { connection, clock }: Change,
  userId: string,
  outcome: Extract<SignIn['outcome'], 'password_set' | 'passkey_set'>,
  { address, agent }: Context['origin'],
): Promise<void> {
  await logSignIn(connection, { userId, outcome, client: null, address, agent }, clock);
}
