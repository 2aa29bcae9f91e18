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
 * Tells a client that a session was ended, however it was (OpenID Connect Back-Channel Logout 1.0): the job was queued with the end
 * itself. One that cannot be reached is told again later; one that refuses the token is not.
 */
export function tellOfEndedSession({ database, issuer, keys, outgoing }: Parts): JobHandler {
  return {
    // The addresses are those of applications' owners: one that keeps us waiting keeps no mail waiting.
    atOnce: limits.jobsAtOnce.value / 2,
    run: async ({ id, data }, signal) => {
      const { client: clientId, user, session } = ended.parse(data);
      const client = await findClient(poolOf(database), clientId);
      if (!client || client.backchannelLogoutUri === null) return;
      const now = secondsOf(await readClock(database));
      const { kid, algorithm, key } = await keys.signing(client.idTokenAlgorithm);
      // Section 2.4. A job that is done twice sends the same jti, so that a client that remembers them hears it once.
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
