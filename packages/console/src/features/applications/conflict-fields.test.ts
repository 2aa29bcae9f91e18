import { expect, test } from 'vitest';
import { changesOf, conflicting } from './conflict-fields.ts';

test('only what both changed, differently, is a conflict', () => {
  const field = { id: 'name', label: 'Name' };
  expect(conflicting([{ ...field, before: 'a', theirs: 'b', mine: 'c' }])).toEqual([
    { ...field, theirs: 'b', mine: 'c' },
  ]);
  expect(conflicting([{ ...field, before: 'a', theirs: 'b', mine: 'a' }])).toEqual([]);
  expect(conflicting([{ ...field, before: 'a', theirs: 'b', mine: 'b' }])).toEqual([]);
  expect(conflicting([{ ...field, before: 'a', theirs: '', mine: 'c' }])[0]?.theirs).toBe('Nothing');
});

test('what was not changed is not sent', () => {
  expect(changesOf({ name: 'a', uris: ['x'], title: '' }, { name: 'a', uris: ['x'], title: 't' })).toEqual({
    title: '',
  });
});
