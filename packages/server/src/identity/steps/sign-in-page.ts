import type { KeyObject } from 'node:crypto';
import { limits, problem, type StepReply } from '@licet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../refusal.ts';
import { findAccount } from '../../store/sign-in/accounts.ts';
import { type Destination, readDestination } from '../../store/sign-in/destination.ts';
import type { Upstream } from '../connections/external-provider.ts';
import { connectionButtons } from '../connections/leave-and-return.ts';
import { requestsStrongest } from '../factors/assurance.ts';
import { refuseEnded } from '../factors/attempts.ts';
import { knownBrowsersCookie, readKnownBrowsers } from '../factors/known-browsers.ts';
import { passkeysPossible } from '../factors/passkeys.ts';
import { wayBackOf } from './begin-again.ts';
import { signInByCode } from './by-code.ts';
import { providerCalls, takePostedAnswers } from './by-connection.ts';
import { askPasskey, signInByPasskey } from './by-passkey.ts';
import { mountChooseAccount } from './choose-account.ts';
import { beginSession } from './complete.ts';
import { nameInLog } from './page-words.ts';
import { readOrigin } from './request-origin.ts';
import { offerApp, offerOwnPasskey, setUpApp, setUpLater, setUpPasskey } from './set-up.ts';
import {
  nextStep,
  type PageVisit,
  type SignedIn,
  type StepOutcome,
  type StepParts,
  signInByPassword,
} from './sign-in.ts';
import {
  type Handlers,
  type PageParts,
  pageReading,
  type Started,
  serveSignInCalls,
  signInUnderWay,
} from './sign-in-requests.ts';

export interface SignInPageParts extends PageParts, StepParts {
  /** The keys that sign the cookie of known browsers. */
  readonly browsersKeys: readonly [KeyObject, ...KeyObject[]];
  readonly upstream: Upstream;
}

/**
 * Mounts the API calls of the sign-in page, the account choice, and the address for answers sent by POST. The calls of
 * a sign-in are below the address of its page, because the browser sends the sign-in's cookie only there.
 */
export async function mountSignInPage(app: FastifyInstance, parts: SignInPageParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser('text/plain');
    mountChooseAccount(scope, parts);
    takePostedAnswers(scope);
    serveSignInCalls(scope, parts.issuer, find(parts), handlers(parts));
  });
}

/** Finds the sign-in that the browser has started, with its destination. @throws Refusal `not_found` */
const find =
  (parts: SignInPageParts) =>
  async (request: FastifyRequest, reply: FastifyReply, uid: string): Promise<Started> => {
    const read: { to: Destination | undefined } = { to: undefined };
    const details = await pageReading.run(read, () => signInUnderWay(parts.provider(), request, reply, uid));
    return { details, visit: { ...onTheWay(read.to ?? refuseEnded(), details), ...originOf(parts, request) } };
  };

/** Returns the origin of the request, and the known-browser tokens in its cookie. */
const originOf = ({ browsersKeys, issuer }: SignInPageParts, request: FastifyRequest) => ({
  origin: readOrigin(request),
  browsers: readKnownBrowsers(browsersKeys, request.headers.cookie, issuer.startsWith('https:')),
});

function handlers(parts: SignInPageParts): Handlers {
  const { database, issuer, browsersKeys } = parts;
  const knowBrowser = (reply: FastifyReply, { browsers }: PageVisit, { browser }: SignedIn) => {
    const { value: lifetime } = limits.knownBrowserLifetime;
    const known = [browser, ...browsers];
    reply.header('set-cookie', knownBrowsersCookie(browsersKeys[0], known, lifetime, issuer.startsWith('https:')));
  };
  /** The address to which the browser goes after the sign-in. */
  const complete = ({ details, reply, visit }: Started & { readonly reply: FastifyReply }, signedIn: SignedIn) => {
    knowBrowser(reply, visit, signedIn);
    return details.returnTo;
  };
  /** The reply to one step: the sign-in is complete, or the next step follows. */
  const step = (asked: Started & { readonly reply: FastifyReply }, outcome: StepOutcome): StepReply => {
    if ('next' in outcome) return outcome;
    const location = complete(asked, outcome);
    return { location, ...(outcome.recoveryCodes && { recoveryCodes: [...outcome.recoveryCodes] }) };
  };
  return {
    details: async ({ details, visit }) => {
      const { login_hint: hint } = details.params;
      const { to, rules, again } = visit;
      return {
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
        next: await nextStep(parts, visit),
        connections: await connectionButtons(parts, to),
        // A server of a newer version may have stored an error that this one does not know.
        refused: problem.safeParse(to.refused).data ?? null,
      };
    },
    password: async (asked) => step(asked, await signInByPassword(parts, asked.visit, asked.body)),
    code: async (asked) => {
      const { code, remember } = asked.body;
      return step(asked, await signInByCode(parts, asked.visit, code, remember));
    },
    passkeyOptions: ({ visit }) => askPasskey(parts, visit),
    passkey: async (asked) => {
      const { response, remember } = asked.body;
      return step(asked, await signInByPasskey(parts, asked.visit, response, remember));
    },
    setUpTotp: ({ visit }) => offerApp(parts, visit),
    confirmTotp: async (asked) => step(asked, await setUpApp(parts, asked.visit, asked.body.code)),
    setUpPasskeyOptions: ({ visit }) => offerOwnPasskey(parts, visit),
    setUpPasskey: async (asked) => step(asked, await setUpPasskey(parts, asked.visit, asked.body)),
    setUpLater: async (asked) => step(asked, await setUpLater(parts, asked.visit)),
    ...providerCalls(parts, complete),
    beginAgain: ({ request, reply, params }) => wayBackOf(parts.provider(), request, reply, params.uid),
    session: async ({ request, reply, body }) => {
      const { now, rules, directories } = await readDestination(database, null);
      const visit = { ...nowhere, now, rules, directories, ...originOf(parts, request) };
      const outcome = await signInByPassword(parts, visit, body);
      if ('next' in outcome) return refuse('second_factor_needed', 'page_without_second_factor', {});
      knowBrowser(reply, visit, outcome);
      await beginSession(parts, request, reply, { ...outcome, at: secondsOf(visit.now) });
      return undefined;
    },
  };
}

/** Without an application there is only one step. */
const nowhere = {
  uid: null,
  client: null,
  application: null,
  strongest: false,
  reminded: null,
  step: null,
} as const;

/** The time of the sign-in in whole seconds, as the provider stores it. */
const secondsOf = (at: string) => Math.floor(Date.parse(at) / 1000);

/** Returns the destination of a sign-in, and why it was started. */
function onTheWay(to: Destination, { uid, params, prompt, session }: Started['details']) {
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
    strongest: requestsStrongest(asked),
    again,
    // The user has not been told about the application's stricter rules yet.
    reminded: prompt.reasons.includes('application') ? null : again,
  };
}
