import { type Calls, licetApplication, type User } from '@licet/contract';
import { Refusal, refuse } from '../../refusal.ts';
import { momentsSince } from '../../store/access/moments.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { read, type Snapshot } from '../../store/kernel/snapshot.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { endLink, findLink, type LinkState } from '../../store/sign-in/links.ts';
import { authorise } from '../authorise.ts';
import type { Context } from '../context.ts';
import { requireMayBecome } from '../may-give.ts';
import type { Input } from '../use-case.ts';
import { waysOfLink } from './link-ways.ts';

export const link = async ({ database, issuer }: Context, { body }: Input<Calls['passwords']['link']>) => {
  const { userId, username, name, expiresAt } = await requireLink(database, body.token);
  const connection = poolOf(database);
  const ways = await waysOfLink(connection, issuer, userId);
  return { username, name, expiresAt, organisation: await organisationName(connection), ways };
};

/**
 * The user of a link, while its maker could still make it; after that it ends. Its token has 256 random bits, so
 * guesses need no throttling.
 * @throws Refusal `link_invalid`
 */
export async function requireLink(database: Database, token: string): Promise<LinkState> {
  const found = await findLink(database, token);
  if (!found) return refuse('link_invalid', 'link_ended', {});
  try {
    const user = { id: found.userId, name: found.name };
    await read(database, (snapshot) => requireMakerStillMay(snapshot, found, user));
  } catch (error) {
    if (error instanceof Refusal && error.problem.code === 'link_invalid') await endLink(database, token);
    throw error;
  }
  return found;
}

/**
 * The maker of a link, who may have kept it, could become the user: it depends on their rights now and at every
 * moment since. A right that was lost and regained does not revive a link. The operator may do everything.
 * @throws Refusal `link_invalid`
 */
export async function requireMakerStillMay(
  snapshot: Snapshot,
  { madeBy, madeAt }: Pick<LinkState, 'madeBy' | 'madeAt'>,
  user: Pick<User, 'id' | 'name'>,
): Promise<void> {
  if (madeBy === null) return;
  const token = { version: snapshot.no, expiresAt: Number.POSITIVE_INFINITY };
  const maker = { kind: 'user', userId: madeBy, sessionId: null, audience: licetApplication, token } as const;
  const ended = () => refuse('link_invalid', 'link_maker_may_not', { user: user.name });
  const requireAt = async (moment: Snapshot) =>
    requireMayBecome(moment, await authorise(moment, maker, 'users.passwordLink', { user: user.id }), user);
  try {
    await requireAt(snapshot);
    for await (const moment of momentsSince(snapshot, madeBy, licetApplication, madeAt)) {
      if (!moment) return ended();
      await requireAt(moment);
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.status >= 500) throw error;
    ended();
  }
}
