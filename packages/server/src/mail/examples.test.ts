import { mailLanguage, mailTemplate } from '@licet/contract';
import { expect, test } from 'vitest';
import { exampleMail, exampleMails } from './examples.ts';

const setting = { organisation: 'Harbour & <Clinic>', issuer: 'https://id.harbour.example' };

test('every mail says something in every language, alike as text and as HTML, and fetches nothing', () => {
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

test('no line ends within E-Mail', () => {
  const said = exampleMail(setting, 'address_changed', 'de')?.html;
  expect(said).toContain('eine andere <span style="white-space:nowrap">E-Mail</span>-Adresse bekommen');
});

test('of what does not exist there is no example', () => {
  for (const [template, language] of [
    ['invitation', 'fr'],
    ['constructor', 'en'],
    ['../invitation', 'de'],
  ] as const)
    expect(exampleMail(setting, template, language)).toBeUndefined();
});
