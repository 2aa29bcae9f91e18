import { createHash } from 'node:crypto';
import { errorCatalogue, type Picture } from '@licet/contract';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { accentAddress, accentOf, headMark, ownIcon } from '../../appearance/page-head.ts';
import { Refusal } from '../../refusal.ts';
import { findShownAppearance, type ShownAppearance } from '../../store/appearance/appearance.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { nameOf, type PageText, type PageWords, pageWords } from './page-words.ts';

/** The style of pages without script, like the console's public pages. A test compares its colours with tokens.css. */
export const style = `:root{color-scheme:light dark;
--ground:light-dark(oklch(0.972 0.004 268),oklch(0.172 0.009 268));
--surface:light-dark(oklch(1 0 0),oklch(0.208 0.009 268));
--raised:light-dark(oklch(1 0 0),oklch(0.25 0.011 268));
--sunken:light-dark(oklch(0.978 0.003 268),oklch(0.185 0.009 268));
--hover:light-dark(oklch(0.962 0.005 268),oklch(0.252 0.011 268));
--line:light-dark(oklch(0.895 0.006 268),oklch(0.31 0.012 268));
--field:light-dark(oklch(0.635 0.012 268),oklch(0.565 0.014 268));
--text:light-dark(oklch(0.215 0.014 268),oklch(0.945 0.004 268));
--text-2:light-dark(oklch(0.42 0.014 268),oklch(0.775 0.01 268));
--text-3:light-dark(oklch(0.515 0.014 268),oklch(0.69 0.012 268));
--accent:light-dark(oklch(0.455 0.175 268),oklch(0.785 0.105 268));
--accent-fill:light-dark(oklch(0.455 0.175 268),oklch(0.545 0.165 268));
--accent-fill-2:light-dark(oklch(0.4 0.17 268),oklch(0.5 0.165 268));
--on-accent:light-dark(oklch(1 0 0),oklch(1 0 0));
--no:light-dark(oklch(0.495 0.182 26),oklch(0.775 0.125 24));
--end:light-dark(oklch(0.475 0.105 66),oklch(0.835 0.12 82));
--end-soft:light-dark(oklch(0.97 0.036 88),oklch(0.29 0.04 80));
--end-line:light-dark(oklch(0.85 0.09 82),oklch(0.45 0.075 80));
--focus:light-dark(oklch(0.52 0.2 268),oklch(0.74 0.14 268));
}
*{box-sizing:border-box}
body{font:.8125rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue","Liberation Sans",Arial,sans-serif;margin:0;min-height:100dvh;display:grid;grid-template-rows:auto 1fr auto;background:var(--ground);color:var(--text);position:relative;overflow-x:hidden}
header{display:flex;align-items:center;gap:.5rem;min-height:2.5rem;padding:1.25rem 1.5rem;z-index:1}
.mark{width:1.25rem;height:1.25rem;color:var(--accent);flex:none}
.of{margin:0;font-weight:600;font-size:1rem;color:var(--text)}
.of img{display:block}
main{display:grid;place-items:start center;padding:max(1.25rem,38dvh - 13rem) 1.25rem 1.25rem;z-index:1}
.card{display:grid;gap:1rem;width:min(27rem,100%);padding:1.75rem;border-radius:14px;background:var(--surface);box-shadow:0 0 0 1px var(--line),0 12px 32px light-dark(oklch(0.3 0.03 268 / 0.12),oklch(0 0 0 / 0.5));overflow-wrap:anywhere}
h1{margin:0;font-size:1.5rem;line-height:1.25;letter-spacing:-.02em;font-weight:600}
p{margin:0;font-size:.875rem;color:var(--text-2)}
.code{font:600 1.5rem/1.25 ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace;letter-spacing:.12em;color:var(--text)}
.warning{padding:.75rem;border:1px solid var(--end-line);border-radius:6px;background:var(--end-soft);color:var(--text)}
.warning b{color:var(--end)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1rem;margin:0;font-size:.875rem}
dt{color:var(--text-3)}
dd{margin:0}
pre{margin:0;padding:.75rem;border-radius:6px;background:var(--sunken);border:1px solid var(--line);font:.75rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere}
label{display:grid;gap:6px;font-weight:500;color:var(--text)}
input:not([type=hidden]){width:100%;min-height:2.5rem;padding:0 .625rem;border:1px solid var(--field);border-radius:6px;background:var(--surface);color:var(--text);font:1rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;letter-spacing:.12em;text-transform:uppercase}
input[aria-invalid=true]{border-color:var(--no)}
.buttons{display:grid;gap:.5rem}
button,.buttons a{min-height:2.5rem;padding:0 .75rem;border:1px solid var(--line);border-radius:6px;background:var(--raised);color:var(--text);font-family:inherit;font-size:.8125rem;font-weight:500;cursor:pointer}
button:hover,.buttons a:hover{background:var(--hover)}
button:first-of-type,.buttons a:first-of-type{border-color:transparent;background:var(--accent-fill);color:var(--on-accent)}
button:first-of-type:hover,.buttons a:first-of-type:hover{background:var(--accent-fill-2)}
.buttons a{display:grid;place-items:center;text-decoration:none}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.plan{position:absolute;inset:0;width:100%;height:100%;color:var(--line)}
footer{padding:1.25rem 1.5rem}
@media (max-width:720px){header{padding:1rem 1.25rem}main{place-items:start center;padding-top:2rem}.card{padding:0;box-shadow:none;background:none;border-radius:0}button,.buttons a,input:not([type=hidden]){min-height:2.75rem}.plan{display:none}}
@media (prefers-contrast:more){:root{--text-2:var(--text);--text-3:var(--text);--line:var(--field)}}
`;

