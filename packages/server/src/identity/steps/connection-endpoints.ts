import { limits, typedName } from '@licet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { Refusal } from '../../refusal.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import type { Destination } from '../../store/sign-in/destination.ts';
import { purposeOf } from '../../store/sign-in/upstream-sign-ins.ts';
import { nameTold, returnPath } from '../connections/external-provider.ts';
import { type ConnectionParts, connectionButtons, leaveFor } from '../connections/leave-and-return.ts';
import { signInByConnection } from './by-connection.ts';
import { dressed, page, protocolPolicy } from './pages.ts';
import type { PageVisit, SignedIn, StepParts } from './sign-in.ts';
import { readBody, requireSameOrigin } from './sign-in-requests.ts';
import type { signInUnderWay } from './under-way.ts';

type AtSignIn = { Params: { uid: string } };
type AtConnection = { Params: { uid: string; connection: string } };

interface Page {
  readonly underWay: (
    request: FastifyRequest<AtSignIn>,
    reply: FastifyReply,
  ) => Promise<{
    readonly details: Awaited<ReturnType<typeof signInUnderWay>>;
    readonly visit: PageVisit & { readonly uid: string };
  }>;
  readonly complete: (
    details: Awaited<ReturnType<typeof signInUnderWay>>,
    reply: FastifyReply,
    visit: PageVisit,
    outcome: SignedIn,
  ) => string;
}

/** What the page shows of other providers: buttons, and why nothing came of the last one. */
export async function connectionsAt(
  parts: StepParts,
  to: Pick<Destination, 'rules' | 'providers' | 'now' | 'refused'>,
) {
  return {
    connections: await connectionButtons(parts, to),
    refused: to.refused,
  };
}

/**
 * Signing in by other providers: `POST /sign-in/:uid/connections/:connection` answers where to go. Every provider sends the browser
 * back to one address, which the cookie of the sign-in does not go to; from there it goes on below the page's own, where the cookie says
 * that it is the browser that left.
 */
export function mountProviders(scope: FastifyInstance, parts: StepParts & ConnectionParts, at: Page): void {
  const { database, issuer } = parts;
  scope.post<AtConnection>('/sign-in/:uid/connections/:connection', { bodyLimit: 2048 }, async (request, reply) => {
    requireSameOrigin(request, issuer);
    reply.header('cache-control', 'no-store');
    const { connection } = readBody(named, request.params, 'connection');
    const { login } = readBody(typed, request.body, 'login');
    const { details, visit } = await at.underWay(request, reply);
    const { ui_locales: locales } = details.params;
    const leave = {
      connection,
      hint: typedName(login) || null,
      locales: typeof locales === 'string' ? locales.slice(0, 100) : null,
      again: details.session?.accountId !== undefined,
    };
    return reply.send({
      location: await leaveFor(parts, { kind: 'sign-in', uid: visit.uid }, leave, visit.now),
    });
  });
  scope.register(async (forms) => takeForms(forms));
  scope.get(returnPath, async (request, reply) => {
    const answer = answerIn(asked(request));
    const purpose = await purposeOf(poolOf(database), answer.get('state') ?? '');
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (!purpose) {
      reply.header('content-security-policy', protocolPolicy).type('text/html; charset=utf-8').code(410);
      return reply.send(
        await dressed(
          database,
          page('This sign-in is over.', [
            'It took too long, or was answered before. Go back to the application and begin again.',
          ]),
        ),
      );
    }
    const { uid } = purpose;
    if (uid !== null) return reply.redirect(`/sign-in/${encodeURIComponent(uid)}/return?${answer}`, 303);
    return reply.redirect(`/me?${new URLSearchParams({ tab: 'credentials', answer: String(answer) })}`, 303);
  });
  scope.get<AtSignIn>('/sign-in/:uid/return', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const here = `/sign-in/${encodeURIComponent(request.params.uid)}`;
    try {
      const { details, visit } = await at.underWay(request, reply);
      const outcome = await signInByConnection(parts, visit, answerIn(asked(request)));
      return reply.redirect('next' in outcome ? here : at.complete(details, reply, visit, outcome), 303);
    } catch (error) {
      // Why is noted with the sign-in: its page says it.
      if (error instanceof Refusal && error.problem.status < 500) return reply.redirect(here, 303);
      if (error instanceof Refusal && error.problem.code === 'provider_unreachable') return reply.redirect(here, 303);
      throw error;
    }
  });
}

const named = z.object({ connection: z.uuid() });
const typed = z.strictObject({ login: z.string().max(254) });

/**
 * Takes an answer that is posted (OAuth 2.0 Form Post Response Mode). A form of another site brings no cookie along, which are `SameSite=Lax`: the
 * browser is sent on to the same address by GET, as for every other answer, so that the sign-in stays bound to the browser that began it.
 */
function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const form = { parseAs: 'string', bodyLimit: limits.formRequestBytes.value } as const;
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    form,
    async (_request: unknown, text: string) => text,
  );
  scope.post(returnPath, async (request, reply) => {
    const posted = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    posted.delete(nameTold);
    const name = nameIn(posted.get('user') ?? '');
    if (name !== '') posted.set(nameTold, name);
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(`${returnPath}?${answerIn(posted)}`, 303);
  });
}

/** How Apple says what somebody is called. */
function nameIn(user: string): string {
  try {
    const { firstName = '', lastName = '' } = told.parse(JSON.parse(user)).name;
    return `${firstName} ${lastName}`.trim().slice(0, limits.nameMax.value);
  } catch {
    return '';
  }
}
const told = z.object({ name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }) });

const asked = ({ url }: FastifyRequest) => new URL(url, 'http://localhost').searchParams;

/** What of it is an answer to an authorisation request (RFC 6749 section 4.1.2, RFC 9207); the rest is left behind. */
function answerIn(said: URLSearchParams): URLSearchParams {
  const answer = new URLSearchParams();
  for (const name of ['code', 'state', 'iss', 'error', 'error_description', nameTold])
    for (const value of said.getAll(name).slice(0, 2)) answer.append(name, value.slice(0, 4000));
  return answer;
}
