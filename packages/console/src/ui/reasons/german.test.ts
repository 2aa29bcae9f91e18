import { calls, limits, newReview } from '@licet/contract';
import { reasons, sentenceOf, type valueKinds, type WithReason } from '@licet/contract/reasons';
import { afterEach, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { asProblem } from '../problem.ts';
import { allReasons } from './all.de.ts';
import { germanReasons, ownSentence } from './german.ts';
import { reasons as shown } from './shown.ts';

const inGerman = germanReasons(allReasons).reasons;
const { sentence, ofIssue } = inGerman;
const inEnglish = { ...shown };
afterEach(() => void Object.assign(shown, inEnglish));

/** A recognisable example value of each kind. `read` matches its English and its German form. */
const examples: { readonly [Kind in keyof typeof valueKinds]: unknown } = {
  name: 'Zephyr',
  application: 'quayside',
  count: 31_415,
  number: 27_182,
  seconds: 7 * 86_400,
  instant: '2031-03-14T09:26:00.000Z',
  names: ['Zephyr', 'Boreas'],
};
const read: { readonly [Kind in keyof typeof valueKinds]: RegExp } = {
  name: /Zephyr/,
  application: /quayside/,
  count: /31[.,]415/,
  number: /27182/,
  seconds: /7 (days|Tage)/,
  instant: /2031/,
  names: /Zephyr.*Boreas/,
};

type Kind = keyof typeof examples | readonly string[];

const all = Object.entries(reasons).flatMap(([code, ofCode]) =>
  Object.entries(ofCode).map(([name, { values }]) => ({ code, name, kinds: Object.entries<Kind>(values) })),
);

it.each(all)('has a sentence for $code, $name in both languages with every value', ({ code, name, kinds }) => {
  // If a value is one of a closed set of words, try each word.
  const most = Math.max(1, ...kinds.map(([, kind]) => (typeof kind === 'string' ? 1 : kind.length)));
  const said = Array.from({ length: most }, (_, at) => {
    const values = Object.fromEntries(
      kinds.map(([value, kind]) => [value, typeof kind === 'string' ? examples[kind] : kind[at % kind.length]]),
    );
    const english = sentenceOf(code as WithReason, name as never, values as never);
    const german = sentence(code, name, values) ?? '';
    expect(german).not.toBe(english);
    for (const text of [english, german]) {
      expect(text).toMatch(/^\S.*\.$/);
      expect(text).not.toMatch(/undefined|null|NaN|\[object/);
      for (const [, kind] of kinds) if (typeof kind === 'string') expect(text).toMatch(read[kind]);
    }
    return { english, german };
  });
  expect(new Set(said.map(({ english }) => english)).size).toBe(most);
  expect(new Set(said.map(({ german }) => german)).size).toBe(most);
});

it('every reason has a unique name', () => {
  const names = all.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('does not name an application that the reader may not see', () => {
  const values = { user: 'Maya', application: null };
  expect(sentence('may_not_grant', 'user_owns', values)).toContain('eine Anwendung, die Sie nicht sehen dürfen');
});

it('keeps the server’s sentence for unknown values, and isolates right-to-left names', () => {
  expect(sentence('longer_than_allowed', 'role_end', { role: 'a', longest: 60, latest: 'no instant' })).toBeUndefined();
  expect(sentence('second_approver_needed', 'role_needs_two', { role: 'שלום' })).toContain('\u2068שלום\u2069');
});

it('accepts a user named “undefined”, but returns no sentence with a missing value', () => {
  const role = { role: 'undefined values' };
  expect(sentence('second_approver_needed', 'role_needs_two', role)).toContain('undefined values');
  expect(sentence('setup_code_wrong', 'setup_code_refused', { code: 'invented later' })).toBeUndefined();
  expect(
    sentence('provider_unreachable', 'directory_unavailable', { connection: 'undefined', fault: 'busy' }),
  ).toContain('undefined');
  const later = { connection: 'undefined', fault: 'invented later' };
  expect(sentence('provider_unreachable', 'directory_unavailable', later)).toBeUndefined();
});

it('keeps the server’s sentence for an unknown reason', () => {
  expect(sentence('may_not_grant', 'invented_later', {})).toBeUndefined();
  expect(sentence('constructor', 'name', {})).toBeUndefined();
  expect(sentence('may_not_grant', 'constructor', {})).toBeUndefined();
  expect(asProblem({ code: 'may_not_grant', reason: 'invented_later', detail: 'Not today.' }).detail).toBe(
    'Not today.',
  );
});

describe('the German sentence of a provider or a directory', () => {
  const named = (reason: string, values: object) => sentence(undefined, reason, values);

  it('says why a provider cannot be reached, with the host and the cause', () => {
    const values = { connection: 'Acme', host: 'sso.acme.example', fault: 'unknown_host' };
    expect(sentence('provider_unreachable', 'provider_host_failed', values)).toBe(
      'Acme ist nicht zu erreichen. sso.acme.example ist nicht bekannt: Zu dem Namen gehört keine Adresse.',
    );
    const blocked = { connection: 'Acme', host: '10.1.2.3', network: 'private_network' };
    expect(sentence('provider_unreachable', 'provider_not_called', blocked)).toContain(
      '10.1.2.3 führt in ein privates Netz.',
    );
  });

  it('shows the problem of a synchronisation from its stored values', () => {
    expect(named('directory_without_class', { connection: 'Corp', class: 'inetOrgPerson' })).toBe(
      'Corp lässt sich nicht abfragen. Dort gibt es keinen Eintrag der Klasse inetOrgPerson, oder der Bind-DN darf keinen lesen.',
    );
    expect(named('directory_fault', { connection: 'Corp', fault: 'size_limit' })).toContain('sizeLimitExceeded');
  });

  it('says why a synchronisation leaves out entries', () => {
    expect(named('address_of_another', {})).toBe('Jemand anderes hat hier diese E-Mail-Adresse.');
    expect(named('user_has_licet', { user: 'Maya' })).toContain('Maya hat Zugriff auf Licet selbst.');
  });

  it('keeps the recorded sentence of a server of another version', () => {
    expect(named('invented_later', {})).toBeUndefined();
    expect(named('constructor', {})).toBeUndefined();
    expect(named('directory_fault', { connection: 'Corp', fault: 'invented_later' })).toBeUndefined();
    expect(ownSentence('Corp cannot be queried.', {})).toBe('Corp cannot be queried.');
    expect(ownSentence('Corp cannot be queried.', { reason: 'invented_later', values: {} })).toBe(
      'Corp cannot be queried.',
    );
  });
});

describe('the German sentence of an invalid field', () => {
  /** The German sentence for the first error that a schema reports. */
  const germanOf = (schema: z.ZodType, value: unknown) =>
    ofIssue(schema.safeParse(value).error?.issues[0] ?? expect.fail('It was taken.'));

  it('translates zod’s own rules, with their bounds', () => {
    const tooLong = { changes: [], reason: 'x'.repeat(limits.reasonMax.value + 1) };
    expect(germanOf(calls.plans.apply.body, tooLong)).toMatch(/^Dieser Text ist länger als 1.000 Zeichen\./);
    expect(germanOf(newReview.shape.everyMonths, 25)).toBe('Diese Zahl ist größer als 24.');
    expect(germanOf(newReview.shape.name, 5)).toBe(
      'Der Wert dieses Feldes hat den falschen Typ. Erwartet wird ein Text.',
    );
    expect(germanOf(newReview.shape.undecided, 'x')).toMatch(/^Möglich sind hier nur diese Werte: keep \S+ revoke\.$/);
  });

  it('suggests in German the nearest colour with enough contrast', () => {
    expect(germanOf(calls.appearance.update.body, { accent: '#ffcc00' })).toMatch(
      /^Auf hellem Hintergrund hat #ffcc00 einen Kontrast von \d,\d, und Schrift braucht 4,5\. Die nächste Farbe, die ihn hat, ist #[0-9a-f]{6}\.$/,
    );
  });

  it('keeps the sentence of a form’s own rule', () => {
    expect(ofIssue({ message: 'Wählen Sie eine Rolle.' })).toBe('Wählen Sie eine Rolle.');
  });
});

describe('the German sentence of a plan', () => {
  it('says how many facts or changes a revert would touch, and the maximum', () => {
    expect(sentence('too_large', 'revert_touches_too_much', { facts: 9001, most: 1000 })).toMatch(
      /9[.,]001 .*1[.,]000/,
    );
    expect(sentence('too_large', 'revert_takes_too_much', { changes: 1234, most: 1000 })).toMatch(
      /1[.,]234 .*1[.,]000/,
    );
    expect(sentence('too_large', 'revert_of_long_period', { most: 1000 })).toMatch(/mehr als 1[.,]000 /);
  });

  it('says in German why a server is busy, and whether the change was made', () => {
    expect(sentence('busy', 'large_job_running', {})).toMatch(/^Dieser Server arbeitet schon an einem Import/);
    expect(sentence('busy', 'large_job_next', {})).toMatch(/jemand anders an der Reihe/);
    expect(sentence('busy', 'long_change_written', {})).toMatch(/Ihre Änderung wurde nicht vorgenommen/);
    expect(sentence('busy', 'plan_overtaken', {})).toMatch(/kamen diesem Plan zuvor/);
  });

  it('names both users and the roles of a hand-over in German', () => {
    const values = { user: 'Ben', roles: ['ledger/clerk'], of: 'Ada' };
    expect(sentence('wrong_state', 'successor_already_approves', values)).toMatch(/^Ben .*ledger\/clerk.* Ada/);
  });

  it('says why a step of a plan is refused, whether the reason is in the step or only in its error', () => {
    Object.assign(shown, inGerman);
    const lacks = { pointer: '', detail: 'English.', reason: 'maker_refused', values: { change: 0 } };
    const step = asProblem({ code: 'may_not_grant', detail: 'English.', errors: [lacks] });
    expect(step.detail).toMatch(/was Änderung 0 anlegen würde/);
    const said = { detail: 'English.', reason: 'admin_role_exists', values: { application: 'Lager', role: 'admin' } };
    const placed = asProblem({ code: 'name_taken', ...said, errors: [{ pointer: '/changes/3', ...said }] });
    expect(placed.errors).toEqual([{ pointer: '/changes/3', detail: placed.detail }]);
    expect(placed.detail).toBe('Lager hat schon die eingebaute Rolle admin.');
  });
});
