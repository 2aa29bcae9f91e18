import { expect, test } from 'vitest';
import { differences, roleEffects } from './role-effects.ts';

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

test('gains come before losses, with the number of people', () => {
  const effects = roleEffects({ holders: 164 }, { added: ['a'], removed: ['b', 'c'] }, none);
  expect(effects.map(({ kind, what }) => [kind, what])).toEqual([
    ['gain', '164 people gain 1 permission'],
    ['lose', '164 people lose 2 permissions'],
  ]);
  expect(roleEffects({ holders: 1 }, { added: ['a', 'b'], removed: [] }, none)[0]?.what).toBe(
    '1 person gains 2 permissions',
  );
  expect(roleEffects({ holders: 5 }, none, none)).toEqual([]);
});
