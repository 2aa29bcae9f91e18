import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { charge, networkFailures, refund } from '../../store/sign-in/failures.ts';
import { findLink, type LinkState } from '../../store/sign-in/links.ts';
import type { Context } from '../context.ts';
import type { Handler } from '../handler.ts';

export const link: Handler<Calls['passwords']['link']> = async (context, { body }) => {
  const { username, name, expiresAt } = await requireLink(context, body.token);
  return { username, name, expiresAt };
};

/** Whom a link is for. Guesses are counted on the network. @throws Refusal `link_invalid`, `throttled` */
export async function requireLink({ database, origin }: Context, token: string): Promise<LinkState> {
  const network = networkFailures(origin.address);
  const wait = await charge(database, network);
  if (wait !== undefined)
    refuse('throttled', `Too many wrong links came from your network. Wait ${wait} seconds.`, { retryAfter: wait });
  const found = await findLink(database, token);
  if (!found) refuse('link_invalid', 'The link has been used, was replaced by a newer one, or has run out.');
  await refund(database, network);
  return found;
}
