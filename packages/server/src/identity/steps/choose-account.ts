import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { findAccount } from '../../store/sign-in/accounts.ts';
import { accountPage } from './account-prompt.ts';
import { overPage } from './begin-again.ts';
import { nameOf } from './client-names.ts';
import { type PageWords, pageWords } from './page-words.ts';
import { dressed, escapeText, frame, paragraph, protocolPolicy } from './pages.ts';
import { requireSameOrigin } from './sign-in-requests.ts';
import { type PageParts, signInUnderWay } from './under-way.ts';

type AtPage = { Params: { uid: string }; Querystring: Record<string, unknown> };
type Details = Awaited<ReturnType<typeof signInUnderWay>>;

/**
 * `GET /sign-in/:uid/account` asks, and with `answer` goes on. Links lead there, not a form: browsers hold whatever comes of a form
 * against the page's policy, and the application may lead on to anywhere. Nobody else can follow them, as they hold the id of the sign-in.
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
        .redirect(overPage(request.params.uid, request.query.ui_locales), 303);
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
