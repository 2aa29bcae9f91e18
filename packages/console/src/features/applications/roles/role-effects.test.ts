import { expect, test } from 'vitest';
import { differences, roleEffects } from './role-effects.ts';
import { deleteWords } from './words.ts';

const none = { added: [], removed: [] };

test('only what came and what went counts', () => {
  const before = new Map([
    ['1', 'read'],
    ['2', 'write'],
  ]);
  const after = new Map([
    ['2', 'write'],
    ['3', 'refund'],
  ]);
  expect(differences(before, after)).toEqual({ added: ['refund'], removed: ['read'] });
});

test('gains come before losses; the number of people is of those who hold it, never of those who lose', () => {
  const effects = roleEffects({ holders: 164 }, { added: ['a'], removed: ['b', 'c'] }, none);
  expect(effects.map(({ kind, what, names }) => [kind, what, names])).toEqual([
    ['gain', '1 permission is added', '164 people hold it'],
    ['lose', '2 permissions are taken out', '164 people hold it; what also comes by another way stays'],
  ]);
  const [lost] = roleEffects({ holders: 0 }, none, { added: [], removed: ['auditor'] });
  expect(lost).toMatchObject({ what: '1 role is no longer included', names: 'Nobody holds it now' });
  expect(roleEffects({ holders: 5 }, none, none)).toEqual([]);
});

test('deleting a role says how many hold it no longer, not what they lose', () => {
  expect(deleteWords.lose(164)).toBe('164 people no longer hold it');
  expect(deleteWords.lose(1)).toBe('1 person no longer holds it');
});
