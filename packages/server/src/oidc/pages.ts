import { createHash } from 'node:crypto';
import { errorCatalogue } from '@licet/contract';
import type { Configuration } from 'oidc-provider';
import { Refusal } from '../refusal.ts';

type RenderError = NonNullable<Configuration['renderError']>;

/** The page for a request of the OpenID protocol that cannot be answered by going back to the application. */
export const renderError: RenderError = async (ctx, out, error) => {
  const broken = out.error === 'server_error';
  // A Refusal came from below: the database is gone, say.
  const { title, next } = broken
    ? errorCatalogue[error instanceof Refusal ? error.problem.code : 'internal']
    : (sentences.get(out.error) ?? other);
  if (!broken && 'error_detail' in error && typeof error.error_detail === 'string')
    ctx.state.detail = error.error_detail;
  ctx.type = 'html';
  ctx.body = page(title, [next], broken ? '' : `${out.error}: ${out.error_description ?? ''}`);
};

/** A small page without script, in words that the reader did not choose: everything is escaped. */
export function page(title: string, sentences: readonly string[], detail = ''): string {
  return `<!doctype html>
<html lang="en">
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
export function question(title: string, sentence: string, form: string, buttons: string): string {
  return page(title, [sentence]).replace('</main>', `${form}\n<p>${buttons}</p>\n</main>`);
}

/** Text as it may stand between tags and in attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0;display:grid;min-height:100vh;place-items:center}main{max-width:34rem;padding:2rem}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:.5rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;opacity:.75;font-size:.85rem}button{font:inherit;padding:.5rem 1rem;margin-right:.5rem;border-radius:.375rem;border:1px solid currentcolor;background:none;color:inherit;cursor:pointer}`;

/** The policy of these pages: their one style, the provider's own scripts by hash, forms to this site, and nothing else. */
export const protocolPolicy = [
  "default-src 'none'",
  "script-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const other = {
  title: 'The application’s request cannot be answered.',
  next: 'Go back to the application and begin again. If it stays, give the line below to whoever runs it.',
};
const sentences = new Map<string, { title: string; next: string }>([
  [
    'invalid_redirect_uri',
    {
      title: 'The application asked to send you to an address that it has not registered.',
      next: 'Nothing was sent there. Whoever runs the application must register the exact address first.',
    },
  ],
  [
    'invalid_client',
    {
      title: 'The application is not known here.',
      next: 'It may have been removed. Ask whoever runs it for its present address.',
    },
  ],
]);
