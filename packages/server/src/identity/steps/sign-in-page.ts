import type { KeyObject } from 'node:crypto';
import { limits, passkey as ownPasskey, passkeyAssertion, passkeyRegistration } from '@licet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { refuse } from '../../refusal.ts';
import { findAccount } from '../../store/sign-in/accounts.ts';
import { type Destination, readDestination } from '../../store/sign-in/destination.ts';
import type { Upstream } from '../connections/external-provider.ts';
import { asksForStrongest } from '../factors/assurance.ts';
import { knownBrowsersCookie, readKnownBrowsers } from '../factors/known-browsers.ts';
import { passkeysPossible } from '../factors/passkeys.ts';
import { beginAgain, refuseOver } from '../factors/refusals.ts';
import { mountBeginAgain } from './begin-again.ts';
import { beginSession } from './begin-session.ts';
import { signInByCode } from './by-code.ts';
import { askPasskey, signInByPasskey } from './by-passkey.ts';
import { mountChooseAccount } from './choose-account.ts';
import { nameInLog } from './client-names.ts';
import { connectionsAt, mountProviders } from './connection-endpoints.ts';
import { readOrigin } from './request-origin.ts';
import { offerApp, offerOwnPasskey, setUpApp, setUpLater, setUpPasskey } from './set-up.ts';
import { type NextStep, nextStep, type PageVisit, type SignedIn, type StepParts, signInByPassword } from './sign-in.ts';
import { readBody, requireSameOrigin, type SignInRequest } from './sign-in-requests.ts';
import { type PageParts, pageReading, signInUnderWay } from './under-way.ts';

export interface SignInPageParts extends PageParts, StepParts {
  /** Signs what a browser holds of the accounts that it is known for. */
  readonly browsersKeys: readonly [KeyObject, ...KeyObject[]];
  /** Whether the environment names a mail server. */
  readonly mailSet: boolean;
  readonly upstream: Upstream;
}

type AtPage = PageVisit & { readonly uid: string };
type AtSignIn = { Params: { uid: string } };
const bodyLimit = 8192;

/**
 * The endpoints behind the sign-in page. They stand under the page's own address, because the cookie of the sign-in goes to
 * no other: `GET /sign-in/:uid/details`; `POST /sign-in/:uid` with login and password, `…/passkey` with what a passkey has signed (of
 * what `…/passkey/options` gave) and `…/code` with a code, answered by where to go on, or by what is asked for next. `POST /sign-in` signs in on the way to no application: the set-up page
 * does, so that the console opens without asking again.
 */
