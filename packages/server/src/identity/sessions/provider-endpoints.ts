import { createHash } from 'node:crypto';
import { errorCatalogue, limits } from '@licet/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { clientAddress } from '../../client-address.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { findConnection } from '../../store/connections/connections.ts';
import { chargeAttempt, logoutFailures } from '../../store/credentials/throttle.ts';
import { change } from '../../store/kernel/change.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { endSessionsBy } from '../../store/sign-in/sessions.ts';
import { firstSeen, wasSeen } from '../../store/sign-in/tokens.ts';
import {
  sessionsBy,
  takeBackProofs,
  takeSignOutThere,
  usersOfUpstream,
} from '../../store/sign-in/upstream-sessions.ts';
import { backchannelLogoutPath, providerOf, signedOutPath } from '../connections/external-provider.ts';
import type { ConnectionParts } from '../connections/leave-and-return.ts';
import { signedOutPage } from './sign-out-question.ts';

/**
 * Ends the sessions and unfinished sign-ins that began with a provider's session, when the provider reports that this
 * session has ended (OpenID Connect Back-Channel Logout 1.0 section 2.7). Also accepts reports for a connection that is
 * turned off.
 * @throws Refusal `invalid_request`, `provider_unreachable`, `provider_wrong`
 */
async function endSessionsEndedAtProvider(parts: ConnectionParts, connectionId: string, token: string): Promise<void> {
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

/**
 * A margin, in seconds, because a server's clock dates the tokens, but the database's clock decides when to forget
 * them.
 */
const day = 86_400;

/**
 * Mounts two endpoints:
 * - The address to which a provider returns the browser after a sign-out.
 * - The address to which providers post logout tokens (OpenID Connect Back-Channel Logout 1.0 section 2.5). It reads
 * the form field `logout_token`, and answers 200, or 400 with the reason. An invalid token counts as a failed attempt
 * from its network. A valid token for an unknown user gets the same answer as for a known one, so that the answer does
 * not reveal who is signed in.
 */
export async function mountUpstreamSignOut(app: FastifyInstance, parts: ConnectionParts): Promise<void> {
  const { database } = parts;
  await app.register(async (scope) => {
    scope.get(signedOutPath, async (request, reply) => {
      const state = new URL(request.url, 'http://localhost').searchParams.get('state') ?? '';
      const to = await takeSignOutThere(database, state, await readClock(database));
      return reply.header('cache-control', 'no-store').redirect(to ?? signedOutPage, 303);
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: limits.logoutTokenBytes.value },
      async (_request: unknown, text: string) => text,
    );
    scope.setErrorHandler<{ statusCode?: number }>(async (error, request, reply) => {
      const known = error instanceof Refusal ? error.problem : undefined;
      const status = known?.status ?? error.statusCode ?? 500;
      if (status >= 500) {
        if (!known) request.log.error({ err: error }, 'A logout token was not looked at.');
        return answer(reply, 503, known?.detail ?? errorCatalogue.unavailable.title);
      }
      const wait = await chargeAttempt(
        database,
        [logoutFailures(clientAddress(request.ip))],
        await readClock(database),
      );
      if (typeof wait === 'number')
        return answer(reply.header('retry-after', wait), 429, 'Too many wrong tokens came from your network.');
      return answer(reply, 400, known?.detail ?? 'This takes a form with a logout_token, and nothing else.');
    });
    scope.post<{ Params: { connection: string } }>(backchannelLogoutPath(':connection'), async (request, reply) => {
      const asked = sent.safeParse({
        connection: request.params.connection,
        tokens: new URLSearchParams(String(request.body ?? '')).getAll('logout_token'),
      });
      if (!asked.success) return refuse('invalid_request', 'logout_token_missing', {});
      const [token] = asked.data.tokens;
      await endSessionsEndedAtProvider(parts, asked.data.connection, token);
      return reply.header('cache-control', 'no-store').code(200).send();
    });
  });
}

const answer = (reply: FastifyReply, status: number, sentence: string) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send({ error: status === 400 ? 'invalid_request' : 'temporarily_unavailable', error_description: sentence });

const sent = z.object({ connection: z.uuid(), tokens: z.tuple([z.string().min(1)]) });
