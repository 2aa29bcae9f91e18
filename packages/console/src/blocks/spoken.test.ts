import { erasedName } from '@licet/contract';
import { expect, it } from 'vitest';
import { spoken } from './spoken.ts';
import { words as german } from './words.de.ts';
import { words } from './words.ts';

it('of a person who was erased the language of the page speaks, wherever they stand', () => {
  const { erased } = words;
  words.erased = german.erased;
  try {
    expect(spoken(`approver to ${erasedName} (erased)`)).toBe('approver to Person (unkenntlich gemacht)');
    expect(spoken(erasedName)).toBe('Person (unkenntlich gemacht)');
    expect(spoken('Maya Lindqvist (maya)')).toBe('Maya Lindqvist (maya)');
  } finally {
    words.erased = erased;
  }
});
