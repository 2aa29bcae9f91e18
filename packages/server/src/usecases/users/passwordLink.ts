import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { makeLink } from '../../store/sign-in/links.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayBecome } from '../mayGive.ts';
import { linkAddress } from '../passwords/linkAddress.ts';
import { requireUser } from '../require.ts';
import { userTarget } from '../targets.ts';

/** Makes a one-time link, shown once. Whoever has it can become the user: it takes the same right as managing them. */
export const passwordLink: Handler<Calls['users']['passwordLink']> = (context, { params }) =>
  changeAs(context, 'users.passwordLink', params, async (change, caller) => {
    const user = await requireUser(change, params.user);
    await requireMayBecome(change, caller, user);
    if (user.status === 'suspended')
      refuse('wrong_state', `${user.name} is suspended. Let them in again first, then make a link.`);
    const { token, expiresAt } = await makeLink(change.connection, user.id, caller.userId);
    change.record({ action: 'user.password_link_made', target: userTarget(user), after: { expiresAt } });
    return { url: linkAddress(context.issuer, token), expiresAt };
  });
