import { createHash } from 'node:crypto';
import type { Calls, PasskeyOffer } from '@licet/contract';
import { offerPasskey, readNewPasskey } from '../../identity/factors/passkeys.ts';
import { tellChanged } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { insertPasskey, keepChallenge, takeChallenge } from '../../store/credentials/passkeys.ts';
import { removePassword } from '../../store/credentials/passwords.ts';
import { change } from '../../store/kernel/change.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { viaOf } from '../authorise.ts';
import type { Context } from '../context.ts';
import { userTarget } from '../require.ts';
import type { Input } from '../use-case.ts';
import { logTaken, requireLink, requireLinkWay, takeLink } from './link.ts';

/** The options for creating a passkey. It will be the only factor at the next sign-in, so it must verify its user. */
export const offer = async (
  { database, issuer }: Context,
  { body }: Input<Calls['passwords']['passkeyOptions']>,
): Promise<PasskeyOffer> => {
  const { userId: id, username, name } = await requireLink(database, body.token);
  const connection = poolOf(database);
  await requireLinkWay(connection, issuer, id, 'passkey');
  const organisation = (await organisationName(connection)) || 'Licet';
  const options = offerPasskey(issuer, organisation, { id, username, name }, [], 'required');
  await keepChallenge(connection, challengeOf(body.token), options.challenge, await readClock(database));
  return options;
};

/** Sets the passkey with the link. The old password ends: the user has forgotten it, or another person may know it. */
export const setPasskey = async (
  { database, issuer, caller, origin }: Context,
  { body }: Input<Calls['passwords']['setPasskey']>,
) => {
  const { token, name, response } = body;
  const link = await requireLink(database, token);
  const { userId } = link;
  const connection = poolOf(database);
  await requireLinkWay(connection, issuer, userId, 'passkey');
  const challenge = await takeChallenge(connection, challengeOf(token), await readClock(database));
  if (challenge === undefined) return refuse('begin_again', 'link_passkey_not_begun', {});
  const facts = await readNewPasskey(issuer, challenge, response);
  if (!facts?.verifies) return refuse('passkey_refused', 'new_passkey_unfit', {});
  await change(database, { kind: 'user', id: userId, name: link.name, via: viaOf(caller, origin) }, async (handle) => {
    const { user, invited } = await takeLink(handle, link, token);
    await requireLinkWay(handle.connection, issuer, userId, 'passkey');
    const passkey = await insertPasskey(handle.connection, userId, name, facts, handle.clock);
    const hadPassword = await removePassword(handle.connection, userId);
    if (!invited) await tellChanged(handle, userId, 'passkey_by_link');
    handle.record({
      action: invited ? 'user.activated' : 'user.passkey_added',
      target: userTarget(user),
      ...(hadPassword && { before: { password: true } }),
      after: { passkey: passkey.name, byLink: true, ...(hadPassword && { password: false }) },
    });
    await logTaken(handle, userId, 'passkey_set', origin);
  });
};

/** Names the token by its hash: the token itself is not stored. */
const challengeOf = (token: string) => `link ${createHash('sha256').update(token).digest('base64url')}`;