/** The mark: an open door as on a floor plan. */
const mark =
  '<svg class="mark" viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true"><path d="M4 2.2V16.5H18.5" stroke-width="3.1" stroke-linejoin="miter"/><path d="M5 3.2A12.5 12.5 0 0 1 17.3 15.5" stroke-width="1.5"/></svg>';

/** The floor plan of an open door: walls, leaf, threshold, and the arc of its swing. */
const plan =
  '<svg class="plan" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" fill="none" stroke="currentColor" aria-hidden="true"><g stroke-width="1.25"><path d="M0 690H430M430 690V740M0 740H430M1010 690H1440M1010 740H1440M1010 690V740"/><path d="M0 690v50M90 690v50M180 690v50M270 690v50M360 690v50M1080 690v50M1170 690v50M1260 690v50M1350 690v50" opacity=".55"/><path d="M430 110A580 580 0 0 1 1010 690"/><path d="M430 715H1010" stroke-dasharray="5 7"/></g><path d="M430 690V110" stroke-width="5"/></svg>';

type RenderError = NonNullable<Configuration['renderError']>;

/** The page for an OpenID request whose error cannot be sent to the application. */
export const renderError: RenderError = async (ctx, out, error) => {
  const broken = out.error === 'server_error';
  const words = pageWords(ctx);
  const refusals: Readonly<Record<string, PageText>> = words.refusals;
  // A Refusal comes from the server itself, for example because the database is unavailable.
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

/** The unknown values of a request, for the person who can correct them. They are shown as text and never as a link. */
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

/** Replaces `127.0.0.1` in an address by `localhost`, or the reverse. */
function atOtherLoopback(address: string): string {
  if (/^http:\/\/127\.0\.0\.1(?=[:/])/.test(address)) return address.replace('127.0.0.1', 'localhost');
  return address.replace(/^http:\/\/localhost(?=[:/])/, 'http://127.0.0.1');
}

// The longest value of a request that a page shows, in characters.
const longest = 300;

/** A small page without script. All texts are escaped, because some of them come from requests. */
export function page(
  title: string,
  sentences: readonly string[],
  detail = '',
  language: PageWords['language'] = 'en',
): string {
  return frame(language, title, [...sentences.map(paragraph), ...(detail ? [`<pre>${escapeText(detail)}</pre>`] : [])]);
}

/** A page that asks a question, with buttons. `form` is the HTML of the form with its hidden fields. */
export function question(
  title: string,
  sentence: string,
  form: string,
  buttons: string,
  language: PageWords['language'] = 'en',
): string {
  return frame(language, title, [paragraph(sentence), form, `<p class="buttons">${buttons}</p>`]);
}

/** A page that replaces a redirect, with a link in case the browser does not follow it. */
export function goesOn(
  title: string,
  sentence: string,
  link: { readonly to: string; readonly text: string },
  language: PageWords['language'] = 'en',
): string {
  const on = `<p><a href="${escapeText(link.to)}">${escapeText(link.text)}</a></p>`;
  return frame(language, title, [paragraph(sentence), on]);
}

/** A page in the style of the console: one card above the floor plan of an open door. The parts are HTML. */
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

/** Applies the organisation's appearance to a page. Returns the page unchanged if the database does not answer. */
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

/** Makes the provider send its pages in the organisation's appearance. */
export function dressPages(provider: Provider, database: Database): void {
  provider.use(async (ctx, next) => {
    await next();
    if (typeof ctx.body === 'string' && ctx.body.includes(headMark)) ctx.body = await dressed(database, ctx.body);
  });
}

/** Returns the organisation's logo, or its icon and name. Without an organisation name, returns Licet's own. */
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

/** Escapes text for use between tags and in attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

/** The Content-Security-Policy of these pages. It allows their style, the organisation's colours and logo, and forms that submit to this site. */
export const protocolPolicy = [
  "default-src 'none'",
  "script-src 'none'",
  `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
