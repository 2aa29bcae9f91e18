import { errorCatalogue, limits } from '@licet/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { clientAddress } from '../../client-address.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { chargeAttempt, logoutFailures } from '../../store/credentials/throttle.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { takeSignOutThere } from '../../store/sign-in/upstream-sessions.ts';
import { backchannelLogoutPath, signedOutPath } from '../connections/external-provider.ts';
import type { ConnectionParts } from '../connections/leave-and-return.ts';
import { endSessionsEndedAtProvider } from './ended-at-provider.ts';
import { signedOutPage } from './signed-out-page.ts';

/**
 * Mounts two endpoints: the return address after signing out at a provider, and the address for logout tokens of providers (OpenID
 * Connect Back-Channel Logout 1.0 section 2.5). The latter reads the form field `logout_token`, and answers 200, or 400 with the reason.
 * Wrong tokens count for their network. A valid token for an unknown user gets the same answer, so that it does not reveal who is signed
 * in.
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
