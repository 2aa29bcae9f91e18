import type { AccessRequest } from '@licet/client';
import { expect, test } from 'vitest';
import { words as german } from './words.de.ts';
import { words as english } from './words.en.ts';

// As the contract has it (`erasedName`), which this package does not ship.
const erasedName = 'a person who was erased';
const at = '2026-06-30T12:00:00.000Z';
const decidedBy = (name: string) =>
  ({ decision: { by: { id: 'u', name }, at, note: '', ends: null } }) as unknown as AccessRequest;

test('who decided and was erased since is called in the language of the reader', () => {
  const now = Date.parse(at);
  expect(english.approved(decidedBy(erasedName), now)).toBe('A person who was erased approved it');
  expect(german.approved(decidedBy(erasedName), now)).toBe('Person (unkenntlich gemacht) hat ihn genehmigt');
  expect(german.refused(decidedBy(erasedName), now)).toMatch(/^Person \(unkenntlich gemacht\) hat Ihren Antrag/);
  expect(german.who(erasedName)).toBe('Person (unkenntlich gemacht)');
  expect(german.approved(decidedBy('Chiara Benedetti'), now)).toBe('Chiara Benedetti hat ihn genehmigt');
});
