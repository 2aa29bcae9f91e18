import { createHash } from 'node:crypto';
import { errorCatalogue, type Picture } from '@licet/contract';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { accentAddress, accentOf } from '../appearance/accent.ts';
import { headMark } from '../appearance/page-head.ts';
import { Refusal } from '../refusal.ts';
import { findShownAppearance, type ShownAppearance } from '../store/appearance/appearance.ts';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
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
${headMark}
</head>
<body>
<main>
${nobodys}
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

const nobodys = '<p class="of">Licet</p>';

/** A page as the organisation looks; as it is while the database does not answer. */
export async function dressed(database: Database, html: string): Promise<string> {
  const appearance = await findShownAppearance(poolOf(database)).catch(() => undefined);
  if (!appearance) return html;
  const accent = accentOf(appearance);
  const sheet = accent ? `<link rel="stylesheet" href="${accentAddress(accent)}">` : '';
  return html.replace(headMark, () => sheet).replace(nobodys, () => `<p class="of">${whoseIn(appearance)}</p>`);
}

/** Has the provider send its pages as the organisation looks. */
export function dressPages(provider: Provider, database: Database): void {
  provider.use(async (ctx, next) => {
    await next();
    if (typeof ctx.body === 'string' && ctx.body.includes(headMark)) ctx.body = await dressed(database, ctx.body);
  });
}

function whoseIn({ organisation, logo, logoDark }: ShownAppearance): string {
  const name = escapeText(organisation || 'Licet');
  const [light, dark] = [logo ?? logoDark, logoDark];
  if (!light) return name;
  const size = ({ width, height }: Picture) => {
    const scale = Math.min(1, 240 / width, 40 / height);
    return `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`;
  };
  const source = dark ? `<source media="(prefers-color-scheme: dark)" srcset="${dark.address}" ${size(dark)}>` : '';
  return `<picture>${source}<img src="${light.address}" ${size(light)} alt="${name}"></picture>`;
}

/** Text as it may stand between tags and in attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{box-sizing:border-box;margin:0;padding:1rem;display:grid;min-height:100vh;place-items:center}main{box-sizing:border-box;width:min(100%,30rem);padding:1.5rem;border:1px solid color-mix(in srgb,currentcolor 18%,transparent);border-radius:.75rem}p.of{font-weight:600;font-size:1rem;margin:0 0 1rem}.of img{display:block}h1{font-size:1.125rem;line-height:1.35;margin:0 0 .5rem}p{margin:.5rem 0;font-size:.9375rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:1rem 0 0;padding:.75rem;border-radius:.5rem;background:color-mix(in srgb,currentcolor 6%,transparent);font-size:.8125rem}button{font:inherit;padding:.5rem 1rem;margin-right:.5rem;border-radius:.375rem;border:1px solid currentcolor;background:none;color:inherit;cursor:pointer}button:first-of-type{background:var(--accent-fill,none);border-color:var(--accent,currentcolor);color:var(--on-accent,inherit)}input:not([type=hidden]){font:inherit;letter-spacing:.1em;text-transform:uppercase;box-sizing:border-box;width:100%;padding:.5rem .75rem;margin-top:.25rem;border-radius:.375rem;border:1px solid currentcolor;background:none;color:inherit}`;

/** The policy of these pages: their one style, the organisation’s colours and logo, forms to this site, and nothing else. */
export const protocolPolicy = [
  "default-src 'none'",
  "script-src 'none'",
  `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
