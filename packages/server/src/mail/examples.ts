import { mailLanguage, mailTemplate } from '@licet/contract';
import type { Letter } from './mail-server.ts';
import { linkPages } from './mint-link.ts';
import { type Rendering, render } from './render.ts';
import type { MailData, MailSetting } from './templates.ts';

/** A mail to a fictional user, with example data. */
export interface ExampleMail extends Pick<Letter, 'subject' | 'text' | 'html'> {
  readonly template: keyof MailData;
  readonly language: Rendering['language'];
}

/** Every mail in every language. */
export const exampleMails = (setting: MailSetting): ExampleMail[] =>
  mailTemplate.options.flatMap((template) =>
    mailLanguage.options.map((language) => written(setting, template, language)),
  );

/** Returns one example mail; undefined for an unknown template or language. */
export function exampleMail(setting: MailSetting, template: string, language: string): ExampleMail | undefined {
  const [found, spoken] = [mailTemplate.safeParse(template), mailLanguage.safeParse(language)];
  return found.success && spoken.success ? written(setting, found.data, spoken.data) : undefined;
}

function written(setting: MailSetting, template: keyof MailData, language: Rendering['language']): ExampleMail {
  const page = linkPages[template];
  const link = page && `${setting.issuer}${page}#token=…`;
  const rendering = {
    ...setting,
    template,
    data: exampleData[template],
    language,
    name: 'Maya Lindqvist',
    link,
  } as Rendering;
  return { template, language, ...render(rendering) };
}

const at = '2026-11-22T08:30:00Z';
const ending: MailData['access_ending']['grants'][number] = {
  id: 'a',
  who: 'Tomas Berg',
  kind: 'user',
  what: 'Approve refunds',
  application: 'Ledger',
  ends: '2026-11-29T17:00:00Z',
};
export const exampleData: MailData = {
  test: {},
  invitation: { by: 'Ingrid Solberg' },
  password_reset: {},
  password_changed: { at },
  credentials_changed: { at, what: 'passkey_added' },
  new_browser: { at, browser: 'Firefox', system: 'Linux', network: '203.0.113.7', client: 'Ledger' },
  address_changed: { at },
  email_verification: { changes: false },
  requests_waiting: {
    requests: [
      { id: 'a', user: 'Tomas Berg', asks: 'Approve refunds', application: 'Ledger', seconds: 7200 },
      { id: 'b', user: 'Nora Lindgren', asks: 'clerk', application: 'Ledger', seconds: 604_800 },
    ],
    more: 3,
  },
  request_decided: {
    approved: true,
    asks: 'Approve refunds',
    application: 'Ledger',
    by: 'Ingrid Solberg',
    note: 'Until Tomas is back.',
    ends: '2026-11-22T10:30:00Z',
  },
  break_glass_used: {
    by: 'Tomas Berg',
    role: 'Refunds and voids',
    application: 'Ledger',
    reason: 'The payment run is stuck and nobody of the desk answers.',
    ends: '2026-11-22T12:30:00Z',
  },
  break_glass_reviewed: {
    justified: true,
    ended: false,
    role: 'Refunds and voids',
    application: 'Ledger',
    by: 'Ingrid Solberg',
    note: 'Thank you for being quick.',
  },
  access_ending: {
    grants: [{ ...ending, who: 'Maya Lindqvist', again: { application: 'ledger', permission: 'refunds.approve' } }],
    more: 0,
  },
  ending_soon: {
    grants: [ending, { ...ending, id: 'b', who: 'Night shift', kind: 'group', what: 'clerk' }],
    keys: [
      { id: 'c', key: 'Made in June', program: 'Nightly job', application: 'Ledger', ends: '2026-11-30T12:00:00Z' },
    ],
    more: 2,
  },
  exception_ending: { separation: 'a', who: 'Tomas Berg', rule: 'Entering and paying', ends: '2026-11-30T12:00:00Z' },
  review_waiting: {
    review: 'a',
    name: 'Ledger, fourth quarter',
    waiting: 41,
    endsAt: '2026-12-06T17:00:00Z',
    last: false,
  },
  review_ended: { review: 'a', name: 'Ledger, fourth quarter', waiting: 3, endsAt: '2026-12-06T17:00:00Z' },
  review_too_long: { review: 'a', name: 'Ledger, fourth quarter', most: 20_000 },
  sign_in_rules: {
    reason: 'no_second_factor',
    ways: ['password', 'passkey'],
    from: '2026-12-01T08:00:00Z',
    graceUntil: '2026-12-15T22:00:00Z',
  },
  directory_not_synchronised: { connection: 'Corp', state: 'waiting', problem: null, leaving: 41 },
};
