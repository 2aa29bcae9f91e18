import { limits, typedName } from '@licet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { Refusal } from '../../refusal.ts';
import type { StoredProvider } from '../../store/connections/connections.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { findAccount } from '../../store/sign-in/accounts.ts';
import { noteProved, noteRefusal, purposeOf } from '../../store/sign-in/upstream-sessions.ts';
import { accountOf, assuranceValuesOf } from '../connections/account-of.ts';
import { nameField, type Proved, returnPath } from '../connections/external-provider.ts';
import { type ConnectionParts, comeBack, leaveFor, upstreamProofIn } from '../connections/leave-and-return.ts';
import { settleGroups } from '../connections/mapped-groups.ts';
import { type SignInWay, upstreamWay } from '../factors/assurance.ts';
import { writeLine } from '../factors/attempts.ts';
import { dressed, page } from './pages.ts';
import { goOn, type PageVisit, type SignedIn, type StepOutcome, type StepParts } from './sign-in.ts';
import { type Handlers, pageOf, type Started } from './sign-in-requests.ts';

/**
 * Signing in by external providers. All providers return the browser to one address, which does not get the cookie of the sign-in because
 * of the cookie's path. So it redirects to an address below the sign-in page, where the cookie shows that this browser started the
 * sign-in.
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

/** Mounts the address {@link returnPath} for answers that are sent by POST. */
export function takePostedAnswers(scope: FastifyInstance): void {
  scope.register(async (forms) => takeForms(forms));
}

/**
 * Accepts an answer sent by POST (OAuth 2.0 Form Post Response Mode). A form on another site sends no `SameSite=Lax`
 * cookies, so this redirects to the same address by GET. The browser then sends its cookies, so the sign-in stays bound
 * to that browser.
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
    posted.delete(nameField);
    const name = nameIn(posted.get('user') ?? '');
    if (name !== '') posted.set(nameField, name);
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(`${returnPath}?${answerIn(posted)}`, 303);
  });
}

/** The user's name in the format of Apple. */
function nameIn(user: string): string {
  try {
    const { firstName = '', lastName = '' } = postedUser.parse(JSON.parse(user)).name;
    return `${firstName} ${lastName}`.trim().slice(0, limits.nameMax.value);
  } catch {
    return '';
  }
}
const postedUser = z.object({ name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }) });

const asked = ({ url }: FastifyRequest) => new URL(url, 'http://localhost').searchParams;

/** Keeps the parameters that belong to an authorization response (RFC 6749 section 4.1.2, RFC 9207). */
function answerIn(received: URLSearchParams): URLSearchParams {
  const answer = new URLSearchParams();
  for (const name of ['code', 'state', 'iss', 'error', 'error_description', nameField])
    for (const value of received.getAll(name).slice(0, 2)) answer.append(name, value.slice(0, 4000));
  return answer;
}

/**
 * Signs in with an external account. It counts as both factors if the connection accepts the provider's `amr` as two
 * factors, otherwise as one. A refusal is stored, so that the page can show it.
 * @throws Refusal `begin_again`, `provider_…`, `identity_unknown`, and as `makeUser`
 */
async function signInByConnection(
  parts: StepParts & ConnectionParts,
  visit: PageVisit & { readonly uid: string },
  answer: URLSearchParams,
): Promise<StepOutcome> {
  const { database } = parts;
  const purpose = { kind: 'sign-in', uid: visit.uid } as const;
  try {
    const { connection, proved } = await comeBack(parts, purpose, answer, visit.now);
    const account = await accountOf(parts, visit, connection, proved);
    const keep = { ...upstreamProofIn(parts, connection, proved, visit.now), user: account.id };
    await noteProved(poolOf(database), purpose, answer.get('state') ?? '', keep, visit.now);
    await settleGroups(database, connection, proved.groups, account);
    // Reads the account again, because the provider's groups may have changed its roles. Uses the old epoch, so that
    // this sign-in fails if the user's sign-ins have ended meanwhile.
    const settled = (await findAccount(database, account.id)) ?? account;
    return await goOn(parts, visit, settled, [wayOf(connection, proved)], { epoch: account.epoch });
  } catch (error) {
    const state = answer.get('state');
    if (error instanceof Refusal && state !== null) {
      if (error.problem.code !== 'begin_again') await writeLine(database, visit, null, 'provider_refused', 'provider');
      await noteRefusal(poolOf(database), purpose, state, error.problem, visit.now);
    }
    throw error;
  }
}

const wayOf = ({ twoFactorValues }: StoredProvider, proved: Proved): SignInWay =>
  upstreamWay(assuranceValuesOf(proved), twoFactorValues);
