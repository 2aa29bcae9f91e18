import { createHash } from 'node:crypto';
import { errorCatalogue } from '@licet/contract';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { Refusal } from '../refusal.ts';
import { nameOf } from './clients.ts';
import { type PageText, type PageWords, pageWords } from './page-words.ts';

type RenderError = NonNullable<Configuration['renderError']>;

/** The page for a request of the OpenID protocol that cannot be answered by going back to the application. */
export const renderError: RenderError = async (ctx, out, error) => {
  const broken = out.error === 'server_error';
  const words = pageWords(ctx);
  const refusals: Readonly<Record<string, PageText>> = words.refusals;
  // A Refusal came from below: the database is gone, say.
  const { title, next } = broken
    ? errorCatalogue[error instanceof Refusal ? error.problem.code : 'internal']
    : ((Object.hasOwn(refusals, out.error) ? refusals[out.error] : undefined) ?? words.refusals.other);
  const facts = broken ? [] : factsOf(ctx, out.error, words);
  if (!broken && 'error_detail' in error && typeof error.error_detail === 'string')
    ctx.state.detail = error.error_detail;
  ctx.type = 'html';
  const detail = broken ? '' : `${out.error}: ${out.error_description ?? ''}`;
  ctx.body = page(title, [next], [...facts, detail].join('\n'), broken ? 'en' : words.language);
};

/** What a request named that is not known, for whoever can mend it: as text, never as a link. */
function factsOf(ctx: KoaContextWithOIDC, error: string, words: PageWords): string[] {
  const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
  const asked = (name: string) => String(oidc?.params?.[name] ?? '').slice(0, longest);
  const { client } = oidc ?? {};
  if (error === 'invalid_client') return [`${words.client}: ${asked('client_id')}`];
  if (error !== 'invalid_redirect_uri' || !client) return [];
  const address = asked('redirect_uri');
  const twin = client.redirectUris?.find((registered) => registered === atOtherLoopback(address));
  return [
    `${words.address}: ${address}`,
    `${words.client}: ${nameOf(client)}, ${client.clientId}`,
    ...(twin === undefined ? [] : [words.registered(twin)]),
  ];
}

/** The same address by the other name of this machine. */
function atOtherLoopback(address: string): string {
  if (/^http:\/\/127\.0\.0\.1(?=[:/])/.test(address)) return address.replace('127.0.0.1', 'localhost');
  return address.replace(/^http:\/\/localhost(?=[:/])/, 'http://127.0.0.1');
}

// Whatever somebody sends is shown, but not without end.
const longest = 300;

/** A small page without script, in words that the reader did not choose: everything is escaped. */
export function page(
  title: string,
  sentences: readonly string[],
  detail = '',
  language: PageWords['language'] = 'en',
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeText(title)}</h1>
${sentences.map((sentence) => `<p>${escapeText(sentence)}</p>`).join('\n')}
${detail ? `<pre>${escapeText(detail)}</pre>` : ''}
</main>
</body>
</html>
`;
}

/** The same with a form, for questions that one press answers. `form` is the provider's own, with its hidden fields. */
export function question(
  title: string,
  sentence: string,
  form: string,
  buttons: string,
  language: PageWords['language'] = 'en',
): string {
  return page(title, [sentence], '', language).replace('</main>', `${form}\n<p>${buttons}</p>\n</main>`);
}

/** Text as it may stand between tags and in attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{box-sizing:border-box;margin:0;padding:1rem;display:grid;min-height:100vh;place-items:center}main{box-sizing:border-box;width:min(100%,30rem);padding:1.5rem;border:1px solid color-mix(in srgb,currentcolor 18%,transparent);border-radius:.75rem}main::before{content:'Licet';display:block;font-weight:600;margin-bottom:1rem}h1{font-size:1.125rem;line-height:1.35;margin:0 0 .5rem}p{margin:.5rem 0;font-size:.9375rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:1rem 0 0;padding:.75rem;border-radius:.5rem;background:color-mix(in srgb,currentcolor 6%,transparent);font-size:.8125rem}button{font:inherit;padding:.5rem 1rem;margin-right:.5rem;border-radius:.375rem;border:1px solid currentcolor;background:none;color:inherit;cursor:pointer}input:not([type=hidden]){font:inherit;letter-spacing:.1em;text-transform:uppercase;box-sizing:border-box;width:100%;padding:.5rem .75rem;margin-top:.25rem;border-radius:.375rem;border:1px solid currentcolor;background:none;color:inherit}`;

/** The policy of these pages: their one style, the provider's own scripts by hash, forms to this site, and nothing else. */
export const protocolPolicy = [
  "default-src 'none'",
  "script-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