export async function mountSignInPage(app: FastifyInstance, parts: SignInPageParts): Promise<void> {
  const { database, issuer, browsersKeys } = parts;
  /** What is known of the browser that asks. */
  const originOf = (request: FastifyRequest) => ({
    origin: readOrigin(request),
    browsers: readKnownBrowsers(browsersKeys, request.headers.cookie, issuer.startsWith('https:')),
  });
  const underWay = async (request: FastifyRequest<AtSignIn>, reply: FastifyReply) => {
    const read: { to: Destination | undefined } = { to: undefined };
    const { uid } = request.params;
    const details = await pageReading.run(read, () => signInUnderWay(parts.provider(), request, reply, uid));
    return { details, visit: { ...onTheWay(read.to ?? refuseOver(), details), ...originOf(request) } };
  };
  const knowBrowser = (reply: FastifyReply, { browsers }: PageVisit, { browser }: SignedIn) => {
    const { value: lifetime } = limits.knownBrowserLifetime;
    const known = [browser, ...browsers];
    reply.header('set-cookie', knownBrowsersCookie(browsersKeys[0], known, lifetime, issuer.startsWith('https:')));
  };
  /** Answers where somebody who has signed in goes on. */
  const complete = (details: Details, reply: FastifyReply, visit: PageVisit, outcome: SignedIn) => {
    knowBrowser(reply, visit, outcome);
    return details.returnTo;
  };
  /** One step of a sign-in that is under way in the browser that asks: done, or what is asked for next. */
  const step =
    <Body extends z.ZodType>(
      body: Body,
      named: SignInRequest,
      take: (visit: PageVisit, entered: z.infer<Body>) => Promise<SignedIn | NextStep>,
    ) =>
    async (request: FastifyRequest<AtSignIn>, reply: FastifyReply) => {
      requireSameOrigin(request, issuer);
      reply.header('cache-control', 'no-store');
      const { details, visit } = await underWay(request, reply);
      const entered = readBody(body, request.body, named);
      const outcome = await take(visit, entered);
      if ('next' in outcome) return reply.send(outcome);
      const location = complete(details, reply, visit, outcome);
      const { recoveryCodes } = outcome;
      return reply.send({ location, ...(recoveryCodes && { recoveryCodes }) });
    };
  /** What a browser is given for a step of a sign-in that is under way in it. */
  const offer =
    (give: (visit: AtPage) => Promise<unknown>) => async (request: FastifyRequest<AtSignIn>, reply: FastifyReply) => {
      requireSameOrigin(request, issuer);
      const { visit } = await underWay(request, reply);
      readBody(nothing, request.body, 'nothing');
      return reply.header('cache-control', 'no-store').send(await give({ ...visit, client: null }));
    };
  await app.register(async (scope) => {
    scope.removeContentTypeParser('text/plain');
    mountChooseAccount(scope, parts);
    mountBeginAgain(scope, parts.provider);
    scope.get<AtSignIn>('/sign-in/:uid/details', async (request, reply) => {
      const { details, visit } = await underWay(request, reply);
      const { login_hint: hint } = details.params;
      const { to, rules, again } = visit;
      return reply.header('cache-control', 'no-store').send({
        application: to.client?.application ?? null,
        client: to.client?.name ?? null,
        organisation: to.organisation,
        loginHint:
          typeof hint === 'string'
            ? hint.slice(0, 254)
            : again && ((await findAccount(database, again))?.username ?? null),
        again: again !== null,
        passkeys: passkeysPossible(issuer) && rules.ways.includes('passkey'),
        passwords: rules.ways.includes('password') || (visit.directories && rules.ways.includes('provider')),
        rememberedDays: rules.rememberedDays,
        resetByMail: parts.mailSet || to.mail,
        next: await nextStep(parts, visit),
        ...(await connectionsAt(parts, to)),
      });
    });
    scope.post<AtSignIn>(
      '/sign-in/:uid',
      { bodyLimit },
      step(password, 'password', (visit, entered) => signInByPassword(parts, visit, entered)),
    );
    scope.post<AtSignIn>(
      '/sign-in/:uid/code',
      { bodyLimit },
      step(code, 'code', (visit, entered) => signInByCode(parts, visit, entered.code, entered.remember)),
    );

    scope.post<AtSignIn>(
      '/sign-in/:uid/passkey/options',
      { bodyLimit },
      offer((visit) => askPasskey(parts, visit)),
    );
    scope.post<AtSignIn>(
      '/sign-in/:uid/passkey',
      { bodyLimit: 2 * bodyLimit },
      step(passkey, 'passkey', (visit, entered) => signInByPasskey(parts, visit, entered.response, entered.remember)),
    );
    const setUp = '/sign-in/:uid/set-up';
    const asPage = (visit: PageVisit): AtPage => ({ ...visit, uid: visit.uid ?? beginAgain() });
    scope.post<AtSignIn>(
      `${setUp}/totp`,
      { bodyLimit },
      offer((visit) => offerApp(parts, visit)),
    );
    scope.post<AtSignIn>(
      `${setUp}/totp/confirm`,
      { bodyLimit },
      step(firstCode, 'first_code', (visit, entered) => setUpApp(parts, asPage(visit), entered.code)),
    );
    scope.post<AtSignIn>(
      `${setUp}/passkey/options`,
      { bodyLimit },
      offer((visit) => offerOwnPasskey(parts, visit)),
    );
    scope.post<AtSignIn>(
      `${setUp}/passkey`,
      { bodyLimit: 2 * bodyLimit },
      step(newPasskey, 'new_passkey', (visit, entered) => setUpPasskey(parts, asPage(visit), entered)),
    );
    scope.post<AtSignIn>(
      `${setUp}/later`,
      { bodyLimit },
      step(nothing, 'nothing', (visit) => setUpLater(parts, asPage(visit))),
    );
    mountProviders(scope, parts, { underWay, complete });
    scope.post('/sign-in', { bodyLimit }, async (request, reply) => {
      requireSameOrigin(request, issuer);
      const entered = readBody(password, request.body, 'password');
      const { now, rules, directories } = await readDestination(database, null);
      const nowhere = {
        uid: null,
        client: null,
        application: null,
        strongest: false,
        reminded: null,
        step: null,
      } as const;
      const visit = { ...nowhere, now, rules, directories, ...originOf(request) };
      const outcome = await signInByPassword(parts, visit, entered);
      if ('next' in outcome) return refuse('second_factor_needed', 'page_without_second_factor', {});
      knowBrowser(reply, visit, outcome);
      await beginSession(parts, request, reply, { ...outcome, at: secondsOf(visit.now) });
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}

/** The moment of the proof, which the provider keeps in whole seconds. */
const secondsOf = (at: string) => Math.floor(Date.parse(at) / 1000);

type Details = Awaited<ReturnType<typeof signInUnderWay>>;

/** Where a sign-in leads, and what it was begun for. */
function onTheWay(to: Destination, { uid, params, prompt, session }: Details) {
  const { acr_values: asked } = params;
  const { client, now, rules, directories, step } = to;
  const anew = ['session_over', 'another_account'].some((reason) => prompt.reasons.includes(reason));
  const again = anew ? null : (session?.accountId ?? null);
  return {
    uid,
    to,
    now,
    rules,
    directories,
    step,
    client: client && nameInLog(client.name, client.application.id),
    application: client?.application.id ?? null,
    strongest: asksForStrongest(asked),
    again,
    // What the application wants beyond the organisation nobody has heard of yet.
    reminded: prompt.reasons.includes('application') ? null : again,
  };
}

const password = z.strictObject({
  login: z.string().min(1).max(256),
  password: z.string().min(1).max(1024),
});
const remember = z.boolean().optional();
const code = z.strictObject({ code: z.string().min(1).max(64), remember });
const passkey = z.strictObject({ response: passkeyAssertion, remember });
const firstCode = code.omit({ remember: true });
const newPasskey = z.strictObject({ name: ownPasskey.shape.name, response: passkeyRegistration });
const nothing = z.strictObject({});
