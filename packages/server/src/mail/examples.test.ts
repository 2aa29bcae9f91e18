import { mailLanguage, mailTemplate } from '@licet/contract';
import { describe, expect, test } from 'vitest';
import { exampleData, exampleMail, exampleMails } from './examples.ts';
import { mailLanguageOf } from './mail-server.ts';
import { type Rendering, render, unlinked } from './render.ts';

const setting = { organisation: 'Harbour & <Clinic>', issuer: 'https://id.harbour.example' };

test('every mail has the same content as text and as HTML in every language, and loads no external content', () => {
  const mails = exampleMails(setting);
  expect(mails).toHaveLength(mailTemplate.options.length * mailLanguage.options.length);
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(mails.length);
  for (const { template, subject, text, html } of mails) {
    expect(`${subject}${text}${html}`, template).not.toMatch(/undefined|null|NaN|\[object/);
    expect(subject.length, subject).toBeLessThan(70);
    expect(html).not.toMatch(/<img|<script|<link|url\(|src=|<Clinic>/i);
    for (const line of text.split('\n').filter((it) => it !== '' && !it.startsWith('http') && it !== '-- '))
      expect(html.replaceAll(/<\/?span[^>]*>/g, '').replaceAll(/<[^>]+>/g, ' ')).toContain(
        (line.split(/^- |: |:$/).find((part) => part !== '') ?? '')
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;'),
      );
  }
});

test('does not break the word E-Mail across lines', () => {
  const said = exampleMail(setting, 'address_changed', 'de')?.html;
  expect(said).toContain('eine andere <span style="white-space:nowrap">E-Mail</span>-Adresse bekommen');
});

test('an unknown mail or language has no example', () => {
  for (const [template, language] of [
    ['invitation', 'fr'],
    ['constructor', 'en'],
    ['../invitation', 'de'],
  ] as const)
    expect(exampleMail(setting, template, language)).toBeUndefined();
});

test('picks the browser’s first language in which mails are written', () => {
  expect(mailLanguageOf('de-CH,de;q=0.9,en;q=0.8')).toBe('de');
  expect(mailLanguageOf('en;q=0.3, de;q=0.7')).toBe('de');
  expect(mailLanguageOf('fr-FR, sv;q=0.9, en-GB;q=0.1')).toBe('en');
  for (const none of [undefined, '', '*', 'fr', 'de;q=0', 'de;q=x', ';;,,q=', 'x'.repeat(10_000)])
    expect(mailLanguageOf(none), none).toBeUndefined();
});

const issuer = 'https://id.harbour.example';
/** Patterns that mail programs turn into links: a scheme, a host with a dot, an e-mail address. */
const linkable = /[a-z][a-z0-9+.-]*:\/\/\S+|[\p{L}\p{N}-]+[.\u3002\uFF0E\uFF61][\p{N}-]*\p{L}[\p{L}\p{N}-]*|\S+@\S+/giu;
const linksIn = (text: string) => (text.match(linkable) ?? []).filter((found) => !found.startsWith(issuer));

const typed = new Set('by user asks application role reason note who what rule name key program client'.split(' '));
/** The example data of a mail with every user-typed text replaced by `text`; values of the contract, such as `passkey_added`, stay. */
const dataOf = (template: keyof typeof exampleData, text: string) =>
  JSON.parse(JSON.stringify(exampleData[template]), (key, value: unknown) =>
    typeof value === 'string' && typed.has(key) && !/^[a-z_]+$/.test(value) ? text : value,
  ) as unknown;

describe.each(mailLanguage.options)('in %s', (language) => {
  test.each(mailTemplate.options)('the mail %s turns no name, reason or note into a link', (template) => {
    for (const evil of ['http://evil.example/login', 'Ann (www.evil.example)', 'eve@evil.example']) {
      const people = { name: evil, organisation: evil, issuer, link: `${issuer}/invited#token=x` };
      const { subject, text, html } = render({
        ...people,
        template,
        language,
        data: dataOf(template, evil),
      } as Rendering);
      expect(`${subject}${text}`.replaceAll('\u200A', '')).toContain(evil);
      expect(linksIn(subject)).toEqual([]);
      expect(linksIn(text)).toEqual([]);
      const body = html.slice(html.indexOf('<body'));
      expect(body.match(/href="[^"]*"/g)?.filter((href) => !href.startsWith(`href="${issuer}`)) ?? []).toEqual([]);
      expect(linksIn(body.replaceAll(/<[^>]+>/g, ' '))).toEqual([]);
    }
  });
});

test.each(['Maya Lindqvist', '203.0.113.7', '2001:db8::/64', '22. November 2026, 08:30', '10.5 %', 'Ledger 2.0'])(
  'a text that no mail program turns into a link stays unchanged: “%s”',
  (text) => expect(unlinked(text)).toBe(text),
);

test('the example mails contain no inserted hair space', () => {
  for (const { subject, text, html } of exampleMails({ organisation: 'Harbour Clinic', issuer }))
    expect(`${subject}${text}${html}`).not.toContain('\u200A');
});
