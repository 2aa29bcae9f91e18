import { expect, it } from 'vitest';
import { certain, isMistyped, matchWords } from './match-words.ts';

const rules = { title: 'Sign-in rules', also: 'policy password session second factor mfa' };

it('matches beginnings of words in any order', () => {
  for (const query of ['sign-in rules', 'rules sign', 'sig', 'go to sign-in rules', 'SIGN IN'])
    expect(matchWords(query, rules), query).toBeLessThan(certain);
});

it('a synonym of an entry matches with a lower rank than a word of its title', () => {
  expect(matchWords('policy', rules)).toBeGreaterThan(certain);
  expect(matchWords('mfa rules', rules)).toBeDefined();
});

it('matches initials', () => {
  expect(matchWords('sir', rules)).toBeDefined();
  expect(matchWords('si', { title: 'Sign-in rules' })).toBeDefined();
});

it('matches words with typing errors', () => {
  for (const query of ['rulse', 'passwrod', 'sesion', 'pollicy', 'rukes'])
    expect(matchWords(query, rules), query).toBeDefined();
  expect(isMistyped('sepeartion', 'separation')).toBe(true);
});

it('does not match an entry that lacks a word of the query, and matches nothing to an empty query', () => {
  for (const query of ['', 'the', 'maya', 'rules maya', 'xyz', 'in sign x'])
    expect(matchWords(query, rules), query).toBeUndefined();
  expect(isMistyped('roe', 'role')).toBe(false);
});

it('ranks an exact title before a longer one', () => {
  const [users, user] = [matchWords('users', { title: 'Users' }), matchWords('users', { title: 'Users who left' })];
  expect(users).toBeLessThan(user ?? 0);
});

it('does not match a query that contains only the name of an entry’s section', () => {
  const matrix = { title: 'Matrix', place: 'Ledger ledger' };
  for (const query of ['matrix ledger', 'ledger matrix', 'led mat'])
    expect(matchWords(query, matrix), query).toBeDefined();
  for (const query of ['ledger', 'matrix ward']) expect(matchWords(query, matrix), query).toBeUndefined();
});
