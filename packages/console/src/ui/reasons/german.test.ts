import { reasons, sentenceOf, type valueKinds, type WithReason } from '@licet/contract/reasons';
import { expect, it } from 'vitest';
import { asProblem } from '../problem.ts';
import { allReasons } from './all.de.ts';
import { germanReasons } from './german.ts';

const { sentence: germanReason } = germanReasons(allReasons).reasons;

/** A recognisable value of each kind, and its form in both languages. */
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

it.each(all)('says $code, $name in both languages with every value', ({ code, name, kinds }) => {
  // A value with a closed set of words is tried with each of them.
  const most = Math.max(1, ...kinds.map(([, kind]) => (typeof kind === 'string' ? 1 : kind.length)));
  const said = Array.from({ length: most }, (_, at) => {
    const values = Object.fromEntries(
      kinds.map(([value, kind]) => [value, typeof kind === 'string' ? examples[kind] : kind[at % kind.length]]),
    );
    const english = sentenceOf(code as WithReason, name as never, values as never);
    const german = germanReason(code, name, values) ?? '';
    expect(german).not.toBe(english);
    for (const sentence of [english, german]) {
      expect(sentence).toMatch(/^\S.*\.$/);
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
      for (const [, kind] of kinds) if (typeof kind === 'string') expect(sentence).toMatch(read[kind]);
    }
    return { english, german };
  });
  expect(new Set(said.map(({ english }) => english)).size).toBe(most);
  expect(new Set(said.map(({ german }) => german)).size).toBe(most);
});

it('has each name once', () => {
  const names = all.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('does not name an application that the reader may not see', () => {
  const values = { user: 'Maya', application: null };
  expect(germanReason('may_not_grant', 'user_owns', values)).toContain('eine Anwendung, die Sie nicht sehen dürfen');
});

it('keeps the server’s sentence for unknown values, and isolates right-to-left names', () => {
  expect(
    germanReason('longer_than_allowed', 'role_end', { role: 'a', longest: 60, latest: 'no instant' }),
  ).toBeUndefined();
  expect(germanReason('second_approver_needed', 'role_needs_two', { role: 'שלום' })).toContain('\u2068שלום\u2069');
});

it('accepts a name that contains the word “undefined”, and rejects a sentence with a missing text', () => {
  const role = { role: 'undefined values' };
  expect(germanReason('second_approver_needed', 'role_needs_two', role)).toContain('undefined values');
  expect(germanReason('setup_code_wrong', 'setup_code_refused', { code: 'invented later' })).toBeUndefined();
  expect(
    germanReason('provider_unreachable', 'directory_unavailable', { connection: 'undefined', fault: 'busy' }),
  ).toContain('undefined');
  const later = { connection: 'undefined', fault: 'invented later' };
  expect(germanReason('provider_unreachable', 'directory_unavailable', later)).toBeUndefined();
});

it('keeps the server’s sentence for an unknown reason', () => {
  expect(germanReason('may_not_grant', 'invented_later', {})).toBeUndefined();
  expect(germanReason('constructor', 'name', {})).toBeUndefined();
  expect(germanReason('may_not_grant', 'constructor', {})).toBeUndefined();
  expect(asProblem({ code: 'may_not_grant', reason: 'invented_later', detail: 'Not today.' }).detail).toBe(
    'Not today.',
  );
});
