import type { FastifyInstance, FastifyReply } from 'fastify';
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { Refusal } from '../../refusal.ts';
import { findAccount } from '../../store/sign-in/accounts.ts';
import { endedPage } from './begin-again.ts';
import { nameOf, type PageWords, pageWords } from './page-words.ts';
import { dressed, escapeText, frame, paragraph, protocolPolicy } from './pages.ts';
import { type PageParts, requireSameOrigin, signInUnderWay } from './sign-in-requests.ts';

type AtPage = { Params: { uid: string }; Querystring: Record<string, unknown> };
type Details = Awaited<ReturnType<typeof signInUnderWay>>;

/**
 * Mounts `GET /sign-in/:uid/account`. Without `answer` it asks whether to continue the session; with `answer` it
 * applies the user's choice. The page uses links instead of a form, because browsers check every redirect after a form
 * against the page's policy, and the application may redirect anywhere. The links contain the secret id of the sign-in,
 * so no other browser can follow them.
 */
export function mountChooseAccount(scope: FastifyInstance, parts: PageParts): void {
  const { database, issuer, provider } = parts;
  const send = async (reply: FastifyReply, html: string) =>
    reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': protocolPolicy })
      .type('text/html; charset=utf-8')
      .send(await dressed(database, html));
  scope.get<AtPage>('/sign-in/:uid/account', async (request, reply) => {
    const details = await signInUnderWay(provider(), request, reply, request.params.uid).catch((error: unknown) => {
      if (error instanceof Refusal && error.problem.status < 500) return undefined;
      throw error;
    });
    if (!details)
      return reply
        .header('cache-control', 'no-store')
        .redirect(endedPage(request.params.uid, request.query.ui_locales), 303);
    const words = pageWords(provider().createContext(request.raw, reply.raw));
    if (details.prompt.name !== 'select_account') return reply.redirect(`/sign-in/${details.uid}`, 303);
    const { answer } = request.query;
    if (typeof answer === 'string' && Object.hasOwn(results, answer)) {
      requireSameOrigin(request, issuer);
      const result = results[answer as keyof typeof results];
      const location = await provider().interactionResult(request.raw, reply.raw, result, {
        mergeWithLastSubmission: false,
      });
      return reply.header('cache-control', 'no-store').redirect(location, 303);
    }
    return send(reply, await questionPage(parts, details, words));
  });
}

const results = {
  continue: { select_account: {} },
  another: { select_account: { another: true } },
  cancel: { error: 'access_denied', error_description: 'the person did not go on' },
} as const;

async function questionPage(
  { database, provider }: PageParts,
  details: Details,
  { chooseAccount: words, language }: PageWords,
): Promise<string> {
  const [account, client] = await Promise.all([
    findAccount(database, details.session?.accountId ?? ''),
    provider().Client.find(String(details.params.client_id)),
  ]);
  const { name = '', username = '' } = account ?? {};
  const who = name === username ? name : `${name} (${username})`;
  const native = details.prompt.reasons.includes('native_client');
  const link = (answer: keyof typeof results, text: string) =>
    `<a href="${escapeText(`${accountPage(details.uid)}?answer=${answer}`)}">${escapeText(text)}</a>`;
  return frame(language, words.title(name), [
    paragraph(words.text(client ? nameOf(client) : '', who)),
    ...(native ? [paragraph(words.native)] : []),
    `<p class="buttons">${link('continue', words.go)}${link('another', words.another)}${link('cancel', words.cancel)}</p>`,
  ]);
}

/**
 * The prompt `select_account` (OpenID Connect Core 1.0 section 3.1.2.1): the user continues their session, or signs in as another user.
 * For an installed application it is always shown, because any program on a device can open the browser with its client id (RFC 8252
 * section 8.6).
 */
export function accountPrompt() {
  const { Check, Prompt } = interactionPolicy;
  const prompt = new Prompt(
    { name: 'select_account', requestable: true },
    new Check('native_client', 'an installed application needs the person', 'interaction_required', ({ oidc }) =>
      mayChoose(oidc) && isUnproved(oidc) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
    new Check('account_choice', 'the account has not been chosen', 'account_selection_required', ({ oidc }) =>
      mayChoose(oidc) && oidc.prompts.has('select_account') ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  );
  prompt.checks.remove('select_account_prompt'); // this check also prompts users who have just signed in
  return prompt;
}

/** Creates the check that prompts for `login` after the user chose to sign in as another user. */
export function anotherAccount() {
  const { Check } = interactionPolicy;
  return new Check('another_account', 'the person chose another account', ({ oidc: { result } }) => {
    const chosen = result && 'select_account' in result ? result.select_account : undefined;
    const another = typeof chosen === 'object' && chosen !== null && 'another' in chosen;
    return another && !(result && 'login' in result) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
  });
}

/**
 * Whether the browser already had a session, and the user has neither signed in nor chosen an account for this request.
 */
const mayChoose = ({ session, result }: KoaContextWithOIDC['oidc']) =>
  session?.accountId !== undefined && !(result && ('login' in result || 'select_account' in result));

/**
 * Whether any program on the device could receive the response. An https address is safe, because its site confirms the
 * application. Any program can register a private scheme or listen on a port.
 */
const isUnproved = ({ client, params }: KoaContextWithOIDC['oidc']) =>
  client?.applicationType === 'native' && !String(params?.redirect_uri).startsWith('https:');

/** The address of the account choice. It is below the sign-in page, so that the browser sends the cookie of the sign-in to it. */
export const accountPage = (uid: string): string => `/sign-in/${uid}/account`;
