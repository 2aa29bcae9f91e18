import { expect, test } from 'vitest';
import { countLines, guessKind } from './file-kind.ts';

const roles = new Set(['clerk', 'approver']);

test('JSON is a catalogue of roles, with or without a byte order mark', () => {
  expect(guessKind('[{"name":"a"}]', roles).kind).toBe('catalogue');
  expect(guessKind('\uFEFF\n [', roles).kind).toBe('catalogue');
});

test('pairs are of user and permission unless the second column names roles', () => {
  expect(guessKind('u1\tp1\nu2\tp2', roles).kind).toBe('permissions');
  expect(guessKind('ana\tclerk\nben\tapprover\ncy\tother', roles).kind).toBe('roles');
  expect(guessKind('ana,"clerk"', roles).kind).toBe('roles');
  expect(guessKind('user,role\nana,x', roles).kind).toBe('roles');
  expect(guessKind('', roles).kind).toBe('permissions');
});

test('empty lines do not count', () => {
  expect(countLines('a\tb\r\n\n  \nc\td')).toBe(2);
});
