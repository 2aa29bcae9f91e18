import { limits } from '@licet/contract';
import { SignJWT } from 'jose';
import * as z from 'zod';
import { GivenUp, type JobHandler } from '../../jobs/jobs.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { findClient } from '../../store/applications/clients.ts';
import { readClock } from '../../store/kernel/clock.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import type { KeyRing } from '../keys/signing-keys.ts';
import { secondsOf } from '../tokens/token-claims.ts';

interface Parts {
  readonly database: Database;
  readonly issuer: string;
  readonly keys: Pick<KeyRing, 'signing'>;
  readonly outgoing: Outgoing;
}

const ended = z.object({ client: z.string(), user: z.string(), session: z.string() });

/**
 * Sends a client the logout token for a session that has ended (OpenID Connect Back-Channel Logout 1.0). The job was
 * queued in the transaction that ended the session. It is retried if the client cannot be reached, but not if the
 * client refuses the token.
 */
export function tellOfEndedSession({ database, issuer, keys, outgoing }: Parts): JobHandler {
  return {
    // The owners of applications choose these addresses. A slow server must not delay mails, so these jobs get half of
    // the job slots.
    atOnce: limits.jobsAtOnce.value / 2,
    run: async ({ id, data }, signal) => {
      const { client: clientId, user, session } = ended.parse(data);
      const client = await findClient(poolOf(database), clientId);
      if (!client || client.backchannelLogoutUri === null) return;
      const now = secondsOf(await readClock(database));
      const { kid, algorithm, key } = await keys.signing(client.idTokenAlgorithm);
      // Section 2.4. A repeated job sends the same `jti`, so that a client can ignore the repetition.
      const token = await new SignJWT({ sid: session, events: { [logoutEvent]: {} } })
        .setProtectedHeader({ alg: algorithm, kid, typ: 'logout+jwt' })
        .setIssuer(issuer)
        .setSubject(user)
        .setAudience(client.id)
        .setIssuedAt(now)
        .setExpirationTime(now + limits.logoutTokenLifetime.value)
        .setJti(id)
        .sign(key);
      const body = new URLSearchParams({ logout_token: token });
      const { status } = await outgoing(client.backchannelLogoutUri, {
        method: 'POST',
        body,
        redirect: 'error',
        signal,
      });
      if (status >= 200 && status < 300) return;
      const sentence = `${client.name} (${client.application}) answered ${status} to the end of a session.`;
      throw status >= 400 && status < 500 && status !== 408 && status !== 429
        ? new GivenUp(sentence)
        : new Error(sentence);
    },
  };
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
