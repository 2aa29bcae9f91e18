import { createHash } from 'node:crypto';
import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findConnection } from '../../store/connections/connections.ts';
import { change } from '../../store/kernel/change.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { endSessionsBy } from '../../store/sign-in/sessions.ts';
import { firstSeen, wasSeen } from '../../store/sign-in/tokens.ts';
import { sessionsBy, takeBackProofs, usersOfUpstream } from '../../store/sign-in/upstream-sessions.ts';
import { providerOf } from '../connections/connection-secrets.ts';
import type { ConnectionParts } from '../connections/leave-and-return.ts';

/**
 * Ends the sessions and unfinished sign-ins that began with a provider's session, because the provider reports its end (OpenID Connect
 * Back-Channel Logout 1.0 section 2.7). Also accepted for a connection that is turned off.
 * @throws Refusal `invalid_request`, `provider_unreachable`, `provider_wrong`
 */
export async function endSessionsEndedAtProvider(
  parts: ConnectionParts,
  connectionId: string,
  token: string,
): Promise<void> {
  const { database, secrets, upstream } = parts;
  const now = await readClock(database);
  const connection = await findConnection({ connection: poolOf(database), at: now }, connectionId);
  if (connection?.kind !== 'openid') return refuse('invalid_request', 'logout_connection_unknown', {});
  const provider = await providerOf(poolOf(database), secrets, connection);
  const { id, ...named } = await upstream.endedThere(provider, token, now);
  const message = createHash('sha256').update(`logout token\0${connectionId}\0${id}`).digest();
  if (await wasSeen(database, message)) refuseUsed();
  const ended = { connectionId, ...named };
  await takeBackProofs(poolOf(database), ended);
  for (const user of await usersOfUpstream(poolOf(database), ended))
    await change(database, { kind: 'system', id: null, name: connection.name }, async (handle) => {
      const count = await endSessionsBy(handle, user.id, sessionsBy(ended));
      handle.record({
        action: 'user.sessions_ended',
        target: { kind: 'user', ...user },
        after: { connection: connection.name, ended: count },
      });
    });
  // Stored only after the sessions have ended: if this server stops before, the provider gets no answer and repeats the message.
  if (!(await firstSeen(database, message, limits.logoutTokenAge.value + day))) refuseUsed();
}

const refuseUsed = () => refuse('invalid_request', 'logout_token_wrong', { fault: 'used' });

/** A margin, in seconds: a server's clock dates the tokens, and the database's clock decides when to forget them. */
const day = 86_400;
