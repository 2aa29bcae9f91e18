import { expect, test } from 'vitest';
import { detailOf, roleTitle } from './roles.ts';
import * as german from './words.de.ts';

test('takes the title of the built-in role from the catalogue, and that of another role from its record', () => {
  expect(roleTitle({ name: 'admin', title: 'whatever is stored' })).toBe('May do everything');
  expect(roleTitle({ name: 'clerk', title: 'May do everything' })).toBe('May do everything');
  expect(roleTitle({ name: 'clerk', title: '' })).toBe('');
  expect(detailOf({ kind: 'role', name: 'admin', detail: 'stored' })).toBe('May do everything');
  expect(detailOf({ kind: 'group', name: 'admin', detail: 'Runs it' })).toBe('Runs it');
  expect(german.findWords.admin).toBe('Darf alles');
});
