import { type CodeWithReason, reasons, sentenceOf, type valueKinds } from '@licet/contract/reasons';
import { expect, it } from 'vitest';
import { asProblem } from '../problem.ts';
import { germanReason } from './german.ts';

/** A value of each kind that a sentence cannot hold by chance, and how it is read in both languages. */
const examples: { readonly [Kind in keyof typeof valueKinds]: unknown } = {
  name: 'Zephyr',
  application: 'quayside',
  count: 31_415,
  seconds: 7 * 86_400,
  instant: '2031-03-14T09:26:00.000Z',
  names: ['Zephyr', 'Boreas'],
};
const read: { readonly [Kind in keyof typeof valueKinds]: RegExp } = {
  name: /Zephyr/,
  application: /quayside/,
  count: /31[.,]415/,
  seconds: /7 (days|Tage)/,
  instant: /2031/,
  names: /Zephyr.*Boreas/,
};

const all = Object.entries(reasons).flatMap(([code, ofCode]) =>
  Object.entries(ofCode).map(([name, { values }]) => ({
    code,
    name,
    kinds: Object.entries(values) as [string, keyof typeof read][],
  })),
);

it.each(all)('says $code, $name in both languages with every value', ({ code, name, kinds }) => {
  const values = Object.fromEntries(kinds.map(([value, kind]) => [value, examples[kind]]));
  const english = sentenceOf(code as CodeWithReason, name as never, values as never);
  const german = germanReason(code, name, values) ?? '';
  expect(german).not.toBe(english);
  for (const sentence of [english, german]) {
    expect(sentence).toMatch(/^\S.*\.$/);
    for (const [, kind] of kinds) expect(sentence).toMatch(read[kind]);
  }
});

it('names no application that the reader may not see', () => {
  const values = { user: 'Maya', application: null };
  expect(germanReason('may_not_grant', 'user_owns', values)).toContain('eine Anwendung, die Sie nicht sehen dürfen');
});

it('keeps the sentence of the server for a reason that this page does not know', () => {
  expect(germanReason('may_not_grant', 'invented_later', {})).toBeUndefined();
  expect(germanReason('constructor', 'name', {})).toBeUndefined();
  expect(asProblem({ code: 'may_not_grant', reason: 'invented_later', detail: 'Not today.' }).detail).toBe(
    'Not today.',
  );
});
