import { limits, typedName } from '@licet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { poolOf } from '../../store/kernel/pool.ts';
import { purposeOf } from '../../store/sign-in/upstream-sign-ins.ts';
import { nameTold, returnPath } from '../connections/external-provider.ts';
import { type ConnectionParts, leaveFor } from '../connections/leave-and-return.ts';
import { signInByConnection } from './by-connection.ts';
import { dressed, page } from './pages.ts';
import type { SignedIn, StepParts } from './sign-in.ts';
import { type Handlers, pageOf, type Started } from './sign-in-requests.ts';

/**
 * Signing in by other providers. Every provider sends the browser back to one address, to which the cookie of the sign-in is not sent; from
 * there the browser goes on below the page's own address, where the cookie shows that it is the browser that left.
 */
export function providerCalls(
  parts: StepParts & ConnectionParts,
  complete: (asked: Started & { readonly reply: FastifyReply }, signedIn: SignedIn) => string,
): Pick<Handlers, 'provider' | 'providerReturn' | 'providerFinish'> {
  const { database } = parts;
  return {
    provider: async ({ details, visit, params, body }) => {
      const { ui_locales: locales } = details.params;
      const leave = {
        connection: params.connection,
        hint: typedName(body.login) || null,
        locales: typeof locales === 'string' ? locales.slice(0, 100) : null,
        again: details.session?.accountId !== undefined,
      };
      return { location: await leaveFor(parts, { kind: 'sign-in', uid: visit.uid }, leave, visit.now) };
    },
    providerReturn: async ({ request }) => {
      const answer = answerIn(asked(request));
      const purpose = await purposeOf(poolOf(database), answer.get('state') ?? '');
      if (!purpose) return { status: 410, html: await dressed(database, tooLate()) };
      if (purpose.uid !== null) return `${pageOf(purpose.uid)}/return?${answer}`;
      return `/me?${new URLSearchParams({ tab: 'credentials', answer: String(answer) })}`;
    },
    providerFinish: async (finished) => {
      const { request, visit } = finished;
      const outcome = await signInByConnection(parts, visit, answerIn(asked(request)));
      return 'next' in outcome ? pageOf(visit.uid) : complete(finished, outcome);
    },
  };
}

const tooLate = () =>
  page('This sign-in is over.', [
    'It took too long, or was answered before. Go back to the application and begin again.',
  ]);

/** Mounts the address of {@link returnPath} for answers that are posted. */
export function takePostedAnswers(scope: FastifyInstance): void {
  scope.register(async (forms) => takeForms(forms));
}

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
