import { createHash } from 'node:crypto';
import { errorCatalogue, type Picture } from '@licet/contract';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { accentAddress, accentOf } from '../../appearance/accent.ts';
import { headMark, ownIcon } from '../../appearance/page-head.ts';
import { Refusal } from '../../refusal.ts';
import { findShownAppearance, type ShownAppearance } from '../../store/appearance/appearance.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { nameOf } from './client-names.ts';
import { mark, plan, style } from './page-style.ts';
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
  return frame(language, title, [...sentences.map(paragraph), ...(detail ? [`<pre>${escapeText(detail)}</pre>`] : [])]);
}

/** The same with a form, for questions that one press answers. `form` is the provider's own, with its hidden fields. */
export function question(
  title: string,
  sentence: string,
  form: string,
  buttons: string,
  language: PageWords['language'] = 'en',
): string {
  return frame(language, title, [paragraph(sentence), form, `<p class="buttons">${buttons}</p>`]);
}

/** The same for somebody who is being sent on, with a link in case the browser does not. */
export function goesOn(
  title: string,
  sentence: string,
  link: { readonly to: string; readonly text: string },
  language: PageWords['language'] = 'en',
): string {
  const on = `<p><a href="${escapeText(link.to)}">${escapeText(link.text)}</a></p>`;
  return frame(language, title, [paragraph(sentence), on]);
}

/** A page before the console: one card before the plan of an open door. The parts are HTML. */
export function frame(language: PageWords['language'], title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
${ownIcon}
<style>${style}</style>
${headMark}
</head>
<body>
${plan}
<header>${nobodys}</header>
<main>
<div class="card">
<h1>${escapeText(title)}</h1>
${parts.join('\n')}
</div>
</main>
<footer></footer>
</body>
</html>
`;
}

export const paragraph = (text: string): string => `<p>${escapeText(text)}</p>`;

const nobodys = `${mark}<p class="of">Licet</p>`;

/** A page as the organisation looks; as it is while the database does not answer. */
export async function dressed(database: Database, html: string): Promise<string> {
  const appearance = await findShownAppearance(poolOf(database)).catch(() => undefined);
  if (!appearance) return html;
  const accent = accentOf(appearance);
  const sheet = accent ? `<link rel="stylesheet" href="${accentAddress(accent)}">` : '';
  const { icon } = appearance;
  return html
    .replace(headMark, () => sheet)
    .replace(ownIcon, () => (icon ? `<link rel="icon" href="${icon.address}" type="${icon.type}" />` : ownIcon))
    .replace('</title>', () => ` · ${escapeText(appearance.organisation || 'Licet')}</title>`)
    .replace(nobodys, () => whoseIn(appearance));
}

/** Has the provider send its pages as the organisation looks. */
export function dressPages(provider: Provider, database: Database): void {
  provider.use(async (ctx, next) => {
    await next();
    if (typeof ctx.body === 'string' && ctx.body.includes(headMark)) ctx.body = await dressed(database, ctx.body);
  });
}

/** The organisation's logo, else its sign and its name; the product's own while the organisation has no name. */
function whoseIn({ organisation, logo, logoDark, icon }: ShownAppearance): string {
  const name = escapeText(organisation || 'Licet');
  const [light, dark] = [logo ?? logoDark, logoDark];
  if (!light) {
    if (name === 'Licet') return nobodys;
    const sign = icon ? `<img src="${icon.address}" width="20" height="20" alt="">` : '';
    return `${sign}<p class="of">${name}</p>`;
  }
  const size = ({ width, height }: Picture) => {
    const scale = Math.min(1, 240 / width, 40 / height);
    return `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`;
  };
  const source = dark ? `<source media="(prefers-color-scheme: dark)" srcset="${dark.address}" ${size(dark)}>` : '';
  return `<p class="of"><picture>${source}<img src="${light.address}" ${size(light)} alt="${name}"></picture></p>`;
}

/** Text as it may stand between tags and in attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

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
