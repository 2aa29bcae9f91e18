import type { MailLanguage, MailTemplate } from '@licet/contract';
import type { Accent } from '../appearance/page-head.ts';
import type { Letter } from './mail-server.ts';
import type { MailData, MailSetting, MailText } from './templates.ts';
import { templates as germanTemplates, words as germanWords } from './words.de.ts';
import { templates as englishTemplates, words as englishWords } from './words.en.ts';

const catalogues = {
  en: { words: englishWords, templates: englishTemplates },
  de: { words: germanWords, templates: germanTemplates },
} as const;

export interface Rendering<Template extends MailTemplate = MailTemplate> extends MailSetting {
  readonly template: Template;
  readonly data: MailData[Template];
  readonly language: MailLanguage;
  /** The name of the recipient. */
  readonly name: string;
  /** The organisation's colours; Licet's own by default. */
  readonly accent?: Accent | undefined;
  /** The target of the button, created when the mail is sent. */
  readonly link?: string | undefined;
}

/**
 * Writes a mail as text and as HTML with the same content. It contains no pictures, loads nothing, and is readable on a phone and in dark
 * mode. Its only links are that of the button and the public address of this Licet.
 */
export function render(rendering: Rendering): Pick<Letter, 'subject' | 'text' | 'html'> {
  const { template, data, language, name, link, issuer } = rendering;
  const { words, templates } = catalogues[language];
  const setting = { organisation: unlinked(rendering.organisation), issuer };
  // TypeScript cannot tell which data belongs to a template that is chosen at run time.
  const write = templates[template] as (data: unknown, setting: MailSetting) => MailText;
  const { subject, paragraphs, facts, items, small, button, page } = write(data, setting);
  const leads = link ?? (page === undefined ? undefined : `${issuer}${page}`);
  const parts: Parts = {
    subject: unlinked(subject),
    paragraphs: paragraphs.map(unlinked),
    facts: facts?.map(([of, value]) => [unlinked(of), unlinked(value)] as const) ?? [],
    items: items?.map(unlinked) ?? [],
    small: small?.map(unlinked) ?? [],
    hello: unlinked(words.hello(name)),
    copy: words.copy,
    unmade: words.unmade,
    foot: words.foot(setting),
    organisation: setting.organisation,
    language,
    button,
    link: button === undefined ? undefined : leads,
    accent: rendering.accent,
  };
  return { subject: parts.subject, text: asText(parts), html: asHtml(parts) };
}

interface Parts extends Required<Omit<MailText, 'button' | 'page'>> {
  readonly button: string | undefined;
  readonly hello: string;
  readonly copy: string;
  readonly unmade: string;
  readonly foot: string;
  readonly organisation: string;
  readonly language: MailLanguage;
  readonly link: string | undefined;
  readonly accent: Accent | undefined;
}

function asText({ hello, paragraphs, facts, items, button, link, unmade, small, foot }: Parts): string {
  const action = button === undefined ? [] : [`${button}:\n${link ?? unmade}`];
  const known = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  const list = items.map((item) => `- ${item}`).join('\n');
  const blocks = [hello, ...paragraphs, known, list, ...action, ...small].filter((block) => block !== '');
  return `${[...blocks, `-- \n${foot}`].join('\n\n')}\n`;
}

function asHtml(parts: Parts): string {
  const { subject, hello, paragraphs, facts, items, button, link } = parts;
  const { copy, small, foot, organisation, language, accent } = parts;
  const known = facts
    .map(
      ([name, value]) =>
        `<tr><td class="weak" style="padding:2px 16px 2px 0;vertical-align:top">${escaped(name)}</td><td style="padding:2px 0;overflow-wrap:anywhere">${escaped(value)}</td></tr>`,
    )
    .join('\n');
  const list = items.map((item) => `<li style="margin:0 0 8px">${escaped(item)}</li>`).join('\n');
  const paragraph = (text: string, kind = '') =>
    `<p${kind && ` class="${kind}"`} style="margin:0 0 16px">${unbroken(escaped(text))}</p>`;
  const action =
    link === undefined
      ? ''
      : `<p style="margin:24px 0"><a class="go" href="${escaped(link)}" style="${goStyle};background:${accent?.light ?? ownGo}">${escaped(button ?? link)}</a></p>
<p class="weak" style="margin:0 0 16px;font-size:14px">${escaped(copy)}<br><span style="word-break:break-all">${escaped(link)}</span></p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark; }
.weak { color: #595e6b; }
@media (prefers-color-scheme: dark) {
  body, .around { background: #14161c !important; }
  .card { background: #1d2028 !important; color: #eceef3 !important; border-color: #3a3f4b !important; }
  .weak { color: #b3b8c4 !important; }
  ${accent ? `.of { color: ${accent.dark} !important; }\n  .go { background: ${accent.dark} !important; color: #0e1014 !important; }` : '.go { background: #4a63c8 !important; color: #ffffff !important; }'}
}
</style>
</head>
<body style="margin:0;padding:0;background:#f4f5f8">
<table role="presentation" class="around" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="${cardStyle}"><tr><td style="padding:28px 24px">
<p class="${accent ? 'of' : 'weak'}" style="margin:0 0 20px;font-size:14px;font-weight:600${accent ? `;color:${accent.light}` : ''}">${escaped(organisation)}</p>
${[hello, ...paragraphs].map((text) => paragraph(text)).join('\n')}
${known && `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:16px">\n${known}\n</table>`}
${list && `<ul style="margin:0 0 16px;padding:0 0 0 20px">\n${list}\n</ul>`}
${action}
${small.map((text) => paragraph(text, 'weak')).join('\n')}
<p class="weak" style="margin:24px 0 0;font-size:13px">${escaped(foot)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

const cardStyle =
  'max-width:560px;background:#ffffff;color:#1b1e27;border:1px solid #dfe1e8;border-radius:8px;text-align:left;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const ownGo = '#3049ad';
const goStyle =
  'display:inline-block;padding:12px 20px;border-radius:6px;color:#ffffff;font-weight:600;text-decoration:none';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Names and reasons are typed by users: in HTML they are escaped. */
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Prevents a line break at the hyphen of “E-Mail”. */
const unbroken = (html: string) => html.replaceAll(/\bE-Mail\b/g, '<span style="white-space:nowrap">$&</span>');

/** U+200A, a narrow space, at which every mail program ends an address. */
const hairSpace = '\u200A';

/**
 * Changes a text so that mail programs find no address in it to link. Users type names, reasons and notes, and a mail of Licet must not
 * lead to addresses in them. A hair space is added after the colon of a scheme, after the `@` of an address, and after each dot before a
 * label with a letter. Numbers, times and IP addresses stay unchanged.
 */
export const unlinked = (text: string): string => text.replaceAll(addressy, `$&${hairSpace}`);

const addressy = /:(?=\/\/)|@(?=\S)|(?<=\S)[.\u3002\uFF0E\uFF61](?=[\p{N}\p{M}_-]*\p{L})/gu;
